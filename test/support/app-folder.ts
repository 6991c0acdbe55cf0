import { Database } from 'bun:sqlite';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DATABASE_FILE } from '../../db/sqlite/file.ts';

let seeded: Promise<string> | undefined;

/** Creates a data folder for one test app. */
export function createFolder(): string {
  return mkdtempSync(join(tmpdir(), 'perkmint-test-'));
}

/**
 * Adds the SQLite file of an installation without data: migrated, with the reference data, and without secrets.
 * Copying it takes a fifth of the time of running all migrations.
 * @param seed opens an installation in a folder, which adds the reference data, and closes it
 */
export async function addSeededFile(dataDir: string, seed: (folder: string) => Promise<void>): Promise<void> {
  seeded ??= createSeeded(seed);
  cpSync(await seeded, dataDir, { recursive: true });
}

async function createSeeded(seed: (folder: string) => Promise<void>): Promise<string> {
  const folder = createFolder();
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await seed(folder);
  const database = new Database(join(folder, DATABASE_FILE));
  database.run("delete from facts where name in ('secretFingerprints', 'signingKeys')");
  database.close();
  // Every installation generates its own.
  rmSync(join(folder, 'secrets.json'));
  return folder;
}
