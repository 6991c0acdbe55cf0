import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { create } from '../../src/businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../src/context.ts';
import { findImbalance, type Posting, sortCreditsFirst } from '../../src/ledger/rules.ts';
import * as ledger from '../../src/ledger/service.ts';
import { mapInOrder } from '../../src/platform/runtime/in-order.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let testApp: TestApp;
let ctx: Ctx;
let businessId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  ctx = testApp.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  ({ id: businessId } = await create(ctx, { name: 'Blue Cup' }));
});
afterAll(() => testApp.close());

let names = 0;
/** An issuance account and two others, empty. */
async function accounts(tx: TxCtx, unit = 'USD'): Promise<[string, string, string]> {
  names += 1;
  const open = async (name: string, allowsNegative = false) =>
    (
      await ledger.openAccount(tx, {
        id: `${name}-${names}`,
        unit,
        ownerId: `owner-${names}`,
        businessId,
        allowsNegative,
      })
    ).id;
  return [await open('issued', true), await open('a'), await open('b')];
}

const usd = (accountId: string, amount: number): Posting => ({ accountId, unit: 'USD', amount });
const post = (tx: TxCtx, entries: Posting[], reference?: string) =>
  ledger.post(tx, { kind: 'test', businessId, entries, reference });
const within = <T>(work: (tx: TxCtx) => T | Promise<T>) => atomically(ctx, async tx => work(tx));
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    error => error.code ?? error.message,
  );

describe('ledger.post()', () => {
  test('moves units between accounts and updates balances and statements', async () => {
    const a = await within(async tx => {
      const [issued, a, b] = await accounts(tx);
      await post(tx, [usd(issued, -500), usd(a, 500)], 'order-1');
      await post(tx, [usd(a, -200), usd(b, 150), usd(issued, 50)]);
      expect(await mapInOrder([issued, a, b], id => ledger.getBalance(tx, id))).toEqual([-450, 300, 150]);
      return a;
    });
    expect(await ledger.listStatementLines(ctx, a, 10)).toMatchObject([
      { amount: -200, balanceAfter: 300, kind: 'test', reference: null, reverses: null },
      { amount: 500, balanceAfter: 500, reference: 'order-1' },
    ]);
    expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
  });

  test("rejects a transfer below an account's floor with INSUFFICIENT_BALANCE and writes nothing", async () => {
    const before = await ctx.db.all('select count(*) from ledger_transfers');
    const code = codeOf(
      within(async tx => {
        const [issued, a, b] = await accounts(tx);
        await post(tx, [usd(issued, -5), usd(a, 5)]);
        await post(tx, [usd(a, -6), usd(b, 6)]);
      }),
    );
    expect(await code).toBe('INSUFFICIENT_BALANCE');
    expect(await ctx.db.all('select count(*) from ledger_transfers')).toEqual(before);
  });

  test('rejects a reused reference with CONFLICT', async () => {
    const twice = async (tx: TxCtx) => {
      const [issued, a] = await accounts(tx);
      for (const _ of [1, 2]) await post(tx, [usd(issued, -1), usd(a, 1)], 'once');
    };
    expect(await codeOf(within(twice))).toBe('CONFLICT');
  });

  test('opens a credited account if its owner is given, and no other account', async () => {
    const named = (name: string, amount: number) => ({ ...usd(name, amount), ownerId: 'newcomer' });
    const balances = await within(async tx => {
      const [issued] = await accounts(tx);
      for (const amount of [5, 3]) await post(tx, [usd(issued, -amount), named('fresh', amount)]);
      return await mapInOrder([issued, 'fresh'], id => ledger.getBalance(tx, id));
    });
    expect(balances).toEqual([-8, 8]);
    expect(await ledger.hasAccounts(ctx, 'newcomer')).toBeTrue();
    const giving = (entry: Posting) => within(tx => post(tx, [entry, named('fresh', 1)]));
    expect(await codeOf(giving(named('absent', -1)))).toBe('INSUFFICIENT_BALANCE');
    expect(await codeOf(giving(usd('absent', -1)))).toMatch(/Account absent in unit USD not found/);
    expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
  });

  const unbalanced: [string, Posting[]][] = [
    ['one entry', [usd('a', 1)]],
    ['a sum other than zero', [usd('a', 1), usd('b', -2)]],
    ['different units that offset each other', [usd('a', 1), { accountId: 'b', unit: 'points', amount: -1 }]],
    ['only zero amounts', [usd('a', 0), usd('b', 0)]],
    ['half a cent', [usd('a', 0.5), usd('b', -0.5)]],
    ['an amount beyond the safe integers', [usd('a', 2 ** 53), usd('b', -(2 ** 53))]],
    ['the same account twice', [usd('a', 1), usd('a', -1)]],
  ];
  test.each(unbalanced)('throws on a transfer with %s and posts nothing', (_, entries) => {
    expect(findImbalance(entries)).toBeString();
  });

  test('requires a transfer in several units to balance in each unit', () => {
    const points = (accountId: string, amount: number) => ({ accountId, unit: 'points', amount });
    expect(findImbalance([usd('a', 1), usd('b', -1), points('c', 7), points('d', -7)])).toBeUndefined();
    expect(sortCreditsFirst([usd('a', -1), usd('b', 1)])).toEqual([usd('b', 1), usd('a', -1)]);
  });

  test('throws on a transfer to an account of another unit', async () => {
    const mixed = async (tx: TxCtx) => {
      const [issued] = await accounts(tx);
      const [, points] = await accounts(tx, 'points');
      await post(tx, [usd(issued, -1), usd(points, 1)]);
    };
    expect(await codeOf(within(mixed))).toMatch(/^Account .* not found/);
  });
});

