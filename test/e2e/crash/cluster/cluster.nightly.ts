import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { hasPostgres } from '../../../support/postgres.ts';
import { createEmptyDatabaseUrl, type TestDatabase } from '../../../support/test-database.ts';
import type { ServerProcess } from '../../server-process.ts';
import { drive } from '../drive.ts';
import { WebhookReceiver } from '../webhook-receiver.ts';
import { inspect } from '../workload.ts';
import { createNode, describeNodes, prepareRun } from './cluster-run.ts';

const CLIENTS = 8;
const ACCOUNTS = 3;
const WRITES = 200;

describe.skipIf(!hasPostgres())('two server processes with one PostgreSQL', () => {
  let database: TestDatabase;
  let nodes: ServerProcess[];
  const receiver = new WebhookReceiver();

  beforeAll(async () => {
    database = await createEmptyDatabaseUrl();
    nodes = [createNode(database.url), createNode(database.url)];
    // Both migrate the empty database.
    await Promise.all(nodes.map(node => node.start()));
  });

  afterAll(async () => {
    await Promise.all(nodes.map(node => node.remove()));
    await receiver.close();
    await database.drop();
  });

  test('every acknowledged write exists once and has its deliveries, although each process is killed', async () => {
    const installation = describeNodes(nodes, database.url);
    const run = await prepareRun(installation, receiver, CLIENTS, ACCOUNTS);
    const failures = nodes.map(node => () => node.kill());
    await drive(run, { clients: CLIENTS, target: WRITES, failures });
    await installation.restart();
    expect(await inspect(run)).toEqual([]);
    expect(run.progress()).toBeGreaterThanOrEqual(WRITES);
    expect(run.ledger.repeated).toBe(run.ledger.acknowledged.length);
    expect(nodes.map(node => node.failures)).toEqual([0, 0]);
  });
});
