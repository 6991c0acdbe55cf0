import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256 } from '../../src/platform/crypto.ts';
import type { Failures } from '../../src/platform/failures.ts';
import { OWNER_ONLY_FILE, replaceFile } from '../../src/platform/runtime/files.ts';
import { getBackupFolder } from '../sqlite/backups.ts';
import { DATABASE_FILE } from '../sqlite/file.ts';
import { ERASURE_LOG, UPLOADS } from '../sqlite/full-backup.ts';
import { PageHashes } from './page-hashes.ts';

/** The chain that the next changes belong to. */
export interface OpenChain {
  id: string;
  /** The number of files of changes that were sent. */
  sequence: number;
  /** When its backup was made, as an ISO time. */
  startedAt: string;
  seed: string;
}

/** The state of the backups outside this machine, in the data folder. */
export interface OffsiteState {
  /** The destination without credentials. Each destination has its own state. */
  url: string;
  chain: OpenChain;
  /** The result of `readVersion` before the last file was sent. */
  version: string;
  /** The moment that the destination can restore; the same as that of this machine while nothing changes. */
  sentAt: string;
  /** Files beside the database that were sent lately, as key and size. */
  recent: string[];
  /** Since when uploads at the destination are no longer here, by ID: earlier backups may need them. */
  gone: Record<string, string>;
}

/** The last attempt to send something, and what happened to it. */
export interface OffsiteReport {
  url: string;
  /** The newest moment that can be restored; null if nothing was ever sent. */
  sentAt: string | null;
  /** When the last full backup was sent. */
  backupAt: string | null;
  /** The size of everything at the destination when the last full backup was sent. */
  storedBytes: number | null;
  /** Failures since the last success; null if the last attempt succeeded. */
  failure: Failures | null;
  /** The last drill from the destination, if there was one. */
  drilledAt: string | null;
  /** Whether a full backup was requested and not sent yet. */
  isRequested?: boolean;
}

const WATCHED = [DATABASE_FILE, `${DATABASE_FILE}-wal`, UPLOADS, ERASURE_LOG];
const NAME_LENGTH = 8;
const HASHES = '.hashes';

/** Returns the state of a destination; undefined if nothing was sent to it. */
export function readState(dataDir: string, url: string): OffsiteState | undefined {
  return readJson<OffsiteState>(`${getStem(dataDir, url)}state.json`);
}

/** Returns the state of a destination with its page hashes; undefined if the next backup must be a full one. */
export function readWholeState(
  dataDir: string,
  url: string,
): { state: OffsiteState; hashes: PageHashes } | undefined {
  const state = readState(dataDir, url);
  if (!state) return undefined;
  try {
    const stored = readFileSync(`${getStem(dataDir, url)}${getHashesName(state.chain)}`);
    return { state, hashes: new PageHashes(state.chain.seed, stored) };
  } catch {
    return undefined;
  }
}

/** Replaces the state. After a kill, the former one is complete: the same changes are sent again, with later ones. */
export function writeState(dataDir: string, state: OffsiteState, hashes: PageHashes): void {
  const stem = getStem(dataDir, state.url);
  const name = `${stem}${getHashesName(state.chain)}`;
  writeFileSync(name, hashes.bytes, { mode: OWNER_ONLY_FILE });
  writeJson(`${stem}state.json`, state);
  for (const other of readdirSync(dirname(stem)).map(file => join(dirname(stem), file)))
    if (other.startsWith(stem) && other.endsWith(HASHES) && other !== name) rmSync(other, { force: true });
}

/** Returns what is known about the backups at a destination. */
export function readReport(dataDir: string, url: string): OffsiteReport {
  const found = readJson<OffsiteReport>(`${getStem(dataDir, url)}report.json`);
  if (found) return found;
  const nothing = { sentAt: null, backupAt: null, storedBytes: null };
  return { url, ...nothing, failure: null, drilledAt: null };
}

export function writeReport(dataDir: string, report: OffsiteReport): void {
  writeJson(`${getStem(dataDir, report.url)}report.json`, report);
}

/**
 * Identifies the content of a data folder in use without reading it: a change of the database is appended to its log, or
 * replaces a part of the file, and a new upload changes the folder.
 */
export function readVersion(dataDir: string): string {
  return WATCHED.map(name => {
    const found = statSync(join(dataDir, name), { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino}.${found.size}.${found.mtimeNs}` : '-';
  }).join(' ');
}

/** Returns the beginning of the paths of a destination's files. */
function getStem(dataDir: string, url: string): string {
  return join(getBackupFolder(dataDir), `.offsite-${sha256(url).slice(0, NAME_LENGTH)}-`);
}

function getHashesName({ id, sequence }: OpenChain): string {
  return `${id}-${sequence}${HASHES}`;
}

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}

function writeJson(file: string, value: unknown): void {
  replaceFile(file, `${JSON.stringify(value, null, 2)}\n`);
}