describe('ledger.reverse()', () => {
  test("posts a transfer that references the original, only once, and can't be reversed", async () => {
    const [first, back, issued] = await within(async tx => {
      const [issued, a] = await accounts(tx);
      const { id } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      return [id, await ledger.reverse(tx, id, 'refund'), issued] as const;
    });
    expect(back).toMatchObject({ reverses: first, description: 'refund' });
    expect(await ledger.getBalance(ctx, issued)).toBe(0);
    expect(await codeOf(within(tx => ledger.reverse(tx, first)))).toBe('CONFLICT');
    expect(await codeOf(within(tx => ledger.reverse(tx, back.id)))).toBe('CONFLICT');
    expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
  });

  test('rejects a reversal of spent units with INSUFFICIENT_BALANCE', async () => {
    const spent = async (tx: TxCtx) => {
      const [issued, a, b] = await accounts(tx);
      const { id } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      await post(tx, [usd(a, -1), usd(b, 1)]);
      await ledger.reverse(tx, id);
    };
    expect(await codeOf(within(spent))).toBe('INSUFFICIENT_BALANCE');
  });
});

describe('ledger.reversePart()', () => {
  test('reverses a transfer in parts up to the whole, and no part twice', async () => {
    const [first, parts] = await within(async tx => {
      const [issued, a] = await accounts(tx);
      const { id } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      return [id, [await ledger.reversePart(tx, id, 3), await ledger.reversePart(tx, id, 4)]] as const;
    });
    expect(parts.map(part => part.partlyReverses)).toEqual([first, first]);
    expect(await codeOf(within(tx => ledger.reversePart(tx, first, 1)))).toBe('CONFLICT');
    expect(await codeOf(within(tx => ledger.reverse(tx, first)))).toBe('CONFLICT');
    expect(await codeOf(within(tx => ledger.reverse(tx, parts[0]?.id as string)))).toBe('CONFLICT');
    expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
  });

  test('reverses the whole as a whole, once', async () => {
    const [first, back] = await within(async tx => {
      const [issued, a] = await accounts(tx);
      const { id } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      return [id, await ledger.reversePart(tx, id, 7)] as const;
    });
    expect(back).toMatchObject({ reverses: first, partlyReverses: null });
    expect(await codeOf(within(tx => ledger.reversePart(tx, first, 1)))).toBe('CONFLICT');
  });

  const excess: [string, number[], boolean, RegExp][] = [
    [
      'more than the transfer moved',
      [4, 4],
      false,
      /parts that reverse transfer tfr_\w+ move -8 .* it moved 7/,
    ],
    ['a part and the whole', [4], true, /is reversed as a whole and in part/],
  ];
  test.each(excess)('listLedgerProblems() reports %s', async (_, parts, isWhole, sentence) => {
    const rollback = new Error('undone');
    const damaged = within(async tx => {
      const [issued, a] = await accounts(tx);
      await post(tx, [usd(issued, -20), usd(a, 20)]);
      const { id: seven } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      const back = { kind: 'x', businessId: null };
      for (const amount of parts) {
        const entries = [usd(a, -amount), usd(issued, amount)];
        await ledger.post(tx, { ...back, entries, partlyReverses: seven });
      }
      const entries = [usd(a, -7), usd(issued, 7)];
      if (isWhole) await ledger.post(tx, { ...back, entries, reverses: seven });
      expect((await ledger.listLedgerProblems(tx)).join('\n')).toMatch(sentence);
      throw rollback;
    });
    expect(await damaged.catch(error => error)).toBe(rollback);
  });
});

