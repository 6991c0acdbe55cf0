import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Fetched, fetchBackup } from '../db/offsite/fetch.ts';
import { noteFailure, type Offsite } from '../db/offsite/send.ts';
import { readReport, writeReport } from '../db/offsite/state.ts';
import { getBackupFolder } from '../db/sqlite/backups.ts';
import { acquireLock } from '../db/sqlite/lock.ts';
import { FETCHED_PREFIX, removeTemporary } from '../db/sqlite/restore.ts';
import { nowIso } from '../src/platform/clock.ts';
import { systemRandom } from '../src/platform/crypto.ts';
import {
  type Destination,
  DestinationError,
  getPublicUrl,
} from '../src/platform/destinations/destination.ts';
import { openDestination } from '../src/platform/destinations/open.ts';
import { OWNER_ONLY_DIR } from '../src/platform/runtime/files.ts';
import type { AgeKeys } from '../src/platform/security/age.ts';
import type { CommandContext } from './command-context.ts';
import { Failure, UsageError } from './errors.ts';

const URL_SCHEME = /^[a-z0-9]+:\/\//i;
const KNOWN_HOSTS = 'known-hosts.json';

/** Returns whether an argument names a destination, not a file. */
export function isDestinationUrl(text: string): boolean {
  return URL_SCHEME.test(text);
}

/** Returns the destination of BACKUP_URL, or of the argument if there is one. @throws UsageError without either */
export function requireUrl(context: CommandContext, named: string | true | undefined): string {
  const url = typeof named === 'string' ? named : context.config().backupUrl;
  if (url === '') throw new UsageError('Name a destination such as s3://bucket/path, or set BACKUP_URL');
  return url;
}

/** Opens a destination for one piece of work. @throws DestinationError, Failure for an invalid URL */
export async function withDestination<T>(
  context: CommandContext,
  text: string,
  work: (destination: Destination) => Promise<T>,
  { isNew = false } = {},
): Promise<T> {
  const destination = await open(context, text, isNew);
  try {
    return await work(destination);
  } finally {
    await destination.close();
  }
}

async function open(context: CommandContext, text: string, isNew: boolean): Promise<Destination> {
  const config = context.config();
  const folder = getBackupFolder(config.dataDir);
  try {
    return await openDestination(text, {
      s3: {
        endpoint: config.awsEndpoint || config.s3Endpoint,
        region: config.awsRegion || config.s3Region,
        accessKeyId: config.awsAccessKeyId || config.s3AccessKeyId,
        secretAccessKey: config.awsSecretAccessKey || config.s3SecretAccessKey,
      },
      sshKey: config.backupSshKey,
      sshAgent: config.sshAgent,
      knownHostsFile: join(folder, KNOWN_HOSTS),
      isNew,
    });
  } catch (error) {
    if (error instanceof DestinationError) throw error;
    throw new Failure(2, 'INVALID_URL', `The destination ${(error as Error).message}`);
  }
}

/** Returns whether nothing was sent to a destination yet, so that its folder may be created. */
function isFirst(context: CommandContext, text: string): boolean {
  const { dataDir, backupUrl } = context.config();
  return text !== backupUrl || readReport(dataDir, getPublicUrl(text)).sentAt === null;
}

/** @throws Failure (usage) without a key */
export function requireKeys(context: CommandContext): AgeKeys {
  const { backupKey } = context.config();
  if (backupKey) return backupKey;
  const words =
    'Backups at a destination are encrypted: set BACKUP_KEY_FILE to a file with an age key. perkmint db keygen <file> creates one';
  throw new Failure(2, 'NO_KEY', words);
}

/**
 * Runs work that sends to a destination, under the lock of the backup folder. Failures are noted for the report.
 * @throws LockedError while another process sends
 */
export async function withOffsite<T>(
  context: CommandContext,
  text: string,
  work: (offsite: Offsite) => Promise<T>,
): Promise<T> {
  const keys = requireKeys(context);
  context.requireDatabase();
  const { clock } = context;
  const { dataDir, backupKeep: keepDays } = context.config();
  const folder = getBackupFolder(dataDir);
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  const lock = acquireLock(folder, 'perkmint db backup --to', nowIso(clock));
  try {
    const send = async (destination: Destination) => {
      const offsite = { dataDir, destination, keys, keepDays, clock, random: systemRandom };
      try {
        return await work(offsite);
      } catch (error) {
        noteFailure(offsite, (error as Error).message);
        throw error;
      }
    };
    return await withDestination(context, text, send, { isNew: isFirst(context, text) });
  } finally {
    lock.release();
  }
}

/** Fetches a backup into a folder below `parent` for one piece of work. */
export async function withFetched<T>(
  context: CommandContext,
  text: string,
  { parent, at }: { parent: string; at?: string | undefined },
  work: (fetched: Fetched) => Promise<T>,
): Promise<T> {
  const keys = requireKeys(context);
  removeTemporary(parent, FETCHED_PREFIX);
  const folder = mkdtempSync(join(parent, FETCHED_PREFIX));
  try {
    const fetched = await withDestination(context, text, destination =>
      context.withProgress('Backup:', ({ step }) =>
        fetchBackup({ destination, keys, folder, ...(at !== undefined && { at }), onStep: step }),
      ),
    );
    return await work(fetched);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Notes a drill of BACKUP_URL for the report. */
export function noteDrill(context: CommandContext, text: string): void {
  const { dataDir, backupUrl } = context.config();
  const report = readReport(dataDir, getPublicUrl(text));
  if (text === backupUrl && report.sentAt !== null)
    writeReport(dataDir, { ...report, drilledAt: nowIso(context.clock) });
}
