import { open } from 'node:fs/promises';
import { OWNER_ONLY_FILE } from '../../src/platform/runtime/files.ts';
import {
  type AgeKeys,
  decryptStream,
  encryptStream,
  type Passphrase,
} from '../../src/platform/security/age.ts';

/** A file of a backup cannot be decrypted, or is not what it was when it was stored. */
export class UnreadableBackupError extends Error {
  override readonly name = 'UnreadableBackupError';
}

/** Compresses and encrypts a stream into a new file, so that `age -d | gunzip` reads it. */
export async function sealInto(
  file: string,
  source: ReadableStream<Uint8Array>,
  keys: AgeKeys | Passphrase,
): Promise<void> {
  await save(file, await encryptStream(source.pipeThrough(pair(new CompressionStream('gzip'))), keys));
}

/** Decrypts and unpacks a file into a new one. @param key names the file in errors. @throws UnreadableBackupError */
export async function unsealInto(
  file: string,
  sealed: string,
  keys: AgeKeys | Passphrase,
  key: string,
): Promise<void> {
  const hasPassphrase = 'passphrase' in keys;
  if (!hasPassphrase && keys.identities.length === 0)
    throw new UnreadableBackupError(
      `${key} is encrypted. Set BACKUP_KEY_FILE to the file with the private key, which begins with AGE-SECRET-KEY-1`,
    );
  try {
    const plain = await decryptStream(Bun.file(sealed).stream(), keys);
    await save(file, plain.pipeThrough(pair(new DecompressionStream('gzip'))));
  } catch (cause) {
    const unmatched = hasPassphrase
      ? 'cannot be opened with this passphrase'
      : 'is encrypted for another key';
    const words = /no identity matched/i.test(String(cause)) ? unmatched : 'is damaged or incomplete';
    throw new UnreadableBackupError(`${key} ${words}`, { cause });
  }
}

/** The types of the standard library accept more kinds of chunks than a pipe of bytes. */
function pair(stream: CompressionStream | DecompressionStream): ReadableWritablePair<Uint8Array, Uint8Array> {
  return stream as ReadableWritablePair<Uint8Array, Uint8Array>;
}

async function save(file: string, source: ReadableStream<Uint8Array>): Promise<void> {
  const handle = await open(file, 'wx', OWNER_ONLY_FILE);
  try {
    for await (const chunk of source) await handle.writeFile(chunk);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
