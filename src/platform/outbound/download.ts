import { closeSync, fsyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { SECOND_MS } from '../clock.ts';
import { codeSuffix, OutboundError } from './errors.ts';

/** How long a server may send nothing. */
const STALL_MS = 30 * SECOND_MS;
/** Only the owner may change a downloaded file, which is executed later. */
const FILE_MODE = 0o755;

/** Called with the bytes received so far. */
type OnBytes = (bytes: number) => void;

/*
 * Files from URLs that the operator or this program names: http, https and file. Redirects are followed, because what
 * arrives is compared with a signature or a checksum.
 */

/** Downloads a text. @throws OutboundError */
export async function readText(url: string, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  await receive(url, maxBytes, chunk => chunks.push(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Downloads a file and syncs it to disk. Removes it if that fails.
 * @returns the SHA-256 of its content, in hex
 * @throws OutboundError, also for a longer file; Error if it can't be written
 */
export async function downloadFile(
  url: string,
  { file, maxBytes, onBytes = () => {} }: { file: string; maxBytes: number; onBytes?: OnBytes },
): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  const descriptor = openSync(file, 'w', FILE_MODE);
  try {
    await receive(url, maxBytes, (chunk, total) => {
      for (let at = 0; at < chunk.byteLength; ) at += writeSync(descriptor, chunk, at);
      hasher.update(chunk);
      onBytes(total);
    });
    fsyncSync(descriptor);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return hasher.digest('hex');
}

/** Passes the parts of a response on. @throws OutboundError; what `take` throws */
async function receive(
  url: string,
  maxBytes: number,
  take: (chunk: Uint8Array, total: number) => void,
): Promise<void> {
  const stall = new AbortController();
  let timer = setTimeout(() => stall.abort(), STALL_MS);
  try {
    const response = await reach(url, stall.signal, () => fetch(url, { signal: stall.signal }));
    if (!response.ok) throw new OutboundError('protocol', `${url} responded with ${response.status}`);
    // For a file that does not exist, this throws.
    const reader = await reach(url, stall.signal, async () => response.body?.getReader());
    for (let total = 0; reader; ) {
      const { done, value } = await reach(url, stall.signal, () => reader.read());
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(() => stall.abort(), STALL_MS);
      total += value.byteLength;
      if (total > maxBytes) throw new OutboundError('protocol', `${url} is longer than ${maxBytes} bytes`);
      take(value, total);
    }
  } finally {
    clearTimeout(timer);
    stall.abort();
  }
}

/** Waits for the network. @throws OutboundError that names the URL */
async function reach<T>(url: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (signal.aborted)
      throw new OutboundError('timeout', `${url} sent nothing for ${STALL_MS / SECOND_MS} s`, cause);
    throw new OutboundError('connect', `${url} could not be reached${codeSuffix(cause)}`, cause);
  }
}
