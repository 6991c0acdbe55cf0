import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call that changes something outside a process, right before which it is killed. */
export interface KillPoint {
  call: string;
  /** The number of this call in its thread, from 1. */
  nth: number;
  /** The path of its file, or the address of its connection. */
  target: string;
}

/** The kills of one process at all of its points. */
export interface Killed {
  /** Calls that it did not come to: how many a download needs differs. */
  missed: number;
  /** Kills before it took effect, and after. */
  before: number;
  after: number;
  problems: string[];
}

/** A process that is traced. */
export interface Traced {
  command: string[];
  env: Record<string, string>;
  /** Resolves when the process has done its work and may be stopped; without it, the process ends when it is done. */
  isDone?: (child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) => Promise<unknown>;
}

/** All calls that change files or send to others. */
const CALLS = [
  'openat',
  'write',
  'pwrite64',
  'writev',
  'pwritev',
  'sendto',
  'sendmsg',
  'ftruncate',
  'truncate',
  'fallocate',
  'copy_file_range',
  'sendfile',
  'ioctl',
  'fdatasync',
  'fsync',
  'rename',
  'renameat',
  'renameat2',
  'link',
  'linkat',
  'unlink',
  'unlinkat',
  'rmdir',
  'mkdir',
  'mkdirat',
  'chmod',
  'fchmod',
  'fchmodat',
  'chown',
  'fchown',
];

/** Runs a process once without a kill. @returns its calls with a target for which `isMeant` holds, in their order */
export async function listKillPoints(
  traced: Traced,
  isMeant: (target: string) => boolean,
): Promise<KillPoint[]> {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-kill-points-'));
  const file = join(folder, 'trace');
  const { exitCode, errors } = await run(traced, ['-e', `trace=${CALLS.join(',')}`, '-o', file]);
  const lines = readFileSync(file, 'utf8').split('\n');
  rmSync(folder, { recursive: true });
  if (exitCode !== 0) throw new Error(`${traced.command.join(' ')}: ${exitCode} ${errors}`);
  const counts = new Map<string, number>();
  return lines.flatMap(line => {
    const [, thread = '', call = '', rest = ''] = /^(\d+)\s+(\w+)\((.*)$/.exec(line) ?? [];
    if (call === '') return [];
    const nth = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, nth);
    const target = findTarget(call, rest);
    return isChange(call, rest) && isMeant(target) ? [{ call, nth, target }] : [];
  });
}

/** Runs a process that is killed at a point. @returns whether it came so far */
export async function killAt(traced: Traced, { call, nth }: KillPoint): Promise<boolean> {
  const inject = `inject=${call}:signal=KILL:when=${nth}`;
  const { wasKilled } = await run(traced, ['-e', `trace=${call}`, '-e', inject, '-o', '/dev/null']);
  return wasKilled;
}

async function run(
  { command, env, isDone }: Traced,
  options: string[],
): Promise<{ exitCode: number | null; wasKilled: boolean; errors: string }> {
  const child = Bun.spawn(['strace', '-f', '-qq', '-yy', '-s', '0', ...options, ...command], {
    env,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const errors = new Response(child.stderr).text();
  if (isDone) {
    await Promise.race([isDone(child), child.exited]);
    // The tracer exits with the process, and as it does.
    Bun.spawnSync(['pkill', '-TERM', '-P', String(child.pid)]);
  } else await new Response(child.stdout).text();
  await child.exited;
  return { exitCode: child.exitCode, wasKilled: child.signalCode === 'SIGKILL', errors: await errors };
}

/** Returns the first path of a call in quotes, or that of its descriptor. */
function findTarget(call: string, rest: string): string {
  const named = /"([^"]*)"/.exec(rest)?.[1] ?? '';
  return named !== '' && !/^p?write|^send/.test(call)
    ? named
    : (/^\d+<((?:->|[^>])*)>/.exec(rest)?.[1] ?? '');
}

/** Opening a file to read it changes nothing. */
function isChange(call: string, rest: string): boolean {
  return call !== 'openat' || rest.includes('O_CREAT');
}
