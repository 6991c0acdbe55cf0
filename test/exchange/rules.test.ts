import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  averageCents,
  match,
  type Resting,
  requiredFunds,
  settlementEntries,
  type Taker,
} from '../../src/exchange/orders/rules.ts';
import { check, command, shrink } from '../property/exchange/check.ts';
import { compareWithOracle } from '../property/exchange/oracle.ts';

const taker = (fields: Partial<Taker> = {}): Taker => ({
  ownerId: 'ada',
  side: 'buy',
  quantity: 10,
  limitCents: 500,
  timeInForce: 'GTC',
  ...fields,
});
const ask = (priceCents: number, remaining: number, ownerId = 'bob'): Resting => ({
  ownerId,
  priceCents,
  remaining,
});

describe('The matching rules', () => {
  test('maintain every invariant over sequences of commands (100 × 10,000 by `bun run check:book`)', () => {
    fc.assert(
      fc.property(fc.array(command, { minLength: 100, maxLength: 400 }), commands => {
        check(commands);
      }),
      { numRuns: 15 },
    );
  });

  test('produce the same fills and remainders as nodejs-order-book', () => {
    expect(compareWithOracle(7, 1_500)).toBeGreaterThan(300);
  });

  test('a failing sequence is shrunk', async () => {
    const rules = await import('../../src/exchange/orders/rules.ts');
    const broken = { ...rules, releaseEntries: () => [] };
    const commands = fc.sample(fc.array(command, { minLength: 300, maxLength: 300, size: 'max' }), {
      seed: 1,
      numRuns: 1,
    })[0];
    expect(shrink(commands ?? [], broken).length).toBeLessThanOrEqual(10);
  });
});

describe('match()', () => {
  test('fills at the resting price, and the taker keeps the difference to the limit', () => {
    const order = taker({ quantity: 4 });
    const found = match(order, [ask(300, 4)]);
    expect(found).toMatchObject({ filled: 4, valueCents: 1_200, rest: 0, cancelled: 0 });
    expect(settlementEntries(order, found)).toEqual([
      { ownerId: 'bob', asset: 'cash', bucket: 'available', amount: 1_200 },
      { ownerId: 'bob', asset: 'perk', bucket: 'reserved', amount: -4 },
      { ownerId: 'ada', asset: 'cash', bucket: 'available', amount: -1_200 },
      { ownerId: 'ada', asset: 'perk', bucket: 'available', amount: 4 },
    ]);
    expect(requiredFunds(order, found.valueCents)).toBe(2_000);
  });

  test("stops at the taker's own order and leaves it unchanged", () => {
    const found = match(taker(), [ask(100, 3), ask(200, 3, 'ada'), ask(200, 9)]);
    expect(found).toMatchObject({ filled: 3, rest: 0, cancelled: 7, cancelReason: 'selfTrade' });
  });

  test("match() does not reach the taker's own order if it is filled before", () => {
    const found = match(taker({ quantity: 3, timeInForce: 'FOK' }), [ask(100, 3), ask(200, 3, 'ada')]);
    expect(found).toMatchObject({ filled: 3, cancelReason: null });
  });

  test('match() stays exact at the largest sizes', () => {
    const order = taker({ quantity: 1_000_000, limitCents: 100_000_000 });
    const found = match(order, [ask(100_000_000, 1_000_000)]);
    expect(found.valueCents).toBe(100_000_000_000_000);
    expect(Number.isSafeInteger(found.valueCents)).toBe(true);
  });

  test('averages several prices to the nearest cent', () => {
    expect([averageCents(0, 0), averageCents(1_000, 3), averageCents(2_000, 3)]).toEqual([null, 333, 667]);
  });
});
