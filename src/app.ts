import { mkdirSync } from 'node:fs';
import type { AuditedAction } from '../db/audit-entry.ts';
import type { OnMigrationProgress } from '../db/migration.ts';
import { type DatabaseOverrides, openDatabase } from '../db/open.ts';
import { loadReference } from '../seed/load.ts';
import { createPaymentGateway } from './billing/provider/gateway.ts';
import type { Config } from './config/index.ts';
import { resolveSecrets } from './config/secrets.ts';
import { listConfiguredHosts } from './connections/providers.ts';
import { type Actor, type Ctx, createCtx, SCHEDULER, type Services } from './context.ts';
import { createBuilder } from './describe/builder.ts';
import { createDescriber } from './describe/openapi/describer.ts';
import type { OpenApiDocument } from './describe/openapi/document.ts';
import type { generateOpenApiDocument } from './describe/openapi/generate.ts';
import { createEventNotifier } from './events/notifier.ts';
import { OwnChangeStreams } from './events/own-changes.ts';
import { EventStreams } from './events/stream.ts';
import { MarketStreams } from './exchange/market/stream.ts';
import type { OnResponse } from './http/access-log.ts';
import type { OnMismatch } from './http/errors.ts';
import { createRequestHandler, type RequestHandler } from './http/pipeline/index.ts';
import { createRateLimiter } from './http/rate-limit.ts';
import { createTokens } from './http/tokens.ts';
import { getPublicUrl } from './installation/service.ts';
import { createCurrentReference } from './library/current-reference.ts';
import { ObservedBenchmarksCache } from './library/observed-benchmarks-cache.ts';
import { MailWorker } from './mailings/worker.ts';
import { errorPage } from './pages/html.ts';
import { createSolver } from './planner/optimizer/solver.ts';
import { createAssistant } from './platform/assistant.ts';
import type { HttpsControl } from './platform/certificates/control.ts';
import { type Clock, iso, SECOND_MS, systemClock } from './platform/clock.ts';
import { createVault, type Random, systemRandom } from './platform/crypto.ts';
import { createIds, type Ids } from './platform/ids.ts';
import { createLog, type Log } from './platform/log.ts';
import { createMail, type Mail } from './platform/mail.ts';
import { type ApplePush, createApplePush } from './platform/outbound/apple-push.ts';
import { createOutbound, type Outbound } from './platform/outbound/client.ts';
import { PassFiles } from './platform/pass-files.ts';
import { createPreviewRenderer } from './platform/preview-renderer.ts';
import { BackgroundTasks } from './platform/runtime/background-tasks.ts';
import { type GetFreeBytes, getFreeBytes, OWNER_ONLY_DIR } from './platform/runtime/files.ts';
import { LoginThrottle } from './platform/security/login-throttle.ts';
import { createPasswords, type HashCost } from './platform/security/passwords.ts';
import { createPins } from './platform/security/pins.ts';
import { RecipientLimit } from './platform/security/recipient-limit.ts';
import type { UpdatesControl } from './platform/updates-control.ts';
import { VERSION } from './platform/version.ts';
import { reapplyErasures } from './privacy/service/reapply.ts';
import type { SeedReport } from './reference/service/seed.ts';
import type { Installation } from './routes/installation.ts';
import { getSite } from './routes/site.ts';
import { ResponseMismatches } from './system/response-mismatches.ts';
import { createMetricSources } from './system/service/metrics.ts';
import { prepareDatabase } from './system/service/prepare-database.ts';
import { prepareSecrets } from './system/service/prepare-secrets.ts';
import { BusinessTestEnvironments } from './test-mode/environments.ts';
import { createUploadStorages } from './uploads/storages.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { DeliveryWorker } from './webhooks/worker.ts';

/** Replacements that tests and benchmarks use instead of the real implementations. */
export interface Overrides extends DatabaseOverrides {
  clock?: Clock;
  ids?: Ids;
  random?: Random;
  log?: Log;
  mail?: Mail;
  outbound?: Outbound;
  applePush?: ApplePush;
  platforms?: Outbound;
  freeSpace?: GetFreeBytes;
  hashCost?: HashCost;
  /** The ports of the server, which it owns. */
  https?: HttpsControl;
  updates?: UpdatesControl;
}

