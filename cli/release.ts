import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Config } from '../src/config/index.ts';
import { isPublicKey, isSignedBy, toKeyId } from '../src/platform/ed25519.ts';
import { hashFile } from '../src/platform/runtime/files.ts';
import { BUILD } from '../src/platform/version.ts';
import { CheckFailed, UsageError } from './errors.ts';

/** The checksums of a release, in the format of `sha256sum --check`. */
export const SUMS = 'SHA256SUMS';
/** The Ed25519 signature of the bytes of SHA256SUMS, as base64. */
export const SIGNATURE = 'SHA256SUMS.sig';

/** A file of a release that was verified. */
interface VerifiedFile {
  file: string;
  /** The name of the file in the release. */
  name: string;
  sha256: string;
  /** The short name of the key that signed the checksums. */
  keyId: string;
}

/**
 * Verifies a downloaded file: one of the keys signed the SHA256SUMS beside it, which lists its content. The file may have
 * another name.
 * @throws UsageError if a file can't be read, CheckFailed if the signature or the content is not that of a release
 */
export async function verifyFile(file: string, publicKeys: readonly string[]): Promise<VerifiedFile> {
  const folder = dirname(file);
  const sums = readText(join(folder, SUMS));
  const signature = readText(join(folder, SIGNATURE));
  const signer = publicKeys.find(key => isSignedBy(key, sums, signature));
  if (signer === undefined) {
    const known = publicKeys.map(toKeyId).join(', ');
    throw new CheckFailed(
      `${join(folder, SUMS)} is not signed with the release key ${known}: do not run ${file}`,
    );
  }
  const sha256 = await hashFile(file).catch(error => {
    throw unreadable(file, error);
  });
  const name = readSums(sums).find(line => line.sha256 === sha256)?.name;
  if (name === undefined)
    throw new CheckFailed(
      `${file} is not of this release: SHA256SUMS does not list ${sha256}. Do not run it.`,
    );
  return { file: basename(file), name, sha256, keyId: toKeyId(signer) };
}

/** Returns the files of a SHA256SUMS. */
export function readSums(sums: string): { name: string; sha256: string }[] {
  return [...sums.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)].map(([, sha256, name]) => ({
    name: name!,
    sha256: sha256!,
  }));
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw unreadable(path, error);
  }
}

function unreadable(path: string, error: unknown): UsageError {
  return new UsageError(`${path} cannot be read: ${(error as Error).message}`);
}

/** Returns the URL of the list of releases; empty if neither the settings nor the build name one. */
export function getReleaseUrl({ updateUrl }: Pick<Config, 'updateUrl'>): string {
  return updateUrl || (BUILD?.releaseList ?? '');
}

/** Returns the keys of the build and the settings that releases may be signed with. */
export function getReleaseKeys({ updateKeys }: Pick<Config, 'updateKeys'>): readonly string[] {
  return [...(BUILD?.releaseKeys ?? []), ...updateKeys];
}

/** Returns the key that an option names, or else those of the build and the settings. @throws UsageError without a valid key */
export function readReleaseKeys(
  key: string | undefined,
  config: Pick<Config, 'updateKeys'> = { updateKeys: [] },
): readonly string[] {
  const keys = key === undefined ? getReleaseKeys(config) : [key];
  if (keys.length === 0)
    throw new UsageError('This build contains no release key; pass the one that you trust with --key');
  if (!keys.every(isPublicKey)) throw new UsageError('--key must be 43 characters of base64url');
  return keys;
}
