import { Database } from 'bun:sqlite';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DATABASE_FILE } from '../../../db/sqlite/file.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { findFreePort } from '../../support/free-port.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp.ts';
import type { Stage } from './support.ts';

/** An upper bound for a wait that succeeds; generous, because CI machines are slow and shared. */
const READY_TIMEOUT_MS = 90_000;
export const PASSWORD = 'correct horse battery';
export const OWNER = 'owner@blue-cup.example';
export const CUSTOMER = 'ada@people.example';
export const ADMIN = 'root@shop.example';

/** A server started for the scenes, from the sources or from a binary. */
export interface TestServer {
  url: string;
  /** Calls the API to prepare a scene. @throws unless it succeeds */
  api<T = Record<string, unknown>>(method: string, path: string, body?: unknown, token?: string): Promise<T>;
  /** Access tokens of OWNER and CUSTOMER. */
  owner: string;
  customer: string;
  /** Changes the data of the server to that of logins a day ago, after which changes of credentials need another proof. */
  ageLogins(): void;
  stop(): Promise<void>;
}

/** A server without an admin account. */
export interface EmptyServer {
  url: string;
  /** The link for the first admin, printed at startup. */
  setupLink: string;
  stop(): Promise<void>;
}

const SEEDED_SETTINGS = {
  // Lets scenes send webhooks to this server.
  WEBHOOK_ALLOW: '127.0.0.1',
  LOG_LEVEL: 'warn',
  ADMIN_EMAIL: ADMIN,
  ADMIN_PASSWORD: PASSWORD,
};

/** Enables the default rate limits. Each call of `api` uses a different client address. */
export const DEFAULT_LIMITS = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.1' };

/** A data folder with the data of `seed`, and the tokens that its servers accept. */
interface Seeded {
  folder: string;
  owner: string;
  customer: string;
}
let seeded: Promise<Seeded> | undefined;

/** Starts a server with a business that has campaigns, submissions and a customer: a copy of data created once. */
export async function startServer(
  binary: string | undefined,
  settings: Record<string, string> = {},
): Promise<TestServer> {
  seeded ??= createSeeded(binary);
  const { folder, owner, customer } = await seeded;
  const { url, stop, dataDir } = await launchServer(binary, { ...SEEDED_SETTINGS, ...settings }, folder);
  const ageLogins = () => {
    using database = new Database(join(dataDir, DATABASE_FILE));
    database.run('pragma busy_timeout = 10000');
    const dayAgo = new Date(Date.now() - DAY_MS).toISOString();
    database.run('update sessions set created_at = ?, proven_at = null', [dayAgo]);
  };
  return { url, stop, ageLogins, api: createApi(url), owner, customer };
}

/** Logs the owner in again, for changes of credentials: the token of the server may be older than they allow. */
export async function logInOwner({ api }: TestServer): Promise<string> {
  const login = { action: 'login', email: OWNER, password: PASSWORD };
  return (await api<{ accessToken: string }>('POST', '/auth', login)).accessToken;
}

async function createSeeded(binary: string | undefined): Promise<Seeded> {
  const { url, stop, dataDir } = await launchServer(binary, SEEDED_SETTINGS);
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-browser-seeded-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const tokens = await seed(createApi(url));
    return { folder, ...tokens };
  } finally {
    await stop(() => cpSync(dataDir, folder, { recursive: true }));
  }
}

/** Returns a client whose calls have different client addresses, for servers with DEFAULT_LIMITS. */
export function createApi(url: string): TestServer['api'] {
  let calls = 0;
  return async (method, path, body, token) => {
    calls += 1;
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        'X-Forwarded-For': `10.0.${calls >> 8}.${calls & 255}`,
        'Content-Type': 'application/json',
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const json = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json.data;
  };
}

/** Plays with a server that sends mail. */
export async function withMail(
  { binary, afterwards }: Pick<Stage, 'binary' | 'afterwards'>,
  play: (server: TestServer, sink: SmtpSink) => Promise<void>,
  settings: Record<string, string> = {},
): Promise<void> {
  const sink = await startSmtpSink();
  const server = await startServer(binary, { SMTP_URL: sink.url, ...settings });
  afterwards(async () => {
    await server.stop();
    await sink.close();
  });
  await play(server, sink);
}

