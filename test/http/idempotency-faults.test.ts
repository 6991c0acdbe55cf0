import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Type } from '@sinclair/typebox';
import { sql } from 'drizzle-orm';
import { Elysia } from 'elysia';
import * as businesses from '../../src/businesses/service.ts';
import { atomically, type Ctx } from '../../src/context.ts';
import { AppError, type ErrorCode } from '../../src/errors.ts';
import { api, describeRoute } from '../../src/http/api.ts';
import { success } from '../../src/http/envelope.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { isOnPostgres } from '../support/postgres-app.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, mountRoutes } from './fixture.ts';

/** The next behavior of the handler of POST /act; each test sets its own. */
let script: (ctx: Ctx) => Promise<unknown> = async () => ({});
const Act = Type.Object({ name: Type.String() });

const scripted = new Elysia().use(api).post(
  '/act',
  async ({ ctx, body }) => {
    await businesses.create(ctx, { name: body.name });
    return success(await script(ctx)) as never;
  },
  {
    access: 'admin',
    tier: 'standard',
    idempotent: true,
    body: Act,
    response: Type.Object({
      success: Type.Literal(true),
      data: Type.Object({ n: Type.Optional(Type.Number()) }),
    }),
    detail: describeRoute('act', 'writes a business, then follows the script'),
  },
);

let ctx: TestApp;
let a: TestApp;
let root: string;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp();
  a = mountRoutes(ctx, scripted);
  root = await createAdmin(ctx);
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

const act = (name: string, key: string) =>
  a.call('POST', '/act', { name }, { as: root, headers: { 'idempotency-key': key } });
const named = async (name: string) => {
  const { data } = await ctx.call('GET', '/businesses?perPage=100', undefined, { as: root });
  return data.items.filter((each: { name: string }) => each.name === name).length;
};
const failing = (code: ErrorCode) => async () => {
  throw new AppError(code, 'As the script says');
};

