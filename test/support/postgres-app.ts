import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLongRun } from './long-run.ts';
import { copyTestDatabase, createTestDatabaseUrl, type TestDatabase } from './test-database.ts';

/** Whether test apps run on PostgreSQL: `bun run test:postgres`, or TEST_DATABASE with the URL of a server. */
export const isOnPostgres = process.env.TEST_DATABASE !== undefined;
/** Whether the run is a short one on PostgreSQL, where each statement takes several times as long as on SQLite. */
export const isShortOnPostgres = isOnPostgres && !isLongRun;

const SECRET = 'a secret that all nodes of the tests have';
/** Nodes of one installation need equal secrets. */
export const NODE_SECRETS = {
  ENCRYPTION_KEY: SECRET,
  JWT_SECRET: SECRET,
  VERIFICATION_WEBHOOK_SECRET: SECRET,
  BILLING_WEBHOOK_SECRET: SECRET,
};
/** File of a data folder that names the database of its installation. */
const POINTER = 'test-database';

let seeded: Promise<string> | undefined;

/**
 * Creates the database of a test app: a copy of that of the folder `like`, or of an installation without data.
 * @param seed opens an installation, which adds the reference data, and closes it
 */
export async function createAppDatabase(
  dataDir: string,
  like: string | undefined,
  seed: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  seeded ??= createSeeded(seed);
  const { DATABASE_URL = await seeded } = getEngineSettings(like);
  const database = await copyTestDatabase(DATABASE_URL);
  writeFileSync(join(dataDir, POINTER), database.url);
  return database;
}

/** Returns the settings with which another node or a command opens the installation of a test app. */
export function getEngineSettings(dataDir: string | undefined): Record<string, string> {
  const pointer = join(dataDir ?? '', POINTER);
  if (!isOnPostgres || !existsSync(pointer)) return {};
  return { DATABASE_URL: readFileSync(pointer, 'utf8'), ...NODE_SECRETS };
}

/** Keeps a copy of the database of a closed test app, so that its data folder can be copied. */
export async function keepDatabase(dataDir: string): Promise<void> {
  const pointer = join(dataDir, POINTER);
  if (!isOnPostgres) return;
  const { url } = await copyTestDatabase(readFileSync(pointer, 'utf8'));
  writeFileSync(pointer, url);
}

async function createSeeded(seed: (url: string) => Promise<void>): Promise<string> {
  const { url } = await createTestDatabaseUrl();
  await seed(url);
  return url;
}
