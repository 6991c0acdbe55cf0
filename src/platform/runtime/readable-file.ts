import { type FileHandle, open } from 'node:fs/promises';

/** Bytes per read. */
const CHUNK_BYTES = 64 * 1024;

/** An open file that is read in pieces. It stays readable if it is deleted. It must be closed: an open one that is garbage-collected is an error. */
export class ReadableFile {
  readonly sizeBytes: number;
  readonly #handle: FileHandle;
  #readBytes = 0;
  #isClosed = false;

  private constructor(handle: FileHandle, sizeBytes: number) {
    this.#handle = handle;
    this.sizeBytes = sizeBytes;
  }

  static async open(path: string): Promise<ReadableFile> {
    const handle = await open(path, 'r');
    return new ReadableFile(handle, (await handle.stat()).size);
  }

  get readBytes(): number {
    return this.#readBytes;
  }

  /** Reads the next pieces of the file. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await this.#handle.read(buffer, 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      this.#readBytes += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }

  /** Closes the file; safe to call twice. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#handle.close();
  }
}
