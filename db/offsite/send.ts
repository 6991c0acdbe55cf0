import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { type Clock, DAY_MS, MINUTE_MS, nowIso } from '../../src/platform/clock.ts';
import type { Random } from '../../src/platform/crypto.ts';
import type { Destination } from '../../src/platform/destinations/destination.ts';
import { addFailure } from '../../src/platform/failures.ts';
import { OWNER_ONLY_DIR, OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import { forEachInBatches } from '../../src/platform/runtime/in-order.ts';
import type { AgeKeys } from '../../src/platform/security/age.ts';
import { writeArchive } from '../sqlite/archive.ts';
import { getBackupFolder } from '../sqlite/backups.ts';
import { DATABASE_FILE } from '../sqlite/file.ts';
import { ERASURE_LOG, listSecrets, listUploads } from '../sqlite/full-backup.ts';
import { checkDatabase, DamagedDatabaseError, type OnStep } from '../sqlite/maintenance.ts';
import { type PagesOfMoment, withPages } from '../sqlite/pages.ts';
import { writeChanges } from './changes-file.ts';
import {
  ERASURES_KEY,
  listContents,
  listUploadIds,
  toBackupKey,
  toChangesKey,
  toUploadKey,
} from './contents.ts';
import { PageHashes } from './page-hashes.ts';
import { chooseKept } from './retention.ts';
import { sealInto } from './sealed-file.ts';
import {
  type OffsiteReport,
  type OffsiteState,
  type OpenChain,
  readReport,
  readState,
  readVersion,
  readWholeState,
  writeReport,
  writeState,
} from './state.ts';

/** A new chain begins every day, so that a restore applies the changes of up to one day. */
const CHAIN_MS = DAY_MS;
/** A file gets its final name some time after it was written. Files are compared again for this time. */
const MARGIN_MS = 15 * MINUTE_MS;
/** Files that are deleted at the same time. */
const BATCH = 8;
const CHAIN_ID_BYTES = 6;
const SEED_BYTES = 8;
const TEMPORARY = '.sending-';

/** The installation to back up, and the destination. */
export interface Offsite {
  dataDir: string;
  destination: Destination;
  keys: AgeKeys;
  /** Days of which every moment is kept. */
  keepDays: number;
  clock: Clock;
  random: Random;
}

export interface Sent {
  /** `full` for a backup, `changes`, or `nothing` if nothing had changed. */
  kind: 'full' | 'changes' | 'nothing';
  /** The key of the file at the destination; null without one. */
  key: string | null;
  bytes: number;
  uploads: number;
  /** The moment that the destination can restore. */
  at: string;
  pruned: number;
}

/**
 * Sends a backup of everything, which begins a new chain, and deletes what is no longer kept. The server may be running.
 * The caller holds the lock of the backup folder, as for `sendChanges`.
 * @throws DestinationError, DamagedDatabaseError
 */
export function sendBackup(offsite: Offsite, onStep: OnStep = () => {}): Promise<Sent> {
  return withTemporaryFolder(offsite, async folder => {
    const { dataDir, destination, keys, random, clock } = offsite;
    const database = join(dataDir, DATABASE_FILE);
    const chain: OpenChain = {
      id: toHex(random, CHAIN_ID_BYTES),
      sequence: 0,
      startedAt: nowIso(clock),
      seed: toHex(random, SEED_BYTES),
    };
    const hashes = new PageHashes(chain.seed);
    const version = readVersion(dataDir);
    const [copy, archive, sealed] = [
      join(folder, DATABASE_FILE),
      join(folder, 'archive'),
      join(folder, 'sealed'),
    ];
    onStep('copying the database');
    await withPages(database, pages => copyPages(pages, hashes, copy));
    onStep('checking the copy');
    const problems = checkDatabase(copy);
    if (problems.length > 0) throw new DamagedDatabaseError(database, problems);
    onStep('encrypting');
    writeArchive(archive, [{ name: DATABASE_FILE, path: copy }, ...listSecrets(dataDir)]);
    rmSync(copy);
    await sealInto(sealed, Bun.file(archive).stream(), keys);
    rmSync(archive);
    onStep('sending');
    const former = readState(dataDir, destination.url);
    const { recent, sent: uploads } = await sendFiles(offsite, folder, undefined);
    const key = toBackupKey(chain.startedAt, chain.id);
    const { size: bytes } = statSync(sealed);
    await destination.put(key, sealed);
    const at = chain.startedAt;
    const state = { url: destination.url, chain, version, sentAt: at, recent, gone: former?.gone ?? {} };
    writeState(dataDir, state, hashes);
    onStep('deleting old backups');
    const { pruned, storedBytes, gone } = await prune(offsite, state.gone);
    writeState(dataDir, { ...state, gone }, hashes);
    report(offsite, { sentAt: at, backupAt: at, storedBytes, isRequested: false });
    return { kind: 'full', key, bytes, uploads, at, pruned };
  });
}

/**
 * Sends what has changed since the last file, or a backup of everything if there is none of the last day.
 * @throws DestinationError, DamagedDatabaseError
 */
export async function sendChanges(offsite: Offsite, onStep: OnStep = () => {}): Promise<Sent> {
  const { dataDir, destination, keys, clock } = offsite;
  const found = readWholeState(dataDir, destination.url);
  if (!found || isOver(found.state.chain, clock)) return sendBackup(offsite, onStep);
  const { state, hashes } = found;
  const at = nowIso(clock);
  const version = readVersion(dataDir);
  return withTemporaryFolder(offsite, async folder => {
    const sealed = join(folder, 'sealed');
    const progress = { changed: 0 };
    if (version !== state.version)
      await withPages(join(dataDir, DATABASE_FILE), pages =>
        sealInto(sealed, writeChanges(pages, hashes, progress), keys),
      );
    // Before the pages: an upload is written before its row.
    const { recent, sent: uploads } = await sendFiles(offsite, folder, state);
    const sent: Sent = { kind: 'nothing', key: null, bytes: 0, uploads, at, pruned: 0 };
    const chain = { ...state.chain };
    if (progress.changed > 0) {
      chain.sequence += 1;
      sent.kind = 'changes';
      sent.key = toChangesKey(chain.id, chain.sequence, at);
      sent.bytes = statSync(sealed).size;
      await destination.put(sent.key, sealed);
    }
    writeState(dataDir, { ...state, chain, version, sentAt: at, recent }, hashes);
    report(offsite, { sentAt: at });
    return sent;
  });
}

/** Returns whether something has to be sent, without reading the database. */
export function isChanged({ dataDir, clock }: Pick<Offsite, 'dataDir' | 'clock'>, url: string): boolean {
  const state = readState(dataDir, url);
  return !state || isOver(state.chain, clock) || state.version !== readVersion(dataDir);
}

/** Notes a failure for the report. */
export function noteFailure(
  { dataDir, destination, clock }: Pick<Offsite, 'clock' | 'dataDir' | 'destination'>,
  reason: string,
): void {
  const former = readReport(dataDir, destination.url);
  const failure = addFailure(former.failure, reason, clock);
  writeReport(dataDir, { ...former, failure, isRequested: false });
}

function isOver({ startedAt }: OpenChain, clock: Clock): boolean {
  return clock.now() - Date.parse(startedAt) >= CHAIN_MS;
}

function copyPages(pages: PagesOfMoment, hashes: PageHashes, file: string): void {
  const target = openSync(file, 'wx', OWNER_ONLY_FILE);
  try {
    let index = 0;
    for (const page of pages.read()) {
      hashes.set(index++, page);
      writeSync(target, page);
    }
  } finally {
    closeSync(target);
  }
}

/**
 * Sends the uploads and the list of erasures: those that are missing at the destination, or those that are new since the
 * state. @returns how many were sent, and the recent ones for the next state
 */
async function sendFiles(
  { dataDir, destination, keys, clock }: Offsite,
  folder: string,
  state: OffsiteState | undefined,
): Promise<{ sent: number; recent: string[] }> {
  const oldestMs = state ? Date.parse(state.sentAt) - MARGIN_MS : 0;
  const known = new Set(state?.recent);
  if (!state) for (const id of await listUploadIds(destination)) known.add(toUploadKey(id));
  const recent: string[] = [];
  let sent = 0;
  const log = { key: ERASURES_KEY, path: join(dataDir, ERASURE_LOG) };
  const uploads = listUploads(dataDir).map(({ path }) => ({ key: toUploadKey(basename(path)), path }));
  for (const { key, path } of [log, ...uploads]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found || found.mtimeMs < oldestMs) continue;
    const version = key === ERASURES_KEY ? `${key} ${found.size}` : key;
    if (found.mtimeMs >= clock.now() - MARGIN_MS) recent.push(version);
    if (known.has(version)) continue;
    const sealed = join(folder, 'file');
    await sealInto(sealed, Bun.file(path).stream(), keys);
    await destination.put(key, sealed);
    rmSync(sealed);
    sent += 1;
  }
  return { sent, recent };
}