describe('The database constraints', () => {
  const refused: [string, RegExp][] = [
    ['update ledger_entries set amount = amount + 1', /append-only/],
    ['delete from ledger_entries', /append-only/],
    ["update ledger_transfers set kind = 'x'", /append-only/],
    ['delete from ledger_transfers', /append-only/],
    ['delete from ledger_accounts', /not deleted/],
    ['update ledger_accounts set allows_negative = 1', /only the balance/],
    ['update ledger_accounts set balance = -1 where allows_negative = 0', /check constraint/i],
  ];
  test.each(refused)('the database rejects: %s', async (statement, why) => {
    await within(async tx => {
      const [issued, a] = await accounts(tx);
      await post(tx, [usd(issued, -1), usd(a, 1)]);
    });
    const attempt = within(async tx => {
      await tx.db.run(statement);
    });
    const error = (await attempt.catch(thrown => thrown)) as Error;
    expect(`${error.message} ${(error.cause as Error | undefined)?.message ?? ''}`).toMatch(why);
  });
});

describe('listLedgerProblems()', () => {
  const damages: [string, string, RegExp][] = [
    [
      'a balance',
      'update ledger_accounts set balance = balance + 1 where id = @a',
      /^account a-\d+ stores balance 8, but its entries add up to 7/,
    ],
    [
      'an entry of its own',
      "insert into ledger_entries (transfer_id, account_id, unit, amount, balance_after) select @t, @a, 'USD', 5, 12",
      /^transfer tfr_\w+ adds up to 5 USD, not 0/,
    ],
    [
      'a running balance',
      "insert into ledger_entries (transfer_id, account_id, unit, amount, balance_after) select @t, @a, 'USD', 5, 99",
      /entry \d+ of account a-\d+ stores balance 99, but the entries up to it add up to 12/,
    ],
    [
      'a transfer without entries',
      "insert into ledger_transfers (id, kind, created_at) values ('tfr_0empty', 'x', '2026')",
      /transfer tfr_0empty has 0 entries/,
    ],
  ];
  test.each(damages)('reports the first row after damage to %s', async (_, statement, sentence) => {
    const rollback = new Error('undone');
    const damaged = within(async tx => {
      const [issued, a] = await accounts(tx);
      const { id } = await post(tx, [usd(issued, -7), usd(a, 7)]);
      await tx.db.run(statement.replaceAll('@a', `'${a}'`).replaceAll('@t', `'${id}'`));
      expect((await ledger.listLedgerProblems(tx)).join('\n')).toMatch(sentence);
      throw rollback;
    });
    expect(await damaged.catch(error => error)).toBe(rollback);
    expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
  });
});
