import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { syncToDisk } from '../../src/platform/runtime/files.ts';
import { sealInto, unsealInto } from '../offsite/sealed-file.ts';
import { DamagedArchiveError, readArchive, writeArchive } from '../sqlite/archive.ts';
import { DATABASE_FILE } from '../sqlite/file.ts';
import { ERASURE_LOG, isExpected, listSecrets, listUploads } from '../sqlite/full-backup.ts';
import type { TableSummary } from './tables.ts';

const MANIFEST = 'export.json';
const ARCHIVE = 'export.tar';
const FORMAT = 1;

/** The description of an export, beside its database, uploads, secrets and erasures. */
export interface Manifest {
  /** The version of the program that wrote it. */
  version: string;
  exportedAt: string;
  /** The shop that left an installation; null for a whole one. */
  business: { id: string; name: string } | null;
  /** The names of the settings that were set. Their values stay behind. */
  settings: string[];
  /** The rows, to compare them after a move. */
  tables: TableSummary[];
}

/** The file was written by a newer version of this program. */
export class NewerExportError extends Error {
  override readonly name = 'NewerExportError';
}

/**
 * Writes an export to one file: a tar archive that is compressed and encrypted, so that `age -d export | tar xz` reads it.
 * It gets its name after it was synced to disk.
 * @param folder has the database, `secrets.json` with its key, the log of erasures, and room for another copy
 * @param dataDir has the uploads; the folder itself for those of a shop
 */
export async function writeExport(
  out: string,
  { folder, dataDir, manifest, passphrase }: ExportParts & { manifest: Manifest },
): Promise<void> {
  const [archive, described] = [join(folder, ARCHIVE), join(folder, MANIFEST)];
  writeFileSync(described, `${JSON.stringify({ format: FORMAT, ...manifest }, null, 2)}\n`);
  const erasures = { name: ERASURE_LOG, path: join(folder, ERASURE_LOG), isOptional: true };
  writeArchive(archive, [
    { name: MANIFEST, path: described },
    { name: DATABASE_FILE, path: join(folder, DATABASE_FILE) },
    ...listSecrets(folder),
    ...listUploads(dataDir),
    erasures,
  ]);
  const partial = join(dirname(out), `.${basename(out)}.${process.pid}.partial`);
  try {
    await sealInto(partial, Bun.file(archive).stream(), { passphrase });
    renameSync(partial, out);
    syncToDisk(dirname(out));
  } finally {
    for (const file of [archive, partial]) rmSync(file, { force: true });
  }
}

interface ExportParts {
  folder: string;
  dataDir: string;
  passphrase: string;
}

/**
 * Unpacks an export into an empty folder. Each file is authenticated, and its hash compared.
 * @throws UnreadableBackupError with the wrong passphrase, DamagedArchiveError, NewerExportError
 */
export async function readExport(file: string, folder: string, passphrase: string): Promise<Manifest> {
  const archive = join(folder, ARCHIVE);
  await unsealInto(archive, file, { passphrase }, file);
  const isOurs = (name: string) => name === MANIFEST || name === ERASURE_LOG || isExpected(name);
  const names = readArchive(archive, folder, isOurs);
  rmSync(archive);
  if (!names.includes(MANIFEST) || !names.includes(DATABASE_FILE))
    throw new DamagedArchiveError(`${file} is not an export`);
  const { format, ...manifest } = JSON.parse(readFileSync(join(folder, MANIFEST), 'utf8'));
  if (format === FORMAT) return manifest;
  throw new NewerExportError(
    `${file} was written by version ${manifest.version}, which is newer than this one`,
  );
}
