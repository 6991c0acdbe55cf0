import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const START_TIMEOUT_MS = 30_000;
const POLL_MS = 50;
const FIRST_PORT = 20_000;
const PORTS = 20_000;

export interface Reply {
  status: number;
  retryAfter: string | null;
  // biome-ignore lint/suspicious/noExplicitAny: a scenario reads any field of the response
  data: any;
  code: string | undefined;
}

/** The real server as a process on the data directory of the scenario. */
export interface ServerProcess {
  child: Bun.Subprocess;
  url: string;
  call(method: string, path: string, body?: object): Promise<Reply>;
  /** Creates a campaign of the business. */
  write(): Promise<Reply>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

export const freshFolder = () => mkdtempSync(join(tmpdir(), 'perkmint-fault-'));

/** @param wrapper a command prefix, such as a shell that lowers a limit first */
export async function startServer(
  dataDir: string,
  env: Record<string, string> = {},
  wrapper: string[] = [],
): Promise<ServerProcess> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const script = join(import.meta.dir, '..', '..', '..', 'cli', 'main.ts');
  const child = Bun.spawn([...wrapper, process.execPath, script, 'serve'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'silent',
      ACCESS_TOKEN_TTL: '86400',
      ...env,
    },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  const url = `http://127.0.0.1:${port}/api/v1`;
  await untilHealthy(url, child);
  let token = '';
  const call = async (method: string, path: string, body?: object): Promise<Reply> => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    const { data, error } = (await response.json()) as { data: unknown; error?: { code: string } };
    const retryAfter = response.headers.get('retry-after');
    return { status: response.status, retryAfter, data, code: error?.code };
  };
  token = await ownerOf(call);
  const campaign = { name: 'Story', platform: 'instagram', actionType: 'story' };
  return {
    child,
    url,
    call,
    write: () => call('POST', '/campaigns', { ...campaign, reward: { type: 'fixed', value: 5 } }),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await child.exited;
    },
  };
}

async function untilHealthy(url: string, child: Bun.Subprocess): Promise<void> {
  for (let waited = 0; waited < START_TIMEOUT_MS; waited += POLL_MS) {
    if (child.exitCode !== null) throw new Error(`The server left with ${child.exitCode}`);
    const isUp = await fetch(`${url}/health`).then(
      response => response.ok,
      () => false,
    );
    if (isUp) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error('The server did not start');
}

/** Logs the owner of the business in; the first start registers the business. */
async function ownerOf(
  call: (method: string, path: string, body: object) => Promise<Reply>,
): Promise<string> {
  const login = { email: 'owner@shop.example', password: 'correct horse battery' };
  const shop = { name: 'Owner', role: 'business', businessName: 'Shop' };
  const known = await call('POST', '/auth', { action: 'login', ...login });
  const { data } = known.data?.accessToken
    ? known
    : await call('POST', '/auth', { action: 'register', ...login, ...shop });
  if (!data?.accessToken) throw new Error('The owner could neither log in nor register');
  return data.accessToken;
}
