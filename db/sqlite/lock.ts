import { SQLiteError, Database as Sqlite } from 'bun:sqlite';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockHolder {
  pid: number;
  description: string;
  since: string;
  /** The file of its program. */
  executable?: string;
}

/** Another process uses the data directory. */
export class LockedError extends Error {
  override readonly name = 'LockedError';

  constructor(
    dataDir: string,
    /** Null if the process has not written its description yet. */
    readonly holder: LockHolder | null,
  ) {
    const who = holder
      ? `${holder.description} (pid ${holder.pid}, since ${holder.since})`
      : 'another process';
    super(`${dataDir} is in use by ${who}`);
  }
}

/** Prevents garbage collection of the connections, which would release their locks. */
const heldLocks = new Set<Sqlite>();

/** Returns whether another connection holds the lock that a statement needs. */
export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && error.code?.startsWith('SQLITE_BUSY') === true;
}

/**
 * Locks the data directory for this process. The kernel holds the lock on a separate SQLite file and releases it when
 * the process ends in any way; the text file beside it only describes the holder. No other code may open
 * `<dataDir>/lock`: closing any descriptor of a file releases the process's locks on it.
 * @throws LockedError with the holder if another process has the lock
 */
export function acquireLock(dataDir: string, description: string, now: string): { release(): void } {
  const holderFile = join(dataDir, 'lock.holder');
  const connection = new Sqlite(join(dataDir, 'lock'), { readwrite: true, create: true });
  try {
    connection.run('PRAGMA busy_timeout = 0');
    connection.run('PRAGMA locking_mode = EXCLUSIVE');
    connection.run('BEGIN EXCLUSIVE');
  } catch (error) {
    connection.close(true);
    throw isBusy(error) ? new LockedError(dataDir, readHolder(holderFile)) : error;
  }
  heldLocks.add(connection);
  // Renamed into place, so that no process reads a partial file.
  const draft = `${holderFile}.${process.pid}`;
  writeFileSync(
    draft,
    `${JSON.stringify({ pid: process.pid, description, since: now, executable: process.execPath } satisfies LockHolder)}\n`,
  );
  renameSync(draft, holderFile);
  return {
    release: () => {
      if (!heldLocks.delete(connection)) return;
      rmSync(holderFile, { force: true });
      connection.run('ROLLBACK');
      connection.close(true);
    },
  };
}

function readHolder(holderFile: string): LockHolder | null {
  try {
    return JSON.parse(readFileSync(holderFile, 'utf8')) as LockHolder;
  } catch {
    return null;
  }
}
