/** Larger archives need ZIP64, which the library does not write. */
export const MAX_ZIP_BYTES = 4 * 1024 ** 3 - 1;

export interface ZipEntry {
  /** The path in the archive. */
  name: string;
  content: string | ReadableStream<Uint8Array>;
}

/**
 * Creates a ZIP archive while it is read, so that it is never in memory as a whole. Texts are compressed; files are not,
 * because images and PDFs are compressed already.
 */
export function createZip(entries: AsyncIterable<ZipEntry>, modifiedMs: number): ReadableStream<Uint8Array> {
  const chunks = readZip(entries, modifiedMs);
  return new ReadableStream<Uint8Array>({
    pull: async controller => {
      const { value, done } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      await chunks.return(undefined);
    },
  });
}

async function* readZip(
  entries: AsyncIterable<ZipEntry>,
  mtime: number,
): AsyncGenerator<Uint8Array, undefined> {
  // Loaded when it is used, because the library builds its tables at once.
  const { Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  const ready: Uint8Array[] = [];
  const archive = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  for await (const { name, content } of entries) {
    const isText = typeof content === 'string';
    const file = isText ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
    file.mtime = mtime;
    archive.add(file);
    if (isText) file.push(new TextEncoder().encode(content), true);
    else {
      for await (const chunk of content) {
        // The library keeps what it is given, and a stream may reuse it.
        file.push(chunk.slice());
        yield* ready.splice(0);
      }
      file.push(new Uint8Array(), true);
    }
    yield* ready.splice(0);
  }
  archive.end();
  yield* ready.splice(0);
  return undefined;
}