describe('the stored response and the change are atomic', () => {
  for (const [status, code] of [
    [402, 'PLAN_LIMIT'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [422, 'INSUFFICIENT_BALANCE'],
  ] as const) {
    test(`a response with status ${status} is stored and replayed`, async () => {
      script = failing(code);
      await act(`refused ${status}`, `stored-${status}`);
      script = async () => ({ n: 1 });
      const second = await act(`refused ${status}`, `stored-${status}`);
      expectFailure(second, status, code);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });
  }

  for (const [status, code] of [
    [400, 'VALIDATION_ERROR'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [500, 'INTERNAL_ERROR'],
    [501, 'NOT_CONFIGURED'],
    [502, 'UPSTREAM_FAILED'],
  ] as const) {
    test(`a handler that writes and then fails with ${status} is rolled back and can be retried`, async () => {
      script = failing(code);
      expectFailure(await act(`undone ${status}`, `undone-${status}`), status, code);
      expect(await named(`undone ${status}`)).toBe(0);
      script = async () => ({ n: 1 });
      const second = await act(`undone ${status}`, `undone-${status}`);
      expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
      expect(await named(`undone ${status}`)).toBe(1);
    });
  }

  test('a handler that throws an unexpected error is rolled back', async () => {
    script = async () => {
      throw new TypeError('x is not a function');
    };
    expectFailure(await act('thrown', 'thrown'), 500, 'INTERNAL_ERROR');
    expect(await named('thrown')).toBe(0);
    script = async () => ({});
    expect((await act('thrown', 'thrown')).status).toBe(200);
  });

  test('a response that violates its schema is sent, stored and replayed, because the change was made', async () => {
    script = async () => ({ n: 'no number' });
    expect((await act('misshapen', 'misshapen')).status).toBe(200);
    expect(await named('misshapen')).toBe(1);
    const again = await act('misshapen', 'misshapen');
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
    expect(await named('misshapen')).toBe(1);
  });

  test('a failed commit stores neither', async () => {
    // A foreign key that is only looked at in the commit: the handler itself goes well.
    script = async ctx =>
      atomically(ctx, async tx => {
        await tx.db.run(sql`pragma defer_foreign_keys = on`);
        await tx.db.run(
          sql`insert into links (hash, purpose, user_id, expires_at) values ('h', 'reset', 'usr_none', '2030')`,
        );
        return {};
      });
    expect((await act('no disk', 'no-disk')).status).toBeGreaterThanOrEqual(500);
    expect(await named('no disk')).toBe(0);
    script = async () => ({});
    const second = await act('no disk', 'no-disk');
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });
});

describe('concurrent requests', () => {
  test('a second request during the first is rejected, and another body is a conflict', async () => {
    const gate = Promise.withResolvers<object>();
    const entered = Promise.withResolvers<void>();
    script = () => {
      entered.resolve();
      return gate.promise;
    };
    const first = act('slow', 'slow');
    await entered.promise;
    expectFailure(await act('slow', 'slow'), 409, 'IDEMPOTENCY_IN_PROGRESS');
    expectFailure(await act('other', 'slow'), 409, 'IDEMPOTENCY_CONFLICT');
    gate.resolve({ n: 7 });
    expect((await first).data).toEqual({ n: 7 });
    const replay = await act('slow', 'slow');
    expect([replay.data, replay.headers.get('idempotency-replayed')]).toEqual([{ n: 7 }, 'true']);
    expect(await named('slow')).toBe(1);
  });

  test('of two equal requests that arrive together, one runs', async () => {
    const { promise: rejected, resolve: finish } = Promise.withResolvers<void>();
    // The one that runs waits for the other, which would replay its response otherwise.
    script = async () => {
      await rejected;
      return {};
    };
    const requests = [act('twins', 'twins'), act('twins', 'twins')];
    expect((await Promise.race(requests)).status).toBe(409);
    finish();
    const responses = await Promise.all(requests);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await named('twins')).toBe(1);
  });

  test('64 requests with different keys commit once each', async () => {
    const send = (i: number) =>
      ctx.call(
        'POST',
        '/campaigns',
        { ...CAMPAIGN, name: `Campaign ${i}` },
        {
          as: owner.token,
          headers: { 'idempotency-key': `parallel-${i}` },
        },
      );
    const first = await Promise.all(Array.from({ length: 64 }, (_, i) => send(i)));
    expect(first.every(({ status }) => status === 201)).toBe(true);
    const second = await Promise.all(Array.from({ length: 64 }, (_, i) => send(i)));
    expect(second.map(({ data }) => data.id)).toEqual(first.map(({ data }) => data.id));
    const { data } = await ctx.call('GET', '/campaigns', undefined, { as: owner.token });
    expect(data.pagination.total).toBe(64);
  });

  test('64 requests with the same key make one change; the others wait or replay', async () => {
    const before = await ctx.call('GET', '/campaigns', undefined, { as: owner.token });
    const responses = await Promise.all(
      Array.from({ length: 64 }, () =>
        ctx.call('POST', '/campaigns', CAMPAIGN, {
          as: owner.token,
          headers: { 'idempotency-key': 'one-for-all' },
        }),
      ),
    );
    const created = responses.filter(({ status }) => status === 201);
    expect(new Set(created.map(({ data }) => data.id)).size).toBe(1);
    for (const response of responses.filter(({ status }) => status !== 201)) {
      expectFailure(response, 409, 'IDEMPOTENCY_IN_PROGRESS');
    }
    const after = await ctx.call('GET', '/campaigns', undefined, { as: owner.token });
    expect(after.data.pagination.total).toBe(before.data.pagination.total + 1);
  });

  test('a failing request rolls back only its own changes', async () => {
    script = failing('FORBIDDEN');
    const bad = act('bad neighbour', 'bad-neighbour');
    const good = Array.from({ length: 8 }, (_, i) =>
      ctx.call(
        'POST',
        '/businesses',
        { name: `good ${i}` },
        {
          as: root,
          headers: { 'idempotency-key': `good-${i}` },
        },
      ),
    );
    expectFailure(await bad, 403, 'FORBIDDEN');
    expect((await Promise.all(good)).every(({ status }) => status === 201)).toBe(true);
    expect(await named('bad neighbour')).toBe(0);
  });
});

// Only SQLite's size can be limited.
test.skipIf(isOnPostgres)('a disk that is full while the handler writes is reported as such', async () => {
  const { database } = ctx.app.services;
  const limit = (pages: number) =>
    database.transaction(async tx => void (await tx.all(sql.raw(`pragma max_page_count = ${pages}`))));
  const [size] = await database.reader.all<{ page_count: number }>('pragma page_count');
  script = async inside => {
    for (;;) await businesses.create(inside, { name: 'x'.repeat(100) });
  };
  await limit((size?.page_count ?? 0) + 2);
  const { status, headers } = await act('no room', 'full');
  await limit(2 ** 31);
  expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  script = async () => ({ n: 1 });
  expect((await act('no room', 'full')).status).toBe(200);
  expect(await named('no room')).toBe(1);
});
