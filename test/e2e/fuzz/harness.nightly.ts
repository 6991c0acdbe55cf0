import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import { Contract } from '../../support/contract.ts';
import { isOnPostgres } from '../../support/postgres-app.ts';
import { LookBack } from './look-back.ts';
import { LoopProbe } from './loop-probe.ts';
import { FuzzServer } from './process.ts';
import { STALL_MS, Stalls } from './stalls.ts';

const ROOT = join(import.meta.dir, '../../..');

let server: FuzzServer;
let lookBack: LookBack;

const createCampaign = () =>
  server.send({
    method: 'POST',
    path: '/api/v1/campaigns',
    headers: { ...server.credentialOf('owner'), 'Content-Type': 'application/json' },
    body: JSON.stringify({
      name: 'One more',
      platform: 'instagram',
      actionType: 'story',
      reward: { type: 'fixed', value: 5 },
    }),
  });

/** It follows changes through SQLite's bytecode and data_version. */
describe.skipIf(isOnPostgres)('the fuzz harness', () => {
  beforeAll(async () => {
    server = await FuzzServer.start(ROOT);
    const { body } = await server.send({ method: 'GET', path: '/api/v1/docs', headers: {} });
    lookBack = new LookBack(server, new Contract(body as OpenApiDocument));
  });
  afterAll(() => server.stop());

  test('finds lists and records with a stored value that violates their schemas', async () => {
    await server.reset();
    expect(await lookBack.restart()).toEqual([]);
    const database = new Database(server.file);
    database.run("update submissions set proof_url = 'https://www.instagram.com/p/é'");
    database.close();
    lookBack.written(new Set(['submissions']));
    const { broken } = await lookBack.look('owner', new Set());
    const found = broken.map(({ key, operation }) => `${key.split(' ')[0]} ${operation}`);
    for (const caller of ['owner', 'admin'])
      for (const operation of ['listSubmissions', 'getSubmission'])
        expect(found).toContain(`${caller} ${operation}`);
    expect(broken[0]?.problem).toContain('must match format "uri"');
  });

  test('re-reads only responses that depend on a changed table', async () => {
    await server.reset();
    await lookBack.restart();
    const before = lookBack.count;
    await lookBack.look('owner', new Set());
    expect(lookBack.count).toBe(before);
    expect((await createCampaign()).status).toBe(201);
    const { changed } = await server.effect();
    // A trigger writes the total, so no statement mentions it.
    expect([...changed]).toEqual(
      expect.arrayContaining(['campaigns', 'tallies', 'installation_counters', 'events']),
    );
    expect([...changed]).not.toContain('rewards');
    lookBack.written(changed);
    expect(await lookBack.look('owner', new Set())).toEqual({ broken: [], ended: [] });
    expect(lookBack.count).toBeGreaterThan(before);
    expect(lookBack.count).toBeLessThan(before + 100);
  });

  test('ignores a change that was rolled back', async () => {
    await server.reset();
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'update_business', arguments: { name: 'Never', dryRun: true } },
    });
    const headers = { ...server.credentialOf('owner'), 'Content-Type': 'application/json' };
    expect((await server.send({ method: 'POST', path: '/api/v1/mcp', headers, body })).status).toBe(200);
    expect([...(await server.effect()).changed]).toEqual([]);
  });

  test('generates the same IDs if the same requests are repeated', async () => {
    const ids: unknown[] = [];
    for (let n = 0; n < 2; n++) {
      await server.reset();
      ids.push(((await createCampaign()).body as { data: { id: string } }).data.id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  test('the fuzz harness does not report a stall if only the machine was slow', async () => {
    await server.reset();
    const stalls = new Stalls(server);
    const request = { method: 'GET', path: '/api/v1/health', headers: {} };
    const slow = { blockedMs: 2 * STALL_MS, changed: new Set<string>() };
    expect(await stalls.confirm([], request, { status: 200 }, slow)).toMatchObject({ stallMs: undefined });
    expect(stalls.suspicions).toBe(1);
  });
});

describe('the loop probe', () => {
  test('measures CPU time and not waiting', async () => {
    const probe = new LoopProbe();
    const start = performance.now();
    await Bun.sleep(STALL_MS * 2);
    expect(probe.take()).toBeLessThan(performance.now() - start);
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < STALL_MS * 2 * 1_000);
    expect(probe.take()).toBeGreaterThan(STALL_MS);
  });
});
