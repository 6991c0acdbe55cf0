import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../db/open.ts';
import { type Config, SETTINGS, type SettingName } from '../config/index.ts';
import { type Ctx, createCtx, SCHEDULER, type Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { createEventNotifier } from '../events/notifier.ts';
import { getPublicUrl } from '../installation/service.ts';
import { ObservedBenchmarksCache } from '../library/observed-benchmarks-cache.ts';
import { iso } from '../platform/clock.ts';
import { hmacSha256 } from '../platform/crypto.ts';
import { BackgroundTasks } from '../platform/runtime/background-tasks.ts';
import { OWNER_ONLY_DIR } from '../platform/runtime/files.ts';
import { LoginThrottle } from '../platform/security/login-throttle.ts';
import { RecipientLimit } from '../platform/security/recipient-limit.ts';
import { VERSION } from '../platform/version.ts';
import { createUploadStorages } from '../uploads/storages.ts';
import { createOutbox } from '../webhooks/outbox.ts';
import * as store from './store.ts';

/** The folder in the data folder that has a folder for each test environment. */
export const TEST_FOLDER = 'test';
/** A test environment serves one developer at a time. */
const CONNECTIONS = { read: 2, write: 2, sharedState: 1 };
/** Settings of services outside the installation, which test data must not reach. */
const OUTSIDE = /^(smtp|stripe|ai|oauth|s3|metrics|linkPreviews|billingDefaultPlan)/;

/** Returns where the database of an environment is: a folder on SQLite, a schema on PostgreSQL. */
export function locateEnvironment(config: Config, environmentId: string) {
  return {
    folder: join(config.dataDir, TEST_FOLDER, environmentId),
    schema: `perkmint_${environmentId}`,
  };
}

/**
 * Opens the services of a business's test data: everything that a request may use, on a database of their own and
 * without anything that reaches a person, a payment provider or a platform. Webhooks are sent to its own endpoints.
 */
export async function openTestServices(
  live: Services,
  business: store.BusinessRow,
  environmentId: string,
): Promise<Services> {
  const { folder, schema } = locateEnvironment(live.config, environmentId);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  const publicUrl = await getPublicUrl({ config: live.config, db: live.database.reader });
  const config = toTestConfig(live.config, { dataDir: folder, publicUrl });
  const { database } = await openDatabase({
    url: config.databaseUrl,
    schema,
    dataDir: folder,
    now: iso(live.clock.now()),
    version: VERSION,
    upgrade: true,
    nodeId: live.ids.next('node'),
    connections: CONNECTIONS,
  });
  const services: Services = {
    ...live,
    ...OUTSIDE_SERVICES,
    config,
    database,
    isTestMode: true,
    backgroundTasks: new BackgroundTasks(live.log),
    signingKeys: deriveKeys(live.signingKeys, environmentId),
    observations: new ObservedBenchmarksCache(live.library, live.clock),
    outbox: createOutbox(),
    eventNotifier: createEventNotifier(),
    files: createUploadStorages({ ...live, config, database }),
    challenges: database.createSharedState('challenge', live.clock),
    loginThrottle: new LoginThrottle(database.createSharedState('login', live.clock)),
    recipientLimit: new RecipientLimit(database.createSharedState('recipient', live.clock)),
  };
  await copyBusiness(createCtx(services, SCHEDULER, null), business, environmentId);
  return services;
}

/** The business keeps its ID and settings; its address must lead to no page of a real shop. */
async function copyBusiness({ database }: Ctx, business: store.BusinessRow, environmentId: string) {
  const slug = environmentId.replaceAll('_', '-');
  const own = { slug, logoUploadId: null, opensAt: null, eventSequence: 0, testEnvironmentId: null };
  const copy = { ...business, ...own };
  await database.transaction(db => store.insertBusiness(db, copy));
}

/** Returns the settings of the installation without those of services outside it. */
function toTestConfig(config: Config, own: Pick<Config, 'dataDir' | 'publicUrl'>): Config {
  const names = (Object.keys(SETTINGS) as SettingName[]).filter(name => OUTSIDE.test(name));
  const unset = Object.fromEntries(names.map(name => [name, SETTINGS[name].fallback]));
  const uploads = config.databaseUrl === '' ? 'folder' : 'database';
  return Object.freeze({ ...config, ...unset, ...own, uploads, linkPreviews: 'off' });
}

/** A card or link of test data must not be valid for real data. */
function deriveKeys(keys: Services['signingKeys'], environmentId: string): Services['signingKeys'] {
  const derived = Object.entries(keys).map(([name, key]) => [name, hmacSha256(key, environmentId)]);
  return Object.fromEntries(derived) as Services['signingKeys'];
}

async function rejectOutside(): Promise<never> {
  throw new AppError('NOT_CONFIGURED', 'Test mode reaches no platform and no language model');
}

/** Mails are recorded as sent, so that GET /mails shows what people would have received. */
const OUTSIDE_SERVICES: Pick<Services, 'mail' | 'assistant' | 'platforms' | 'paymentGateway'> = {
  mail: { isConfigured: true, send: async () => {} },
  assistant: { isConfigured: false, ask: rejectOutside },
  platforms: { assertAllowed: rejectOutside, send: rejectOutside },
  paymentGateway: null,
};
