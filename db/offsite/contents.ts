import type { Destination } from '../../src/platform/destinations/destination.ts';
import { toFileTime } from '../sqlite/maintenance.ts';

/*
 * The files at a destination:
 *
 *   backup-<time>-<chain>.tar.gz.age          the database and the secrets at one moment
 *   changes/<chain>/<sequence>-<time>.gz.age  the pages that differ from the previous one of the chain
 *   uploads/<id>.gz.age                       an uploaded file, stored once
 *   erasures.log.gz.age                       who was erased, in all versions of the database
 */

/** A backup of the whole database, which begins a chain of changes. */
export interface FullBackup {
  key: string;
  chain: string;
  /** The moment that it restores, as an ISO time. */
  at: string;
  bytes: number;
}

/** Changes since the previous file of their chain, which begins with 1. */
export interface Changes {
  key: string;
  sequence: number;
  at: string;
  bytes: number;
}

/** A backup with its changes, in the order in which they are applied. */
export interface Chain {
  backup: FullBackup;
  changes: Changes[];
}

export interface Contents {
  /** The newest first. */
  chains: Chain[];
  /** Changes whose backup was deleted. */
  orphans: string[];
}

const BACKUP = /^backup-(.+Z)-([0-9a-z]+)\.tar\.gz\.age$/;
const CHANGES = /^changes\/([0-9a-z]+)\/(\d+)-(.+Z)\.gz\.age$/;
const UPLOAD = /^uploads\/(upl_[0-9a-z]+)\.gz\.age$/;
const FILE_TIME = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3})Z$/;
const SEQUENCE_DIGITS = 6;
const UPLOADS_PREFIX = 'uploads/';
export const ERASURES_KEY = 'erasures.log.gz.age';

export function toBackupKey(at: string, chain: string): string {
  return `backup-${toFileTime(at)}-${chain}.tar.gz.age`;
}

export function toChangesKey(chain: string, sequence: number, at: string): string {
  return `changes/${chain}/${String(sequence).padStart(SEQUENCE_DIGITS, '0')}-${toFileTime(at)}.gz.age`;
}

export function toUploadKey(id: string): string {
  return `${UPLOADS_PREFIX}${id}.gz.age`;
}

/** Lists the backups at a destination with their changes. @throws DestinationError */
export async function listContents(destination: Destination): Promise<Contents> {
  const [backups, changes] = [await destination.list('backup-'), await destination.list('changes/')];
  const chains = backups.flatMap(({ key, bytes }): Chain[] => {
    const [, time, chain = ''] = BACKUP.exec(key) ?? [];
    const at = parseFileTime(time);
    return at === undefined ? [] : [{ backup: { key, chain, at, bytes }, changes: [] }];
  });
  const byId = new Map(chains.map(chain => [chain.backup.chain, chain]));
  const orphans: string[] = [];
  for (const { key, bytes } of changes) {
    const [, chain = '', sequence, time] = CHANGES.exec(key) ?? [];
    const at = parseFileTime(time);
    if (at === undefined) continue;
    const owner = byId.get(chain);
    if (owner) owner.changes.push({ key, sequence: Number(sequence), at, bytes });
    else orphans.push(key);
  }
  for (const chain of chains) chain.changes.sort((a, b) => a.sequence - b.sequence || compare(a.at, b.at));
  return { chains: chains.sort((a, b) => compare(b.backup.at, a.backup.at)), orphans };
}

/** Lists the IDs of the uploads at a destination. @throws DestinationError */
export async function listUploadIds(destination: Destination): Promise<Set<string>> {
  const objects = await destination.list(UPLOADS_PREFIX);
  return new Set(objects.flatMap(({ key }) => UPLOAD.exec(key)?.[1] ?? []));
}

/** Returns the newest moment that a chain restores. */
export function getEnd({ backup, changes }: Chain): string {
  return changes.at(-1)?.at ?? backup.at;
}

function parseFileTime(text = ''): string | undefined {
  const [, hour, minute, second, millisecond] = FILE_TIME.exec(text) ?? [];
  return hour && `${hour}:${minute}:${second}.${millisecond}Z`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
