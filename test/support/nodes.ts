import type { Overrides } from '../../src/app.ts';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { isOnPostgres, NODE_SECRETS } from './postgres-app.ts';
import { createTestApp, type TestApp, type TestResponse } from './test-app.ts';
import { createTestDatabaseUrl } from './test-database.ts';

/** The numbers of connections of a server, because transactions of a node compete for them. */
const AS_SERVED: Overrides = { connections: {} };

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
  engine = isOnPostgres ? 'postgres' : 'sqlite',
): Promise<Nodes> {
  const database = engine === 'postgres' && !isOnPostgres ? await createTestDatabaseUrl() : undefined;
  const url = database && { DATABASE_URL: database.url, ...NODE_SECRETS };
  const like = { ...AS_SERVED, ...overrides };
  const first = await createTestApp({ ...url, ...settings }, like);
  const second = await createSecondNode(first, settings, like);
  return {
    nodes: [first, second],
    close: async () => {
      await second.close();
      await first.close();
      await database?.drop();
    },
  };
}

/** Starts `count` calls at the same time, on both nodes in turn. */
export function callAtOnce<T>(
  { nodes }: Nodes,
  count: number,
  call: (node: TestApp, n: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, (_, n) => call(nodes[n % 2] as TestApp, n)));
}

/** Counts responses by status and error code, such as `201` and `409 LIMIT_REACHED`. */
export function countOutcomes(responses: TestResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, error } of responses) {
    const outcome = error ? `${status} ${error.code}` : String(status);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

/** Returns the violated rules of the stored data, after all changes of both nodes. */
export function listProblems({ nodes }: Nodes): Promise<string[]> {
  return checkIntegrity(nodes[0].app.as(CLI));
}

/** Creates a test app with the database of another one. It must be closed first. */
export function createSecondNode(
  { app }: TestApp,
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestApp> {
  const { dataDir, databaseUrl } = app.services.config;
  const engine = databaseUrl === '' ? {} : { DATABASE_URL: databaseUrl, ...NODE_SECRETS };
  return createTestApp({ ...settings, ...engine, DATA_DIR: dataDir }, overrides);
}