/** Starts a server without an admin or data, like a new installation. */
export async function startEmptyServer(binary: string | undefined): Promise<EmptyServer> {
  const { url, stop, readOutput } = await launchServer(binary, { LOG_LEVEL: 'info' });
  // The server is ready before it has printed everything.
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const setupLink = /http:\S+\/setup\?token=\S+/.exec(await readOutput())?.[0];
    if (setupLink) return { url, setupLink, stop };
    await Bun.sleep(20);
  }
  const output = await readOutput();
  await stop();
  throw new Error(`The server printed no setup link: ${output}`);
}

/** Starts a server in a new folder, with a copy of the data of another one if it is given. */
async function launchServer(binary: string | undefined, settings: Record<string, string>, origin?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'perkmint-browser-'));
  if (origin) cpSync(origin, dataDir, { recursive: true });
  const port = findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const command = binary
    ? [resolve(binary)]
    : [process.execPath, join(import.meta.dir, '../../../cli/main.ts')];
  const [stdout, stderr] = [join(dataDir, 'stdout.log'), join(dataDir, 'stderr.log')];
  const child = Bun.spawn([...command, 'serve'], {
    cwd: dataDir,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      // The scenes share tokens, and take longer than 15 minutes on a slow machine.
      ACCESS_TOKEN_TTL: '86400',
      TMPDIR: tmpdir(),
      ...settings,
    },
    stdout: Bun.file(stdout),
    stderr: Bun.file(stderr),
  });
  const stop = async (beforeDelete?: () => void) => {
    child.kill();
    await child.exited;
    beforeDelete?.();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilReady(url);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url,
    dataDir,
    stop,
    readOutput: async () => (await Bun.file(stdout).text()) + (await Bun.file(stderr).text()),
  };
}

async function waitUntilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const isReady = await fetch(`${url}/api/v1/health`).then(
      response => response.ok,
      () => false,
    );
    if (isReady) return;
    await Bun.sleep(20);
  }
  throw new Error('The server did not start');
}

/** Creates data for every page. @returns access tokens of the owner and the customer */
async function seed(api: TestServer['api']): Promise<{ owner: string; customer: string }> {
  const register = (body: object) =>
    api<{ accessToken: string }>('POST', '/auth', { action: 'register', password: PASSWORD, ...body });
  const { accessToken: owner } = await register({
    email: OWNER,
    name: 'Olive Owner',
    role: 'business',
    businessName: 'Blue Cup',
    industry: 'Cafe',
  });
  const { accessToken: customer } = await register({ email: CUSTOMER, name: 'Ada Ames' });
  const campaign = (body: object) =>
    api<{ id: string }>('POST', '/campaigns', { platform: 'instagram', actionType: 'story', ...body }, owner);
  const story = await campaign({
    name: 'Story of the week',
    description: 'Show your cup in a story and tag us.',
    reward: { type: 'fixed', value: 5 },
    requirements: { minFollowers: 100, hashtags: ['bluecup'] },
    budget: { total: 250 },
    limits: { perUser: 5 },
    launch: true,
  });
  await campaign({
    name: 'Your favourite corner, in a short video that others like to watch',
    platform: 'tiktok',
    actionType: 'video',
    reward: { type: 'percentage', value: 15, maxAmount: 20 },
    launch: true,
  });
  await campaign({
    name: 'Review us',
    platform: 'google',
    actionType: 'review',
    reward: { type: 'fixed', value: 3 },
  });
  for (const n of [1, 2, 3]) {
    const proof = { campaignId: story.id, proofUrl: `https://www.instagram.com/p/cup${n}/` };
    const { id } = await api<{ id: string }>('POST', '/submissions', proof, customer);
    if (n === 1) await api('POST', '/submissions/review', { submissionId: id, action: 'approve' }, owner);
  }
  return { owner, customer };
}
