import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Ctx, createCtx, SCHEDULER } from '../../src/context.ts';
import type { AppError } from '../../src/errors.ts';
import type { ProcessInfo } from '../../src/system/service/health.ts';
import { ReadinessCheck } from '../../src/system/service/readiness.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp, type TestResponse } from '../support/test-app.ts';

const TIMEOUT_MS = 20;

let app: TestApp;

beforeEach(async () => {
  app = await createTestApp();
});
afterEach(() => app.close());

const execute = (statement: string) =>
  app.app.services.database.transaction(async tx => {
    await tx.run(statement);
  });

/** Expects a 503 that names the failed check. */
function expectNotReady(response: TestResponse, check: string): void {
  expect([response.status, response.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(response.error.message).toContain(check);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('GET /ready', () => {
  test('a server whose database responds is ready, and the response must not be stored', async () => {
    const response = await app.call('GET', '/ready');
    expect(response.status).toBe(200);
    expect(response.data).toMatchObject({ status: 'ready', time: '2026-06-01T12:00:00.000Z' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('a server whose database fails is not ready', async () => {
    await app.app.services.database.close();
    expectNotReady(await app.call('GET', '/ready'), 'Not ready (database)');
  });

  test('a server whose newest migration is missing is not ready until it is applied', async () => {
    await execute('create table removed as select * from _migrations order by name desc limit 1');
    await execute('delete from _migrations where name in (select name from removed)');
    expectNotReady(await app.call('GET', '/ready'), 'Not ready (migrations)');
    await execute('insert into _migrations select * from removed');
    expect((await app.call('GET', '/ready')).status).toBe(200);
  });

  test('a database that a newer version has migrated is ready, so that an upgrade can proceed node by node', async () => {
    await execute("insert into _migrations values ('9999_newer', 'x', 'x', '9.9.9')");
    expect((await app.call('GET', '/ready')).status).toBe(200);
  });

  test('a server that shuts down is not ready, but still handles other requests', async () => {
    app.app.announceShutdown();
    expectNotReady(await app.call('GET', '/ready'), 'Not ready (shutdown)');
    expect((await app.call('GET', '/actions')).status).toBe(200);
  });

  test('a server that has stopped handling requests is not ready', async () => {
    app.app.handler.drain();
    expectNotReady(await app.call('GET', '/ready'), 'shutting down');
  });
});

describe('a database that hangs', () => {
  let pings: number;

  /** Creates a context whose database never responds. */
  function createHangingCtx(): Ctx {
    const { services } = app.app;
    pings = 0;
    const ping = () => {
      pings += 1;
      return new Promise<number>(() => {});
    };
    return createCtx({ ...services, database: { ...services.database, ping } }, SCHEDULER, null);
  }

  const info: ProcessInfo = {
    startedAtMs: 0,
    migration: '0000_initial',
    lifecycle: { isShuttingDown: false },
  };

  test('the check fails after its timeout', async () => {
    const failure: AppError = await new ReadinessCheck(info, TIMEOUT_MS).run(createHangingCtx()).then(
      () => expect.unreachable(),
      error => error,
    );
    expect(failure.message).toBe('Not ready (database): no response within 0.02 s');
    expect(failure.status).toBe(503);
  });

  test('all requests share one query, so that they do not pile up', async () => {
    const check = new ReadinessCheck(info, TIMEOUT_MS);
    const ctx = createHangingCtx();
    const requests = [1, 2, 3].map(() => check.run(ctx));
    const results = await Promise.allSettled([...requests, ...requests.map(() => check.run(ctx))]);
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(check.run(ctx)).rejects.toThrow('database');
    expect(pings).toBe(1);
    // A lost connection must not keep the server from ever being ready again.
    app.clock.advance(10_000);
    await expect(check.run(ctx)).rejects.toThrow('database');
    expect(pings).toBe(2);
  });
});

describe('GET /health', () => {
  test.skipIf(isOnPostgres)(
    'the response names the database engine, and no node on a single server',
    async () => {
      const { data } = await app.call('GET', '/health');
      expect(data.database.engine).toBe('sqlite');
      expect(data).not.toHaveProperty('node');
    },
  );
});
