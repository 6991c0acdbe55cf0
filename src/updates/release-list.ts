import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { AppError } from '../errors.ts';
import type { KeyPair } from '../platform/ed25519.ts';
import { readText } from '../platform/outbound/download.ts';
import {
  parseJson,
  readSignedDocument,
  type SignedDocument,
  signDocument,
} from '../platform/signed-document.ts';
import { UpdateError } from './errors.ts';

/** The file name of the list in a release. */
export const RELEASE_LIST = 'releases.json';
const FORMAT = 'perkmint-releases-1';
const MAX_LIST_BYTES = 4 * 1024 * 1024;
/** The longest binary that is downloaded. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;
const MAX_NOTES = 10_000;
const MAX_URL = 2_000;
const VERSION_PATTERN = '^\\d+\\.\\d+\\.\\d+(-[0-9A-Za-z.-]+)?$';

const ReleaseFile = Type.Object({
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  bytes: Type.Integer({ minimum: 1, maximum: MAX_FILE_BYTES }),
  /** Relative to the URL of the list. */
  url: Type.String({ minLength: 1, maxLength: MAX_URL }),
});
export type ReleaseFile = Static<typeof ReleaseFile>;

const Release = Type.Object({
  version: Type.String({ pattern: VERSION_PATTERN }),
  date: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
  /** The changes for the people who use it, in plain words. */
  notes: Type.String({ maxLength: MAX_NOTES }),
  /** The newest migration. Releases of one minor version have the same, so that they can replace each other. */
  schema: Type.String({ minLength: 1, maxLength: 200 }),
  /** By the names of the binaries, such as `perkmint-linux-x64`. */
  files: Type.Record(Type.String(), ReleaseFile),
});
export type Release = Static<typeof Release>;

/** The releases, newest first. Fields that this version does not know are ignored. */
const ReleaseList = Type.Object({
  issuedAt: Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T' }),
  releases: Type.Array(Release),
});
export type ReleaseList = Static<typeof ReleaseList>;

export function signReleaseList(list: ReleaseList, keys: KeyPair): SignedDocument {
  return signDocument(FORMAT, list, keys);
}

/** Reads a list of releases. @throws UpdateError if none of the keys signed it, or its content is not valid */
export function readReleaseList(text: string, publicKeys: readonly string[]): ReleaseList {
  try {
    const { payload } = readSignedDocument(text, { format: FORMAT, name: 'list of releases', publicKeys });
    const list = parseJson(payload);
    if (Value.Check(ReleaseList, list)) return { ...list, releases: list.releases.sort(byVersion) };
    throw new UpdateError('The list of releases is not valid: this version may be too old for it');
  } catch (error) {
    throw error instanceof AppError ? new UpdateError(error.message) : error;
  }
}

/** Requests a list of releases. @throws OutboundError, UpdateError */
export async function fetchReleaseList(url: string, publicKeys: readonly string[]): Promise<ReleaseList> {
  return readReleaseList(await readText(url, MAX_LIST_BYTES), publicKeys);
}

/** Returns the newest release that is not a preview; undefined in an empty list. */
export function findNewest({ releases }: ReleaseList): Release | undefined {
  return releases.find(({ version }) => !version.includes('-'));
}

/** Returns the notes of the releases after a version, up to another one, newest first. */
export function listNotes({ releases }: ReleaseList, after: string, upTo: string): Release[] {
  return releases.filter(({ version }) => isNewer(version, after) && !isNewer(version, upTo));
}

export function isNewer(version: string, than: string): boolean {
  return Bun.semver.order(version, than) > 0;
}

/** Asserts that a version may replace another one: a newer one, or one of the same minor version. @throws UpdateError */
export function assertReplaceable(from: string, to: string): void {
  const minor = (version: string) => version.split('.').slice(0, 2).join('.');
  if (isNewer(from, to) && minor(from) !== minor(to))
    throw new UpdateError(
      `${to} is older than ${from}, and its database may differ: only versions ${minor(from)}.x can replace each other. ` +
        `To go back further, restore a backup that ${to} made`,
    );
}

function byVersion(one: Release, other: Release): number {
  return Bun.semver.order(other.version, one.version);
}
