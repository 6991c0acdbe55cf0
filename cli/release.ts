import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isSignedBy, toKeyId } from '../src/platform/ed25519.ts';
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

export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest('hex');
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
  const lines = [...sums.matchAll(/^([0-9a-f]{64}) [ *](.+)$/gm)];
  const name = lines.find(([, sum]) => sum === sha256)?.[2];
  if (name === undefined)
    throw new CheckFailed(
      `${file} is not of this release: SHA256SUMS does not list ${sha256}. Do not run it.`,
    );
  return { file: basename(file), name, sha256, keyId: toKeyId(signer) };
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
