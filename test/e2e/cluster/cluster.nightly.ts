import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hasPostgres } from '../../support/postgres.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';
import { openRows, type StoredRows } from '../stored-rows.ts';
import { countAcknowledged, killNodes, prepareRun, runClients, verifyRun } from './cluster-run.ts';
import { NodeProcess } from './node-process.ts';
import { WebhookReceiver } from './webhook-receiver.ts';

const CLIENTS = 8;
const ACCOUNTS = 3;
const WRITES = 200;

describe.skipIf(!hasPostgres())('two server processes with one PostgreSQL', () => {
  let database: TestDatabase;
  let nodes: [NodeProcess, NodeProcess];
  let stored: StoredRows;
  const receiver = new WebhookReceiver();

  beforeAll(async () => {
    database = await createEmptyDatabaseUrl();
    nodes = [new NodeProcess(database.url), new NodeProcess(database.url)];
    // Both migrate the empty database.
    await Promise.all(nodes.map(node => node.start()));
    stored = openRows({ DATA_DIR: '', DATABASE_URL: database.url });
  });

  afterAll(async () => {
    await Promise.all(nodes.map(node => node.remove()));
    await receiver.close();
    await stored.close();
    await database.drop();
  });

  test('every acknowledged write exists once and has its deliveries, although each process is killed', async () => {
    const run = await prepareRun({ nodes, stored, receiver }, CLIENTS, ACCOUNTS);
    const kills = nodes.map(node => () => node.kill());
    await runClients(run, WRITES, kills);
    await killNodes(run.cluster);
    expect(await verifyRun(run)).toEqual([]);
    expect(countAcknowledged(run)).toBeGreaterThanOrEqual(WRITES);
    expect(run.repeated).toBe(run.ledger.acknowledged.length);
    expect(nodes.map(node => node.failures)).toEqual([0, 0]);
  });
});
