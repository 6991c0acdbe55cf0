import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { type App, createApp, type Overrides } from '../../src/app.ts';
import { type Config, loadConfig } from '../../src/config/index.ts';
import { type ErrorDetail, VALIDATION_RULES } from '../../src/errors.ts';
import type { Clock } from '../../src/platform/clock.ts';
import { hmacSha256Base64 } from '../../src/platform/crypto.ts';
import { silentLog } from '../../src/platform/log.ts';
import type { Mail, Message } from '../../src/platform/mail.ts';
import type { OutboundRequest } from '../../src/platform/outbound/client.ts';
import { signBody } from '../../src/platform/security/signatures.ts';
import { addSeededFile, createFolder } from './app-folder.ts';
import { loadContract } from './contract.ts';
import { recordingOutbound } from './outbound.ts';
import { createAppDatabase, getEngineSettings, isOnPostgres, NODE_SECRETS } from './postgres-app.ts';

/** The time that the clock of every test app starts at. */
export const START_TIME = Date.parse('2026-06-01T12:00:00.000Z');
/** Settings of an installation that runs on SQLite whatever the engine of the tests, with generated secrets. */
export const ON_SQLITE = { DATABASE_URL: '' };
/** Cheap argon2id parameters, so that tests don't spend their time on hashing. */
const CHEAP_HASH = { memoryKib: 8, passes: 1 };
/** Starting all connections of a node takes PostgreSQL longer than most tests. */
const FEW_CONNECTIONS = { read: 2, write: 3, sharedState: 1 };

export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export interface TestResponse<T = unknown> {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the response and asserts on it
  body: any;
  data: T;
  error: { code: string; message: string; details?: ErrorDetail[] };
}

export interface CallOptions {
  as?: string | { apiKey: string };
  headers?: Record<string, string>;
  peer?: string;
  raw?: BodyInit;
  /** Signs the request as a verification or payment provider does. */
  isSigned?: boolean;
}

