import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { LockKeys } from '../../db/client.ts';
import { atomically, CLI, type Ctx, type TxCtx, withTransactionOwner } from '../../src/context.ts';
import { RequestTransaction } from '../../src/http/request-transaction.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createNodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BOOKS: LockKeys = ['business:biz_books'];
const CAKES: LockKeys = ['business:biz_cakes'];
const BOTH: LockKeys = [...BOOKS, ...CAKES];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const work = async () => 'done';
const createCtx = () => testApp.app.as(CLI);

describe('the lock keys of a transaction', () => {
  const nest = (outer: LockKeys | undefined, inner: LockKeys | undefined) =>
    atomically(createCtx(), (tx: TxCtx) => atomically(tx, work, inner), outer);

  test('covers nested work of its own keys or without lock keys', async () => {
    expect(await nest(BOTH, CAKES)).toBe('done');
    expect(await nest(BOOKS, undefined)).toBe('done');
  });

  test('covers nested work with any lock keys if the transaction runs alone', async () => {
    expect(await nest(undefined, BOTH)).toBe('done');
  });

  test('does not cover nested work of other keys, which is rejected', async () => {
    await expect(nest(BOOKS, BOTH)).rejects.toThrow(
      'fewer lock keys than [business:biz_books,business:biz_cakes]',
    );
  });
});

describe('the transaction of a request', () => {
  const run = async (each: (LockKeys | undefined)[], options = {}) => {
    const transaction = new RequestTransaction(testApp.app.services.database, options);
    const ctx: Ctx = withTransactionOwner(createCtx(), transaction);
    try {
      for (const lockKeys of each) await atomically(ctx, work, lockKeys);
    } finally {
      await transaction.rollBack();
    }
  };

  test('has the lock keys of the first write, which must cover those of all later ones', async () => {
    await run([BOTH, BOOKS]);
    await run([undefined, BOOKS]);
    await expect(run([BOOKS, BOTH])).rejects.toThrow('The first write of the request has fewer lock keys');
    await expect(run([BOOKS, undefined])).rejects.toThrow('than [all]');
  });

  test('runs alone if it includes detached work', async () => {
    await run([BOOKS, BOTH, undefined], { includesDetachedWork: true });
  });
});

describe.skipIf(!hasPostgres())('an idempotent request on PostgreSQL', () => {
  test('waits for transactions of its own business on another node, but not for those of others', async () => {
    const cluster = await createNodes({}, {}, 'postgres');
    const [one, other] = cluster.nodes;
    const [busy, idle] = [await createBusiness(one, 'Blue Cup'), await createBusiness(one, 'Red Cup')];
    const create = (as: string, key: string) =>
      other.call('POST', '/campaigns', CAMPAIGN, { as, headers: { 'idempotency-key': key } });
    const entered = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const hold = async () => {
      entered.resolve();
      await gate.promise;
    };
    const holding = atomically(one.app.as(CLI), hold, [`business:${busy.businessId}`]);
    await entered.promise;
    let isHeld = true;
    const waiting = create(busy.token, 'waits').then(({ status }) => [status, isHeld]);
    expect((await create(idle.token, 'passes')).status).toBe(201);
    isHeld = false;
    gate.resolve();
    await holding;
    expect(await waiting).toEqual([201, false]);
    await cluster.close();
  });
});
