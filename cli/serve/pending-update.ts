import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';
import { quickCheckDatabase } from '../../db/sqlite/maintenance.ts';
import { copyBeforeUpdate } from '../../db/sqlite/migrate.ts';
import type { App } from '../../src/app.ts';
import { CLI } from '../../src/context.ts';
import { hashFile } from '../../src/platform/runtime/files.ts';
import { VERSION } from '../../src/platform/version.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { UpdateError } from '../../src/updates/errors.ts';
import { confirm, goBack } from '../../src/updates/install.ts';
import { readPendingUpdate, readUpdate, type UpdateRecord, writeUpdate } from '../../src/updates/record.ts';
import { probe } from '../api/probe.ts';

/** How often a new version may be started before it is confirmed: a power failure at its first start is not its fault. */
const MAX_STARTS = 2;
const POLL_MS = 1_000;
/** Requests that a new version must answer before it opens: health, readiness, a page, and a list of the API. */
const TRIED_PATHS = ['/api/v1/health', '/api/v1/ready', '/login', '/api/v1/actions'];
const OK = 200;

/** The consequence of an update that was not confirmed yet for this start. */
interface Pending {
  /** The update that this start confirms. */
  update: UpdateRecord | null;
  /** The former version, which runs instead. */
  run: string | null;
}

const NOTHING: Pending = { update: null, run: null };

/**
 * Continues an update where it was interrupted. The new version gets a copy of the database, once; the former version, and a
 * new one that was started too often, put everything back. The caller holds the lock of the data folder.
 * @param executable the file of this program; null for one that runs from its sources
 */
export async function preparePendingUpdate(
  dataDir: string,
  { executable, now }: { executable: string | null; now: string },
): Promise<Pending> {
  const record = readUpdate(dataDir);
  if (!record || executable === null || record.state === 'confirmed') return NOTHING;
  const { state, starts, from, to, previous } = record;
  // Compared without reading them, because every later start comes here.
  if (state === 'returned' && (!existsSync(previous) || isSameFile(executable, previous))) return NOTHING;
  const own = await hashFile(executable);
  const isNew = own === to.sha256;
  // The user who runs the server could not replace it.
  if (state === 'returned') return isNew ? { update: null, run: previous } : NOTHING;
  if (isNew && state === 'installed' && starts < MAX_STARTS) {
    const database = join(dataDir, DATABASE_FILE);
    const hasCopy = starts > 0 || !existsSync(database);
    const snapshot = hasCopy ? record.snapshot : await copyBeforeUpdate(database, now);
    return { update: writeUpdate(dataDir, { ...record, snapshot, starts: starts + 1 }), run: null };
  }
  const reason = isNew
    ? `Version ${to.version} was not ready after ${starts} starts`
    : `The update to ${to.version} was interrupted`;
  const isKnown = isNew || own === from.sha256;
  const run = await goBack(dataDir, record, { reason, endedAt: now, mayReplace: isKnown });
  return { update: null, run: isNew ? run : null };
}

function isSameFile(one: string, other: string): boolean {
  return statSync(one).ino === statSync(other).ino;
}

/**
 * Asserts that a new version works with the data of the installation before it answers requests, and confirms its update.
 * @param url the address of the server on this computer
 * @throws UpdateError
 */
export async function confirmUpdate(app: App, record: UpdateRecord, url: string, now: string): Promise<void> {
  const { dataDir } = app.services.config;
  const problems = [
    ...quickCheckDatabase(join(dataDir, DATABASE_FILE)),
    ...(await checkIntegrity(app.as(CLI))),
    ...(await tryRequests(app)),
    ...(await tryPort(url)),
  ];
  if (problems.length > 0) throw new UpdateError(problems.join('; '));
  // Daily backups contain as much as a copy that no migration has followed.
  const isUseful = app.migrated.length > 0 || record.starts > 1;
  confirm(dataDir, isUseful ? record : { ...record, snapshot: null }, now);
  if (record.snapshot !== null && !isUseful) rmSync(record.snapshot, { force: true });
}

/** Calls `onUpdate` as soon as the file of this program was replaced. @returns a function that stops watching */
export function watchForUpdate(dataDir: string, onUpdate: () => void): () => void {
  const timer = setInterval(() => {
    if (readPendingUpdate(dataDir)?.state !== 'installed') return;
    clearInterval(timer);
    onUpdate();
  }, POLL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

async function tryRequests({ handler }: App): Promise<string[]> {
  const problems: string[] = [];
  for (const path of TRIED_PATHS) {
    const { status } = await handler.fetch(new Request(`http://127.0.0.1${path}`), '127.0.0.1');
    if (status !== OK) problems.push(`${path} responds with ${status}`);
  }
  return problems;
}

/** Requests the health of this server over its port, which responds that it is not open yet. */
async function tryPort(url: string): Promise<string[]> {
  const { body } = await probe(url);
  return body.data?.version === VERSION ? [] : [`${url} is answered by another program`];
}
