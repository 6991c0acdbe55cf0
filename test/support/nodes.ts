import type { Overrides } from '../../src/app.ts';
import { createTestApp, type TestApp } from './test-app.ts';
import { createTestDatabaseUrl } from './test-database.ts';

/** Secrets that all nodes of an installation have in common. */
const SECRETS = {
  JWT_SECRET: 'j'.repeat(64),
  ENCRYPTION_KEY: 'e'.repeat(64),
  VERIFICATION_WEBHOOK_SECRET: 'v'.repeat(64),
  BILLING_WEBHOOK_SECRET: 'b'.repeat(64),
};

export interface Nodes {
  nodes: [TestApp, TestApp];
  close(): Promise<void>;
}

/**
 * Creates two test apps with one database, as two nodes have, each with its own clock. On SQLite, they are two processes
 * with one data folder, such as a server and a command.
 */
export async function createNodes(
  settings: Record<string, string> = {},
  overrides: Overrides = {},
  engine = process.env.TEST_DATABASE ? 'postgres' : 'sqlite',
): Promise<Nodes> {
  const database = engine === 'postgres' ? await createTestDatabaseUrl() : undefined;
  const first = await createTestApp(
    { DATABASE_URL: database?.url ?? '', ...SECRETS, ...settings },
    overrides,
  );
  const { dataDir, databaseUrl } = first.app.services.config;
  const shared = { ...SECRETS, ...settings, DATA_DIR: dataDir, DATABASE_URL: databaseUrl };
  const second = await createTestApp(shared, overrides);
  return {
    nodes: [first, second],
    close: async () => {
      await second.close();
      await first.close();
      await database?.drop();
    },
  };
}