export interface OpenOptions {
  /**
   * Whether to migrate an existing database and update its reference data; true by default. With false, opening
   * changes nothing and rejects an older database, because a server of that version may be using it.
   */
  upgrade?: boolean;
  /** Called with each step of the migration of an existing database. */
  onMigration?: OnMigrationProgress;
  /** Whether an existing database is migrated without blocking the event loop. */
  inBackground?: boolean;
}

/** An open installation. */
export interface App {
  services: Services;
  handler: RequestHandler;
  /** Counts responses that do not match their schemas. */
  responseMismatches: ResponseMismatches;
  /** Delivers webhooks once it is started. */
  worker: DeliveryWorker;
  /** Sends mails once it is started. */
  mailWorker: MailWorker;
  /** Creates the context of an actor without a request: the CLI or a scheduled job. */
  as(actor: Actor, action?: AuditedAction): Ctx;
  /** The migrations that opening applied. */
  migrated: string[];
  /** The file copied before the migrations; null if there was none to copy. */
  snapshot: string | null;
  /** The changes that opening made to the reference data. */
  seeded: SeedReport;
  /** Makes GET /ready fail. All other requests are still handled. */
  announceShutdown(): void;
  close(): Promise<void>;
}

/**
 * Opens an installation: migrates and seeds its database and constructs all services, the only place that does.
 * It does not listen and runs no scheduled jobs: the serve command starts both.
 * @throws MigrationError for a database that cannot be migrated, or must not be with `upgrade: false`
 */
export async function createApp(
  config: Config,
  overrides: Overrides = {},
  options: OpenOptions = {},
): Promise<App> {
  const clock = overrides.clock ?? systemClock;
  const opened = await openServices(config, clock, overrides, options);
  const { services, isUnchanged, migrated, migration, snapshot } = opened;
  const seeded = await prepareDatabase(createCtx(services, SCHEDULER, null), { mayChange: !isUnchanged });
  if (!isUnchanged) await reapplyErasures(createCtx(services, SCHEDULER, null));
  const lifecycle = { isShuttingDown: false };
  const process = { startedAtMs: clock.now(), migration, lifecycle };
  const streams = {
    events: new EventStreams(services),
    ownChanges: new OwnChangeStreams(services),
    market: new MarketStreams(services),
  };
  const onDrain = () => {
    for (const stream of Object.values(streams)) stream.close();
  };
  const responseMismatches = new ResponseMismatches();
  const metrics = createMetricSources(config, process, responseMismatches);
  const { site, apiRoutes, routes } = getSite(metrics !== undefined);
  const builder = createBuilder();
  const installation: Installation = {
    process,
    metrics,
    streams,
    builder,
    describe: createDescriber(
      () => generateDocument(apiRoutes, routes, config.publicUrl),
      () => getPublicUrl({ config, db: services.database.reader }),
    ),
    findOperation: id => routes.operations.find(({ operationId }) => operationId === id),
    dispatch: async (request, clientIp, actor, batch) =>
      handler.fetch(request, clientIp, actor, undefined, batch),
  };
  const limiter = createRateLimiter({
    enabled: config.rateLimit === 'on',
    scale: config.rateLimitScale,
    clock,
    shared: services.database.createSharedState('rate-limit', clock),
    getNodeCount: () => services.database.cluster.nodeCount,
  });
  const onMismatch: OnMismatch = (operation, field) => responseMismatches.count(operation, field);
  const onResponse: OnResponse | undefined = metrics && (completed => metrics.traffic.observe(completed));
  const hooks = { onDrain, onResponse, onMismatch, renderErrorPage: errorPage };
  const handler: RequestHandler = createRequestHandler({
    services,
    installation,
    app: site,
    routes,
    limiter,
    ...hooks,
  });
  const worker = new DeliveryWorker(() => createCtx(services, SCHEDULER, null));
  const mailWorker = new MailWorker(() => createCtx(services, SCHEDULER, null));
  return {
    services,
    handler,
    responseMismatches,
    worker,
    mailWorker,
    as: (actor, action) => createCtx(services, actor, null, action),
    migrated,
    snapshot,
    seeded,
    announceShutdown: () => {
      lifecycle.isShuttingDown = true;
    },
    close: async () => {
      onDrain();
      metrics?.loop.stop();
      for (const thread of [services.solver, services.previewRenderer, services.passFiles, builder])
        thread.close();
      await worker.stop();
      await mailWorker.stop();
      await services.testEnvironments.close();
      await services.backgroundTasks.close();
      await services.database.close();
      services.log.flush();
    },
  };
}

