import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Served } from './child.ts';
import { type LoadResult, type LoadSpec, run } from './load.ts';
import { isSmoke } from './smoke.ts';

/** Servers run on the first core, the load on the second, where `taskset` can tell them so. */
const SERVER_CORE = '0';
const LOAD_CORE = '1';
const TASKSET = Bun.which('taskset');

let specs = 0;

export interface Child {
  port: number;
  pid: number;
  /** Reads the counts of transactions since the start; empty for a raw program. */
  readStats(): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** One program under load. */
export interface Variant {
  name: string;
  server: Child;
  requests: string[];
  status?: number;
  clients?: number;
}

export interface Outcome {
  name: string;
  /** Median over the rounds of this variant's rate by the rate of the first one in the same round. */
  ratio: number;
  ratios: number[];
  /** Median of the first one's processor time per request by this variant's, in the same round: a busy machine disturbs it least. */
  cpuRatio: number;
  perSecond: number;
  /** Processor time of the server a request, its kernel's part included. */
  cpuMicros: number;
  p50Ms: number;
  p99Ms: number;
}

export interface Rounds {
  rounds: number;
  warmupMs: number;
  measureMs: number;
  clients: number;
}

export const ROUNDS: Rounds = { rounds: 5, warmupMs: 400, measureMs: 1_200, clients: 32 };
const SMOKE_ROUNDS: Rounds = { rounds: 1, warmupMs: 0, measureMs: 20, clients: 2 };
/** Responses of a smoke run that counts them. */
const SMOKE_COUNT = 4;

function pinned(core: string, command: string[]): string[] {
  return TASKSET ? [TASKSET, '-c', core, ...command] : command;
}

/** Starts a server of this folder, or at an absolute path; it tells its port when it is ready. Its log lines go to /dev/null. */
export async function startServer(file: string, spec: object): Promise<Child> {
  if (isSmoke) return await startInProcess(file, spec);
  const ready = Promise.withResolvers<number>();
  let stats = Promise.withResolvers<Record<string, number>>();
  const specFile = `${tempDir(`spec-${specs++}`)}.json`;
  await Bun.write(specFile, JSON.stringify(spec));
  const child = Bun.spawn(pinned(SERVER_CORE, [process.execPath, resolve(import.meta.dir, file)]), {
    env: { ...process.env, NODE_ENV: 'production', BENCH_SPEC: specFile },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    ipc: (message: { port: number } | { stats: Record<string, number> }) =>
      'port' in message ? ready.resolve(message.port) : stats.resolve(message.stats),
    onExit: (_child, code) => ready.reject(new Error(`${file} left with ${code}`)),
  });
  const port = await ready.promise;
  await Bun.file(specFile).delete();
  return {
    port,
    pid: child.pid,
    readStats: () => {
      stats = Promise.withResolvers();
      child.send({});
      return stats.promise;
    },
    stop: async () => {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

async function startInProcess(file: string, spec: object): Promise<Child> {
  const program = (await import(resolve(import.meta.dir, file))) as { serve(spec: object): Promise<Served> };
  const { port, stats, stop } = await program.serve(spec);
  return { port, pid: process.pid, readStats: async () => stats(), stop: async () => void (await stop()) };
}

export async function load(spec: LoadSpec): Promise<LoadResult> {
  if (isSmoke) return await run({ ...spec, ...SMOKE_ROUNDS, count: spec.count && SMOKE_COUNT });
  const child = Bun.spawn(pinned(LOAD_CORE, [process.execPath, join(import.meta.dir, 'load.ts')]), {
    stdin: new Blob([JSON.stringify(spec)]),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  return JSON.parse(await new Response(child.stdout).text()) as LoadResult;
}

/** Processor time that a process has used so far, in microseconds; NaN where there is no /proc. */
export async function cpuMicrosOf(pid: number): Promise<number> {
  const folder = `/proc/${pid}/task`;
  const tasks = await readdir(folder).catch(() => []);
  // Finer than the clock ticks of `stat`, each a hundredth of a second.
  const texts = await Promise.all(
    tasks.map(task => readFile(`${folder}/${task}/schedstat`, 'utf8').catch(() => '0')),
  );
  if (texts.length === 0) return Number.NaN;
  return texts.reduce((sum, text) => sum + Number(text.split(' ', 1)[0]), 0) / NANOS_PER_MICRO;
}

const NANOS_PER_MICRO = 1_000;

/**
 * Returns the processor time per response of each program, in microseconds, over a number of requests in turn. On a
 * busy machine the requests only take longer.
 * @throws Error if a response has another status
 */
export async function measureCpu(variants: Variant[], count: number, rounds: number): Promise<number[]> {
  const results: number[][] = variants.map(() => []);
  // The first round only warms up.
  for (let round = 0; round <= rounds; round++) {
    for (const [
      index,
      { name, server, requests, status = 200, clients = ROUNDS.clients },
    ] of variants.entries()) {
      const before = await cpuMicrosOf(server.pid);
      const { errors, responses } = await load({
        port: server.port,
        clients,
        warmupMs: 0,
        measureMs: 0,
        count,
        requests,
        status,
      });
      if (errors > 0) throw new Error(`${name}: ${errors} responses do not have status ${status}`);
      if (round > 0) results[index]?.push(((await cpuMicrosOf(server.pid)) - before) / responses);
    }
  }
  return results.map(median);
}

interface Measured extends LoadResult {
  cpuMicros: number;
}

/** Alternates short rounds over the variants, so that whatever disturbs the machine disturbs all of them. */
export async function compare(variants: Variant[], settings: Partial<Rounds> = {}): Promise<Outcome[]> {
  const { rounds, warmupMs, measureMs, clients } = {
    ...ROUNDS,
    ...settings,
    ...(isSmoke ? SMOKE_ROUNDS : {}),
  };
  const results: Measured[][] = variants.map(() => []);
  for (let round = 0; round < rounds; round++) {
    const order = variants.map((_, index) => (index + round) % variants.length);
    for (const index of order) {
      const { name, server, requests, status = 200, clients: own } = variants[index] as Variant;
      const spec = { port: server.port, clients: own ?? clients, warmupMs, measureMs, requests, status };
      const before = await cpuMicrosOf(server.pid);
      const result = await load(spec);
      const cpuMicros = ((await cpuMicrosOf(server.pid)) - before) / result.responses;
      if (result.errors > 0)
        throw new Error(`${name}: ${result.errors} responses do not have status ${status}`);
      results[index]?.push({ ...result, cpuMicros });
    }
  }
  return variants.map(({ name }, index) => summarize(name, results[index] ?? [], results[0] ?? []));
}

function summarize(name: string, own: Measured[], base: Measured[]): Outcome {
  const ratios = own.map((result, round) => result.perSecond / (base[round]?.perSecond ?? Number.NaN));
  return {
    name,
    ratio: median(ratios),
    ratios,
    cpuRatio: median(own.map(({ cpuMicros }, round) => (base[round]?.cpuMicros ?? Number.NaN) / cpuMicros)),
    perSecond: median(own.map(result => result.perSecond)),
    cpuMicros: median(own.map(result => result.cpuMicros)),
    p50Ms: median(own.map(result => result.p50Ms)),
    p99Ms: median(own.map(result => result.p99Ms)),
  };
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** Builds a complete HTTP request as bytes. */
export function http(method: string, path: string, headers: Record<string, string> = {}, body = ''): string {
  const lines = Object.entries({
    Host: '127.0.0.1',
    ...headers,
    ...(body
      ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }
      : {}),
  }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}

/** Lines of a table, ratio first, the goal beside it. */
export function table(title: string, outcomes: Outcome[], goals: Record<string, string> = {}): void {
  const rows = outcomes.map(({ name, ratio, ratios, cpuRatio, perSecond, cpuMicros, p50Ms, p99Ms }) => [
    ratio.toFixed(2),
    `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
    goals[name] ?? '',
    cpuRatio.toFixed(2),
    name,
    Math.round(perSecond).toLocaleString('en'),
    cpuMicros.toFixed(0),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
  ]);
  print(
    title,
    ['ratio', 'range', 'goal', 'cpu ratio', 'program', 'req/s', 'cpu µs', 'p50 ms', 'p99 ms'],
    rows,
  );
}

export function print(title: string, head: string[], rows: string[][]): void {
  const widths = head.map((cell, column) =>
    Math.max(cell.length, ...rows.map(row => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  process.stdout.write(`\n${title}\n${[head, ...rows].map(row => `  ${line(row)}`).join('\n')}\n`);
}

export function verdict(label: string, value: number, goal: number, isReached = value >= goal): void {
  const sign = isReached ? 'reached' : 'not reached';
  process.stdout.write(`  ${label}: ${value.toFixed(2)} (goal ${goal}: ${sign})\n`);
}

export function tempDir(name: string): string {
  return join(tmpdir(), `perkmint-bench-${name}-${process.pid}`);
}
