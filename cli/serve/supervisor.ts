import { acquireLock } from '../../db/sqlite/lock.ts';
import { readEnvironment } from '../../src/config/environment.ts';
import { nowIso, SECOND_MS, systemClock } from '../../src/platform/clock.ts';
import { describeReturn, goBack, putBackProgram } from '../../src/updates/install.ts';
import { readPendingUpdate, readUpdate, type UpdateRecord } from '../../src/updates/record.ts';
import { processIo } from '../output.ts';
import { type Handover, handOver, SUPERVISE, SUPERVISED } from './hand-over.ts';

const POLL_MS = 100;
const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

interface Supervision {
  dataDir: string;
  /** The command of the new version and its arguments. */
  command: string[];
  env: Record<string, string | undefined>;
}

/** The end of the new version. */
interface Outcome {
  /** The exit code of a server that has ended after it was confirmed, or because it was asked to. */
  exitCode: number;
  /** The program that continues instead: the former one, or one that supervises the next update. */
  next: Handover | null;
}

/**
 * Starts the new version as a child process, and puts the former version and data back if it ends or hangs before it is
 * confirmed. It passes the first signal and the exit code on, and kills the new version at a second signal.
 */
export async function supervise({ dataDir, command, env }: Supervision): Promise<Outcome> {
  const child = Bun.spawn(command, { env, stdio: ['inherit', 'inherit', 'inherit'], detached: true });
  let isAskedToStop = false;
  const forward = (signal: NodeJS.Signals) => {
    // A server that is stopping ignores further signals, because it also receives those that are sent to all processes.
    child.kill(isAskedToStop ? 'SIGKILL' : signal);
    isAskedToStop = true;
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  const begun = readUpdate(dataDir);
  const limitMs = begun?.startLimitMs ?? 0;
  const isDecided = await waitUntilDecided(dataDir, child, limitMs);
  const isLate = !isDecided && child.exitCode === null && child.signalCode === null;
  if (isLate) child.kill('SIGKILL');
  const exitCode = await child.exited;
  for (const signal of FORWARDED) process.off(signal, forward);
  // Read again after the end: it may have confirmed the update at the last moment, and then has answered requests.
  const record = readUpdate(dataDir);
  if (!record || isAskedToStop || record.state === 'confirmed') return { exitCode, next: null };
  if (record.startedAt !== begun?.startedAt)
    return { exitCode, next: { file: record.previous, supervise: dataDir } };
  const how = isLate
    ? `was not ready within ${Math.round(limitMs / SECOND_MS)} s`
    : `ended with exit code ${exitCode}`;
  const file =
    record.state === 'returned'
      ? await putBackProgram(record)
      : await putBack(dataDir, record, `Version ${record.to.version} ${how}`);
  return { exitCode, next: { file } };
}

/** Continues this process as the supervisor of a new version, and later as what runs after it. */
export async function superviseServer(dataDir: string): Promise<number> {
  const { [SUPERVISE]: _, ...rest } = readEnvironment();
  const executable = readUpdate(dataDir)?.executable ?? process.execPath;
  const { exitCode, next } = await supervise({
    dataDir,
    command: [executable, ...process.argv.slice(2)],
    env: { ...rest, [SUPERVISED]: '1' },
  });
  return next === null ? exitCode : handOver(next);
}

async function putBack(dataDir: string, record: UpdateRecord, reason: string): Promise<string> {
  const now = nowIso(systemClock);
  const lock = acquireLock(dataDir, 'perkmint update', now);
  try {
    const run = await goBack(dataDir, record, { reason, endedAt: now });
    processIo().err(`${describeReturn(record, reason)}\n`);
    return run;
  } finally {
    lock.release();
  }
}

/**
 * Waits until an update is confirmed or taken back. @returns false if the process has ended before, or after the limit
 */
async function waitUntilDecided(dataDir: string, child: Bun.Subprocess, limitMs: number): Promise<boolean> {
  const deadlineMs = performance.now() + limitMs;
  while (performance.now() < deadlineMs && child.exitCode === null && child.signalCode === null) {
    if (readPendingUpdate(dataDir) === null) return true;
    await Bun.sleep(POLL_MS);
  }
  return readPendingUpdate(dataDir) === null;
}
