import fc from 'fast-check';

/** The terms of the program that the counter property uses, and its random commands. */

export const CARD_TARGET = 5;
export const SPEND_TARGET_CENTS = 5_000;
export const POINTS_PER_DOLLAR = 3;
export const ITEMS = [
  { id: 'cookie', points: 25, stock: null, perMember: null },
  { id: 'mug', points: 90, stock: null, perMember: 2 },
  { id: 'tour', points: 60, stock: 5, perMember: null },
] as const;
export const COOLDOWN_MINUTES = 5;
export const MAX_PER_DAY = 12;
export const PERCENT = 10;
export const MAX_GRANTED_CENTS = 15_000;
export const MEMBERS = 6;

/**
 * Returns the terms in a currency, given how many of its smallest unit make a major unit. The model counts the smallest
 * unit, so the amounts and the points per major unit differ and what the model expects does not.
 */
export const createTerms = (scale: number) => ({
  points: { perDollar: (POINTS_PER_DOLLAR * scale) / 100 },
  cashback: { type: 'percentage', value: PERCENT, holdDays: 0, maxPerMember: MAX_GRANTED_CENTS / scale },
  goals: [
    {
      id: 'card',
      name: 'Card',
      metric: 'visits',
      target: CARD_TARGET,
      repeats: true,
      reward: { type: 'item', name: 'Coffee', cost: 1, expiresInDays: 3_650 },
    },
    {
      id: 'spender',
      name: 'Spender',
      metric: 'spend',
      target: SPEND_TARGET_CENTS / scale,
      reward: { type: 'fixed', value: 5, expiresInDays: 3_650 },
    },
  ],
  shop: ITEMS.map(item => ({
    ...item,
    name: item.id,
    reward: { type: 'fixed', value: 2, expiresInDays: 3_650 },
  })),
});

export type Command =
  | { do: 'visit'; member: number; quantity: number; cents: number | null; order: number | null }
  | { do: 'purchase'; member: number; cents: number; order: number | null }
  | { do: 'buy'; member: number; item: number }
  | { do: 'cancel'; bought: number }
  | { do: 'redeem'; code: number }
  | { do: 'void'; purchase: number }
  | { do: 'reinstate'; code: number }
  | { do: 'spend'; member: number; cents: number }
  | { do: 'refundOrder'; order: number; cents: number | null; isByOrder: boolean }
  | { do: 'refundSpending'; redemption: number; cents: number | null }
  | { do: 'wait'; minutes: number };

export const DAY_MINUTES = 1_440;
const ORDERS = 5_000;

/** Generates the commands of a seed. */
export function sequence(seed: number, count: number): Command[] {
  const member = fc.nat(MEMBERS - 1);
  const order = fc.option(fc.nat(ORDERS));
  const cents = fc.integer({ min: 10, max: 1_500 });
  const quantity = fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 15 }) },
  );
  /** Counted back from the latest. Old ones are past the window of refunds. */
  const recent = fc.oneof({ weight: 9, arbitrary: fc.nat(6) }, { weight: 1, arbitrary: fc.nat(400) });
  /** The whole, or a part that may exceed the rest. */
  const part = fc.option(fc.integer({ min: 1, max: 900 }));
  const minutes = fc.oneof(
    { weight: 15, arbitrary: fc.integer({ min: 1, max: 240 }) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 10 }).map(days => days * DAY_MINUTES) },
  );
  const command = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ do: fc.constant('visit'), member, quantity, cents: fc.option(cents), order }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('purchase'), member, cents, order }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('buy'), member, item: fc.nat(ITEMS.length) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('cancel'), bought: recent }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('redeem'), code: fc.nat(8) }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('void'), purchase: fc.nat(4) }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('reinstate'), code: fc.nat(8) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('spend'), member, cents: fc.integer({ min: 1, max: 300 }) }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('refundOrder'),
        order: recent,
        cents: part,
        isByOrder: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('refundSpending'), redemption: recent, cents: part }),
    },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('wait'), minutes }) },
  ) as fc.Arbitrary<Command>;
  return fc.sample(command, { seed, numRuns: count });
}
