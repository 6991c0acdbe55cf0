import { createTar } from 'nanotar';

/** A fixed time and owner make the package reproducible. */
const ATTRIBUTES = { mtime: Date.UTC(2020, 0), mode: '644', uid: 0, gid: 0 };

/** Two blocks of 512 bytes. */
const ARCHIVE_END_BYTES = 1_024;

/** Packages files for npm, by their paths in the package. */
export function packFiles(files: Record<string, string>): Uint8Array {
  const entries = Object.entries(files).map(([name, data]) => ({
    name: `package/${name}`,
    data,
    attrs: ATTRIBUTES,
  }));
  // nanotar ends some archives with one block of zeros instead of two, of which tar warns.
  const archive = createTar(entries);
  const padded = new Uint8Array(archive.length + ARCHIVE_END_BYTES);
  padded.set(archive);
  return Bun.gzipSync(padded, { level: 9 });
}