/** Deletes what is no longer kept: changes before their backup, so that an interruption leaves nothing useless. */
async function prune({ dataDir, destination, keepDays, clock }: Offsite, goneBefore: Record<string, string>) {
  const { chains, orphans } = await listContents(destination);
  const { whole, backupOnly } = chooseKept(chains, keepDays);
  const kept = [...whole, ...backupOnly];
  const changes = chains.filter(chain => !whole.has(chain)).flatMap(chain => chain.changes);
  const backups = chains.filter(chain => !kept.includes(chain)).map(({ backup }) => backup);
  const here = new Set(listUploads(dataDir).map(({ path }) => basename(path)));
  const ids = [...(await listUploadIds(destination))].filter(id => !here.has(id));
  const gone = Object.fromEntries(ids.map(id => [id, goneBefore[id] ?? nowIso(clock)]));
  const oldest = kept.map(({ backup }) => backup.at).sort()[0] ?? '';
  const uploads = ids.filter(id => (gone[id] ?? '') < oldest);
  const expired = [...orphans, ...changes.map(({ key }) => key), ...uploads.map(toUploadKey)];
  for (const keys of [expired, backups.map(({ key }) => key)])
    await forEachInBatches(keys, BATCH, key => destination.delete(key));
  const stored = await destination.list('');
  return {
    pruned: expired.length + backups.length,
    storedBytes: stored.reduce((sum, { bytes }) => sum + bytes, 0),
    gone,
  };
}

async function withTemporaryFolder<T>(
  { dataDir }: Offsite,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const backups = getBackupFolder(dataDir);
  mkdirSync(backups, { recursive: true, mode: OWNER_ONLY_DIR });
  // The caller's lock means that no running process owns these.
  for (const name of readdirSync(backups))
    if (name.startsWith(TEMPORARY)) rmSync(join(backups, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(backups, TEMPORARY));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Notes a success for the report. */
function report({ dataDir, destination }: Offsite, news: Partial<OffsiteReport>): void {
  writeReport(dataDir, { ...readReport(dataDir, destination.url), ...news, failure: null });
}

function toHex(random: Random, bytes: number): string {
  return Buffer.from(random.bytes(bytes)).toString('hex');
}
