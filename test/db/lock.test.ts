import { afterEach, beforeEach, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { acquireLock, LockedError } from '../../db/sqlite/lock.ts';

const now = '2025-03-01T10:00:00.000Z';
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-lock-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function getLockError(): LockedError {
  try {
    acquireLock(folder, 'second', now);
  } catch (error) {
    if (error instanceof LockedError) return error;
    throw error;
  }
  throw new Error('The lock was not held');
}

/** Starts a process that acquires the lock, prints a line and keeps running. */
async function spawnHolder() {
  const program = `
    const { acquireLock } = await import(${JSON.stringify(join(import.meta.dir, '../../db/sqlite/lock.ts'))});
    acquireLock(${JSON.stringify(folder)}, 'perkmint serve on port 3000', ${JSON.stringify(now)});
    Bun.gc(true);
    console.log('held');
    setInterval(() => {}, 1_000_000);`;
  const child = Bun.spawn([process.execPath, '-e', program], { stdout: 'pipe', stderr: 'inherit' });
  const { value } = await child.stdout.getReader().read();
  expect(new TextDecoder().decode(value)).toBe('held\n');
  return child;
}

test('a second process gets an error that names the holder of the lock', async () => {
  const child = await spawnHolder();
  const error = getLockError();
  expect(error.holder).toEqual({
    pid: child.pid,
    description: 'perkmint serve on port 3000',
    since: now,
    executable: process.execPath,
  });
  expect(error.message).toBe(
    `${folder} is in use by perkmint serve on port 3000 (pid ${child.pid}, since ${now})`,
  );
  child.kill('SIGKILL');
  await child.exited;
});

test('the lock of a killed process is released immediately', async () => {
  const child = await spawnHolder();
  child.kill('SIGKILL');
  await child.exited;
  acquireLock(folder, 'next', now).release();
});

test('one process can acquire the lock once, and again after releasing it', () => {
  const lock = acquireLock(folder, 'first', now);
  expect(getLockError().holder).toEqual({
    pid: process.pid,
    description: 'first',
    since: now,
    executable: process.execPath,
  });
  // A failed attempt in the same process must not release the kernel's lock.
  expect(getLockError().holder?.description).toBe('first');
  lock.release();
  lock.release();
  acquireLock(folder, 'again', now).release();
});

test('locking a missing directory fails with a different error', () => {
  expect(() => acquireLock(join(folder, 'absent'), 'x', now)).toThrow('unable to open');
});