async function openServices(config: Config, clock: Clock, overrides: Overrides, options: OpenOptions) {
  mkdirSync(config.dataDir, { recursive: true, mode: OWNER_ONLY_DIR });
  const random = overrides.random ?? systemRandom;
  const secrets = resolveSecrets(config, random);
  const ids = overrides.ids ?? createIds(clock);
  const { database, ...opened } = await openDatabase({
    url: config.databaseUrl,
    dataDir: config.dataDir,
    now: iso(clock.now()),
    version: VERSION,
    upgrade: true,
    ...options,
    nodeId: ids.next('node'),
    grouping: overrides.grouping,
    clusterTimes: overrides.clusterTimes,
    connections: overrides.connections,
  });
  const freeSpace = overrides.freeSpace ?? getFreeBytes;
  const reference = createCurrentReference(loadReference());
  const { library } = reference;
  const log =
    overrides.log ?? createLog({ level: config.logLevel, clock, write: text => void Bun.stdout.write(text) });
  const vault = createVault(secrets.encryptionKey);
  const base = { config, database, log, vault, random };
  const mayStore = !opened.isUnchanged;
  const signingKeys = await prepareSecrets(base, secrets, { mayStore }).catch(async error => {
    await database.close();
    throw error;
  });
  const passwords = createPasswords(overrides.hashCost);
  const services: Services = {
    ...base,
    clock,
    ids,
    backgroundTasks: new BackgroundTasks(log),
    tokens: createTokens(config, secrets.jwtSecret, clock, random),
    passwords,
    pins: createPins(passwords, signingKeys.pins, database.createSharedState('pin', clock)),
    mail: overrides.mail ?? createMail(config.smtpUrl, config.mailFrom),
    signingKeys,
    library,
    reference,
    observations: new ObservedBenchmarksCache(library, clock),
    outbound: overrides.outbound ?? createOutbound({ allow: config.webhookAllow }),
    applePush: overrides.applePush ?? createApplePush(config.applePushUrl),
    assistant: createAssistant({
      baseUrl: config.aiBaseUrl,
      apiKey: config.aiApiKey,
      model: config.aiModel,
      timeoutMs: config.aiTimeout * SECOND_MS,
    }),
    platforms: overrides.platforms ?? createOutbound({ allow: listConfiguredHosts(config) }),
    outbox: createOutbox(),
    files: createUploadStorages({ config, database, clock, freeSpace }),
    freeSpace,
    eventNotifier: createEventNotifier(),
    paymentGateway: createPaymentGateway(config),
    webhookSecrets: {
      verification: secrets.verificationWebhookSecret[0],
      billing: secrets.billingWebhookSecret[0],
    },
    challenges: database.createSharedState('challenge', clock),
    loginThrottle: new LoginThrottle(database.createSharedState('login', clock)),
    solver: createSolver(),
    previewRenderer: createPreviewRenderer(),
    passFiles: new PassFiles(),
    recipientLimit: new RecipientLimit(database.createSharedState('recipient', clock)),
    isTestMode: false,
    https: overrides.https,
    updates: overrides.updates,
    testEnvironments: new BusinessTestEnvironments(() => services),
  };
  return { services, ...opened };
}

export type { Api } from './routes/site.ts';

const documents = new Map<string, Promise<OpenApiDocument>>();

/** Generates the document once per process and URL: it depends on nothing else of an installation. */
function generateDocument(
  ...[api, routes, publicUrl]: Parameters<typeof generateOpenApiDocument>
): Promise<OpenApiDocument> {
  const document = documents.get(publicUrl) ?? loadGenerator(api, routes, publicUrl);
  documents.set(publicUrl, document);
  return document;
}

/** Loads the generator when the document is first requested, because it would delay the start of every server. */
async function loadGenerator(...parts: Parameters<typeof generateOpenApiDocument>): Promise<OpenApiDocument> {
  const generator = await import('./describe/openapi/generate.ts');
  return await generator.generateOpenApiDocument(...parts);
}
