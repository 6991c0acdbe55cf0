import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replaceFile } from '../platform/runtime/files.ts';
import type { UpdateState } from '../platform/updates-control.ts';

const FILE = 'update.json';

/** The last update of an installation, as a file beside its data: the version that starts next must know it. */
export interface UpdateRecord {
  state: UpdateState;
  from: InstalledFile;
  to: InstalledFile;
  /** The file that the service runs. */
  executable: string;
  /** The former one, which is kept. */
  previous: string;
  /** The database before the new version opened it; null before its first start, or if there was none. */
  snapshot: string | null;
  /** How many times the new version was started before it was confirmed. */
  starts: number;
  /** How long it may take from its start until it is confirmed. */
  startLimitMs: number;
  /** Why the former version is back. */
  reason: string | null;
  startedAt: string;
  endedAt: string | null;
}

interface InstalledFile {
  version: string;
  /** Hex. */
  sha256: string;
}

export function readUpdate(dataDir: string): UpdateRecord | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as UpdateRecord | null;
  } catch {
    return null;
  }
}

export function writeUpdate(dataDir: string, record: UpdateRecord): UpdateRecord {
  replaceFile(join(dataDir, FILE), `${JSON.stringify(record, null, 2)}\n`);
  return record;
}

/** Returns the last update if it has neither succeeded nor been taken back. */
export function readPendingUpdate(dataDir: string): UpdateRecord | null {
  const record = readUpdate(dataDir);
  return record?.state === 'installed' || record?.state === 'returning' ? record : null;
}

/** Returns whether what is written to the database may be replaced by the snapshot. */
export function mayLoseWrites(dataDir: string): boolean {
  const record = readPendingUpdate(dataDir);
  return record !== null && (record.state === 'returning' || record.starts > 0);
}
