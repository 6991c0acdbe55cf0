import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { cpuMicrosOf, startServer, tempDir } from './harness.ts';
import { isSmoke } from './smoke.ts';

const ROOT = join(import.meta.dir, '../..');
const PROBE_PAUSE_MS = 2;

/** A server in a separate process, used only through its API. BENCH_CHECKOUT can select another revision. */
export interface Installation {
  /** The access token of the registered business. */
  businessId: string;
  /** @returns the whole response and its duration */
  post(path: string, body: unknown): Promise<{ status: number; text: string; ms: number }>;
  rssMib(): Promise<number>;
  /** Processor time that the server has used: what a busy machine disturbs least. */
  cpuMs(): Promise<number>;
  /** Measures the durations of GET /health while `work` runs, as the delay of other requests. */
  healthDuring(work: () => Promise<unknown>): Promise<number[]>;
  stop(): Promise<void>;
}

/** Starts a server on new data, without rate limits, and registers a business there. */
export async function startInstallation(name: string): Promise<Installation> {
  const dataDir = tempDir(name);
  rmSync(dataDir, { recursive: true, force: true });
  const checkout = process.env.BENCH_CHECKOUT ?? ROOT;
  const env = { DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'silent' };
  const server = isSmoke
    ? await startServer('ours.ts', { env })
    : await spawnServer([process.execPath, join(checkout, 'cli/main.ts')], env);
  const api = `http://127.0.0.1:${server.port}/api/v1`;
  const headers: Record<string, string> = { accept: 'application/json', 'content-type': 'application/json' };
  const post: Installation['post'] = async (path, body) => {
    const startedAt = performance.now();
    const response = await fetch(api + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    return { status: response.status, text, ms: performance.now() - startedAt };
  };
  const owner = await post('/auth', {
    action: 'register',
    role: 'business',
    businessName: 'Blue Cup',
    name: 'Owner',
    email: 'owner@blue-cup.example',
    password: 'correct horse battery',
  });
  const { accessToken, user } = JSON.parse(owner.text).data;
  headers.authorization = `Bearer ${accessToken}`;
  return {
    businessId: user.businessId,
    post,
    rssMib: () => rssMib(server.pid),
    cpuMs: async () => (await cpuMicrosOf(server.pid)) / 1_000,
    healthDuring: work => probe(`${api}/health`, work),
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function probe(url: string, work: () => Promise<unknown>): Promise<number[]> {
  const took: number[] = [];
  let isDone = false;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const startedAt = performance.now();
    await (await fetch(url)).arrayBuffer();
    took.push(performance.now() - startedAt);
    await Bun.sleep(PROBE_PAUSE_MS);
  }
  await done;
  return took;
}

export interface ServerProcess {
  port: number;
  pid: number;
  /** From the start of the process to its first response. */
  startMs: number;
  stop(): Promise<void>;
}

/**
 * Starts `<command> serve` on a port that it chooses and waits for its first response.
 * @throws Error if it ends instead
 */
export async function spawnServer(command: string[], env: Record<string, string>): Promise<ServerProcess> {
  const startedAt = performance.now();
  const child = Bun.spawn([...command, 'serve'], {
    env: { ...process.env, ...env, PORT: '0', NODE_ENV: 'production' },
    stdout: 'pipe',
    stderr: 'ignore',
  });
  const port = await readPort(child.stdout);
  await (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).arrayBuffer();
  return {
    port,
    pid: child.pid,
    startMs: performance.now() - startedAt,
    stop: async () => {
      // By the signal of an operator: after a kill, the next start would check the whole file.
      child.kill();
      await child.exited;
    },
  };
}

/** Memory of a process in MiB; NaN where there is no /proc. */
export async function rssMib(pid: number): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`)
    .text()
    .catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

/** Reads the port from the first line that a server prints. */
async function readPort(output: ReadableStream<Uint8Array>): Promise<number> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of output) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('\n')) return (JSON.parse(text.slice(0, text.indexOf('\n'))) as { port: number }).port;
  }
  throw new Error('The server ended before it listened');
}
