import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import {
  atomically,
  CLI,
  type Ctx,
  createCtxFactory,
  EXCHANGE,
  SCHEDULER,
  type TxCtx,
} from '../../src/context.ts';
import { api, describeRoute } from '../../src/http/api.ts';
import { DryRun } from '../../src/http/dry-run.ts';
import { requestState } from '../../src/http/request-state.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { mountRoutes } from './fixture.ts';

let testApp: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  testApp = await createTestApp();
  owner = await createBusiness(testApp);
});
afterAll(() => testApp.close());

const readName = async ({ db }: Pick<Ctx, 'db'>) =>
  (await db.get<[string]>(`select name from businesses where id = '${owner.businessId}'`))?.[0];
const renameAtomically = (ctx: Ctx, name: string) =>
  atomically(ctx, async tx => await renameBusiness(tx, name));
const renameBusiness = async ({ db }: Pick<Ctx, 'db'>, name: string) =>
  void (await db.run(`update businesses set name = '${name}' where id = '${owner.businessId}'`));

describe('a context', () => {
  test('a context is read-only, both by its type and at run time', () => {
    const ctx = testApp.app.as(CLI);
    const change = () => {
      // @ts-expect-error: every field is read-only
      ctx.actor = SCHEDULER;
    };
    const changeConnection = () => {
      // @ts-expect-error: every field is read-only
      ctx.db = testApp.app.services.database.reader;
    };
    const changeService = () => {
      // @ts-expect-error: services are read-only, too
      ctx.clock = testApp.clock;
    };
    expect(change).toThrow(TypeError);
    expect(changeConnection).toThrow(TypeError);
    expect(changeService).toThrow(TypeError);
  });

  test('derives the context of another actor and stays the same itself', () => {
    const ctx = testApp.app.as(CLI, { operation: 'test', target: null });
    const other = ctx.as(EXCHANGE, null);
    expect([ctx.actor, other.actor, other.requestId]).toEqual([CLI, EXCHANGE, null]);
    const traced = createCtxFactory(testApp.app.services)({
      actor: CLI,
      requestId: 'id',
      traceparent: 'trace',
    });
    expect([traced.as(EXCHANGE).traceparent, traced.as(EXCHANGE, null).traceparent]).toEqual(['trace', null]);
    expect([other.clock, other.auditEntry]).toEqual([ctx.clock, ctx.auditEntry]);
  });

  test('the type of a transaction context has no services that wait for the network', async () => {
    await atomically(testApp.app.as(CLI), async (tx: TxCtx) => {
      // @ts-expect-error: a transaction must not send mail
      tx.mail;
      // @ts-expect-error: detached work must not start inside a transaction
      tx.detached;
      expect([tx.inTransaction, tx.as(SCHEDULER).inTransaction]).toEqual([true, true]);
    });
  });

  test('rejects a transaction of its own inside its transaction', async () => {
    const ctx = testApp.app.as(CLI);
    await atomically(ctx, async () => {
      await expect(renameAtomically(ctx, 'Nested')).rejects.toThrow('Inside a transaction use its tx');
    });
  });
});

describe('a context that is kept after the end of a dry run', () => {
  test('a context kept after a dry run cannot write, neither in a transaction nor through its connection', async () => {
    const dryRun = new DryRun(testApp.app.as(CLI));
    const before = await readName(testApp.app.as(CLI));
    await renameAtomically(dryRun.ctx, 'Dry');
    expect(await readName(dryRun.ctx)).toBe('Dry');
    await dryRun.finish(Response.json({}));
    expect(await readName(dryRun.ctx)).toBe(before);
    await expect(renameAtomically(dryRun.ctx, 'Late')).rejects.toThrow('already ended');
    await expect(renameAtomically(dryRun.ctx.detached(), 'Late')).rejects.toThrow('already ended');
    await expect(renameAtomically(dryRun.ctx.as(SCHEDULER), 'Late')).rejects.toThrow('already ended');
    await expect(renameBusiness(dryRun.ctx, 'Late')).rejects.toThrow(/read-?only/);
    expect(await readName(testApp.app.as(CLI))).toBe(before);
  });

  test('undoes what detached work has written during the dry run', async () => {
    const dryRun = new DryRun(testApp.app.as(CLI));
    const before = await readName(testApp.app.as(CLI));
    await renameAtomically(dryRun.ctx.detached(), 'Detached dry');
    expect(await readName(dryRun.ctx)).toBe('Detached dry');
    await dryRun.finish(Response.json({}));
    expect(await readName(testApp.app.as(CLI))).toBe(before);
  });
});

describe('the context of an idempotent request', () => {
  const kept: Ctx[] = [];
  const routes = () =>
    new Elysia().use(api).post(
      '/rename',
      async ({ ctx }) => {
        kept.push(ctx);
        const before = ctx.db;
        await renameAtomically(ctx, 'First');
        const duringRequest = await readName(ctx);
        await renameAtomically(ctx, 'Second');
        return {
          duringRequest,
          isSameConnection: ctx.db === before,
          outside: await readName({ db: ctx.database.reader }),
        };
      },
      { access: 'business', tier: 'standard', idempotent: true, detail: describeRoute('rename', 'Rename') },
    );

  test('reads its own uncommitted writes through the same context, and cannot write after the response', async () => {
    const own = mountRoutes(testApp, routes());
    const before = await readName(testApp.app.as(CLI));
    const headers = { 'idempotency-key': 'rename-1' };
    const first = await own.call('POST', '/rename', undefined, { as: owner.token, headers });
    expect([first.status, first.body]).toEqual([
      200,
      { duringRequest: 'First', isSameConnection: false, outside: before },
    ]);
    const [ctx] = kept as [Ctx];
    expect(await readName(ctx)).toBe('Second');
    await expect(renameAtomically(ctx, 'Late')).rejects.toThrow('already ended');
    await expect(renameBusiness(ctx, 'Late')).rejects.toThrow(/read-?only/);
    await renameAtomically(ctx.detached(), 'After the response');
    expect(await readName(testApp.app.as(CLI))).toBe('After the response');
    const replay = await own.call('POST', '/rename', undefined, { as: owner.token, headers });
    expect([replay.headers.get('idempotency-replayed'), replay.body]).toEqual(['true', first.body]);
    expect(kept).toHaveLength(1);
  });
});

describe('a request that did not come through the pipeline', () => {
  test('a request that did not come through the pipeline has no state and no rights', async () => {
    expect(() => requestState(new Request('http://localhost/api/v1/campaigns'))).toThrow(
      'Authentication required',
    );
    const app = new Elysia()
      .use(api)
      .get('/open', ({ ctx }) => ctx.actor.id, { access: 'public', tier: 'public' });
    const response = await app.handle(new Request('http://localhost/open'));
    expect(response.status).toBe(401);
  });
});