export interface TestApp {
  app: App;
  clock: ManualClock;
  mail: Message[];
  /** Requests to URLs that users supplied; each gets status 200 unless the test overrides `outbound`. */
  sent: OutboundRequest[];
  /** Sends a request through the full pipeline, in process; fails if the response violates the OpenAPI document. */
  // biome-ignore lint/suspicious/noExplicitAny: see TestResponse
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<TestResponse<any>>;
  send(request: Request, peer?: string): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Creates a private, migrated and seeded installation with a manual clock. Rate limits are off unless a setting
 * turns them on.
 * @param like the data directory of a closed installation to start from a copy of
 */
export async function createTestApp(
  settings: Record<string, string> = {},
  overrides: Overrides = {},
  like?: string,
): Promise<TestApp> {
  const dataDir = createFolder();
  const clock = manualClock();
  const mail: Message[] = [];
  const outbound = recordingOutbound();
  const needsDatabase = isOnPostgres && settings.DATABASE_URL === undefined;
  const needsFile = !needsDatabase && !like && !settings.DATABASE_URL && settings.DATA_DIR === undefined;
  if (like) cpSync(like, dataDir, { recursive: true });
  if (needsFile) await addSeededFile(dataDir, seedFolder);
  const database = needsDatabase ? await createAppDatabase(dataDir, like, seedDatabase) : undefined;
  const app = await createApp(testConfig({ DATA_DIR: dataDir, ...settings }), {
    clock,
    log: silentLog,
    mail: recordingMail(mail),
    // A test that sets WEBHOOK_ALLOW needs the real client.
    outbound: settings.WEBHOOK_ALLOW === undefined ? outbound : undefined,
    applePush: { notify: async (_, tokens) => ({ notified: [...tokens], gone: [] }) },
    hashCost: CHEAP_HASH,
    connections: FEW_CONNECTIONS,
    ...overrides,
  });
  const send = async (request: Request, peer = '127.0.0.1') => app.handler.fetch(request, peer);
  return {
    app,
    clock,
    mail,
    sent: outbound.sent,
    send,
    call: async (method, path, body, options = {}) => {
      const bytes = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
      const signature = options.isSigned ? signedHeaders(app, path, String(bytes ?? '')) : {};
      const request = new Request(`http://localhost/api/v1${path}`, {
        method,
        headers: { ...signature, ...buildHeaders(body, options) },
        body: bytes,
      });
      const sent = await send(request, options.peer);
      const response = await toTestResponse(method === 'HEAD' ? withoutBody(sent) : sent);
      assertNoMismatch(app, request);
      assertRules(response);
      await assertMatchesDescription(send, request, body, response);
      return response;
    },
    close: async () => {
      await app.close();
      await database?.drop();
      rmSync(dataDir, { recursive: true, force: true });
      release(app);
    },
  };
}

/** Omits the body of a response to HEAD, as Bun does; test/http/head.test.ts compares both. */
function withoutBody(response: Response): Response {
  void response.body?.cancel();
  return new Response(null, response);
}

/** Empties a closed app: variables of test files refer to it until the process ends, and each takes 2 MB. */
function release(app: App): void {
  for (const name of Object.keys(app)) Reflect.deleteProperty(app, name);
  app.close = async () => {};
}

/** Opens a database without data, which adds the reference data. */
async function seedDatabase(url: string): Promise<void> {
  const dataDir = createFolder();
  await seedFolder(dataDir, { DATABASE_URL: url, ...NODE_SECRETS });
  rmSync(dataDir, { recursive: true, force: true });
}

async function seedFolder(dataDir: string, settings: Record<string, string> = {}): Promise<void> {
  const config = testConfig({ DATA_DIR: dataDir, ...settings });
  const app = await createApp(config, { clock: manualClock(), log: silentLog });
  await app.close();
}

/** The secret of the shop systems of tests. */
export const SHOP_SYSTEM_SECRET = 'shop-system-secret';

function signedHeaders({ services }: App, path: string, body: string): Record<string, string> {
  const { billing, verification } = services.webhookSecrets;
  if (path.startsWith('/inbound/square/')) {
    const signed = `${services.config.publicUrl}/api/v1${path}${body}`;
    return { 'x-square-hmacsha256-signature': hmacSha256Base64(SHOP_SYSTEM_SECRET, signed) };
  }
  return {
    'x-webhook-signature': signBody(path.startsWith('/billing') ? billing : verification, body),
    'x-webhook-timestamp': String(Math.floor(services.clock.now() / 1000)),
  };
}

/** Which property an error detail has depends on its rule, which the OpenAPI document doesn't express. */
function assertRules({ error }: TestResponse): void {
  if (error?.code === 'VALIDATION_ERROR' && !error.details?.length)
    throw new Error(`VALIDATION_ERROR without details: ${error.message}`);
  const expected = { none: [], number: ['limit'], time: ['limit'], list: ['allowed'] };
  for (const { field, issue, rule, ...bound } of error?.details ?? []) {
    const names = expected[VALIDATION_RULES[rule].bound];
    if (!Bun.deepEquals(Object.keys(bound), names))
      throw new Error(
        `${field} ${issue}: a violation of ${rule} must have [${names}], not ${JSON.stringify(bound)}`,
      );
  }
}

type Send = (request: Request, peer?: string) => Promise<Response>;

/** Fails the test for a response that violates its schema; in production such responses are only counted. */
function assertNoMismatch({ responseMismatches: { fields } }: App, { method, url }: Request): void {
  if (fields.length > 0)
    throw new Error(`${method} ${url}: responses violate their schemas: ${fields.join(', ')}`);
}

async function assertMatchesDescription(
  send: Send,
  request: Request,
  sent: unknown,
  response: TestResponse,
): Promise<void> {
  const contract = await loadContract(send);
  const { method } = request;
  const path = new URL(request.url).pathname;
  const problems = contract?.findProblems({ method, path, sent, ...response }) ?? [];
  if (problems.length > 0) throw new Error(`${method} ${path}: ${problems.join('; ')}`);
}

/** Returns the SQLite file of a test app, to read it through a second connection. */
export function getDatabaseFile({ services }: Pick<App, 'services'>): string {
  return join(services.config.dataDir, DATABASE_FILE);
}

export function testConfig(env: Record<string, string>): Config {
  const { config, problems } = loadConfig({
    env: { RATE_LIMIT: 'off', LOG_LEVEL: 'silent', ...getEngineSettings(env.DATA_DIR), ...env },
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return config;
}

function manualClock(): ManualClock {
  let now = START_TIME;
  return {
    now: () => now,
    advance: ms => {
      now += ms;
    },
  };
}

function recordingMail(sent: Message[]): Mail {
  return {
    isConfigured: true,
    send: async message => {
      sent.push(message);
    },
  };
}

function buildHeaders(body: unknown, { as, headers }: CallOptions): Record<string, string> {
  const result: Record<string, string> = { ...headers };
  if (body !== undefined) result['content-type'] ??= 'application/json';
  if (typeof as === 'string') result.authorization = `Bearer ${as}`;
  else if (as) result['x-api-key'] = as.apiKey;
  return result;
}

async function toTestResponse(response: Response): Promise<TestResponse> {
  const text = await readBody(response);
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  const body = isJson && text !== '' ? JSON.parse(text) : text;
  return { status: response.status, headers: response.headers, body, data: body.data, error: body.error };
}

/** Reads the body; of a stream, which never ends, only the first chunk. */
async function readBody(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || !response.body) return response.text();
  const reader = response.body.getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return new TextDecoder().decode(value);
}
