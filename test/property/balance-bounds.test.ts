import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { create } from '../../src/businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { MAX_BALANCE, type Posting } from '../../src/ledger/rules.ts';
import * as ledger from '../../src/ledger/service.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const RUNS = 60;

let testApp: TestApp;
let ctx: Ctx;
let businessId: string;
beforeAll(async () => {
  testApp = await createTestApp();
  ctx = testApp.app.as({ kind: 'system', id: 'cli', role: 'admin', businessId: null });
  ({ id: businessId } = await create(ctx, { name: 'Blue Cup' }));
});
afterAll(() => testApp.close());

/** Amounts near the integer limit of a double, near half of it, and small ones that exceed it. */
const amount = fc.oneof(
  fc.integer({ min: 1, max: 3 }),
  fc.integer({ min: MAX_BALANCE - 2, max: MAX_BALANCE }),
  fc.integer({ min: (MAX_BALANCE - 1) / 2 - 1, max: (MAX_BALANCE - 1) / 2 + 2 }),
  fc.integer({ min: 1, max: MAX_BALANCE }),
);
const ACCOUNTS = ['issued', 'a', 'b'] as const;
type Name = (typeof ACCOUNTS)[number];
const move = fc
  .record({ from: fc.constantFrom(...ACCOUNTS), to: fc.constantFrom(...ACCOUNTS), amount })
  .filter(({ from, to }) => from !== to);

/** Calculates the expected result of a transfer with BigInt. */
function expected(balances: Record<Name, bigint>, from: Name, to: Name, by: bigint): string {
  const [given, gained] = [balances[from] - by, balances[to] + by];
  const bound = BigInt(MAX_BALANCE);
  if (gained > bound || given < -bound) return 'LIMIT_REACHED';
  return from !== 'issued' && given < 0n ? 'INSUFFICIENT_BALANCE' : 'done';
}

async function outcomeOf(work: (tx: TxCtx) => Promise<void>): Promise<string> {
  try {
    await atomically(ctx, async tx => work(tx));
    return 'done';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

test.each(['USD', 'points'])(
  'a balance in %s never passes the bound in either direction, and every refusal changes nothing',
  async unit => {
    let worlds = 0;
    const property = fc.asyncProperty(fc.array(move, { maxLength: 20 }), async moves => {
      worlds += 1;
      const idOf = (name: Name) => `${unit}-${worlds}/${name}`;
      await atomically(ctx, async tx => {
        for (const name of ACCOUNTS) {
          const owner = { unit, ownerId: idOf(name), businessId, allowsNegative: name === 'issued' };
          await ledger.openAccount(tx, { id: idOf(name), ...owner });
        }
      });
      const balances: Record<Name, bigint> = { issued: 0n, a: 0n, b: 0n };
      for (const { from, to, amount: by } of moves) {
        const entries: Posting[] = [
          { accountId: idOf(from), unit, amount: -by },
          { accountId: idOf(to), unit, amount: by },
        ];
        const outcome = await outcomeOf(async tx => {
          await ledger.post(tx, { kind: 'test', businessId, entries });
        });
        expect({ from, to, by, outcome }).toEqual({
          from,
          to,
          by,
          outcome: expected(balances, from, to, BigInt(by)),
        });
        if (outcome === 'done') {
          balances[from] -= BigInt(by);
          balances[to] += BigInt(by);
        }
        for (const name of ACCOUNTS) {
          expect(BigInt(await ledger.getBalance(ctx, idOf(name)))).toBe(balances[name]);
        }
      }
      expect(await ledger.listLedgerProblems(ctx)).toEqual([]);
    });
    await fc.assert(property, { numRuns: RUNS });
  },
);
