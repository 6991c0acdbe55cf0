import type { Field, PassProps } from 'passkit-generator';
import { BoundedCache } from './bounded-cache.ts';
import { WorkerThread } from './runtime/worker-thread.ts';
import { BUILD } from './version.ts';

/** In the compiled binary, a module's path is relative to the root of the sources (cli/build.ts). */
const URL_IN_BINARY = './src/platform/pass-worker.js';
const WORKER_URL = new URL(BUILD ? URL_IN_BINARY : './pass-worker.ts', import.meta.url);
/** A signature takes 0.1 s with a key of 2,048 bits and 0.5 s with one of 4,096, in the library's own arithmetic. */
const MAX_WAITING_PASSES = 50;
const PASS_TIMEOUT_MS = 60_000;
/** Bytes of the files that are kept; one has about 10 KB. */
const MAX_BYTES = 16 * 1024 * 1024;

/** The parts of the file of an Apple pass. Keys and certificates are in PEM. */
export interface PassParts {
  icons: Record<string, Uint8Array>;
  wwdrCertificate: string;
  certificate: string;
  privateKey: string;
  properties: Partial<PassProps>;
  type: 'storeCard' | 'coupon';
  fields: Record<'headerFields' | 'primaryFields' | 'secondaryFields' | 'backFields', Field[]>;
  barcode: NonNullable<PassProps['barcodes']>[number] | undefined;
  expiresAt: string | undefined;
}

/** Builds and signs the files of Apple passes in a worker thread, and keeps them. */
export class PassFiles {
  readonly #thread = new WorkerThread<PassParts, Uint8Array<ArrayBuffer>>({
    url: WORKER_URL,
    maxQueued: MAX_WAITING_PASSES,
    timeoutMs: PASS_TIMEOUT_MS,
  });
  readonly #files = new BoundedCache<Uint8Array<ArrayBuffer>>(MAX_BYTES, file => file.byteLength);

  /**
   * Returns the file of a pass, built once for the same key.
   * @param key names everything that the file shows
   * @throws UNAVAILABLE if too many passes are queued
   */
  async get(key: string, describe: () => Promise<PassParts>): Promise<Uint8Array<ArrayBuffer>> {
    return await this.#files.get(key, async () => this.#thread.run(await describe()));
  }

  /** Ends the thread. */
  close(): void {
    this.#thread.close();
  }
}
