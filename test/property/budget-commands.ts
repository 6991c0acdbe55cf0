import fc from 'fast-check';
import { getUnitScale, toAmount } from '../../src/platform/money.ts';
import type { Command, Terms } from './budget-model.ts';

/** The terms and commands of the budget property. */

/** The API's minimum for amounts, in major units of every currency. */
const MIN_AMOUNT = 0.01;
const cents = (max: number) => fc.integer({ min: 1, max });

export const terms: fc.Arbitrary<Terms> = fc
  .record({
    currency: fc.constantFrom('USD', 'USD', 'JPY', 'EUR', 'KWD'),
    kind: fc.constantFrom('fixed', 'fixed', 'fixed', 'capped', 'open'),
    cost: cents(500),
    rewards: fc.integer({ min: 0, max: 4 }),
    // Budgets that are a multiple of the reward reveal off-by-one-cent errors.
    rest: fc.constantFrom(0, 0, 1, 400),
    hasBudget: fc.constantFrom(true, true, false),
    maxApprovals: fc.option(fc.integer({ min: 1, max: 5 })),
    perUser: fc.integer({ min: 1, max: 3 }),
    endsIn: fc.option(fc.integer({ min: 5, max: 60 })),
    cashback: fc.option(
      fc.record({
        percent: fc.integer({ min: 1, max: 100 }),
        maxCents: fc.option(cents(400), { freq: 2 }),
        maxMemberCents: fc.option(cents(900), { freq: 2 }),
        autoLimitCents: fc.constantFrom(0, 0, 50, 400),
      }),
      { freq: 2 },
    ),
  })
  .map(({ currency, kind, cost: any, rewards, rest, hasBudget, ...limits }) => {
    const cost = Math.max(any, MIN_AMOUNT * getUnitScale(currency));
    const percentage = { type: 'percentage' as const, value: 10 };
    const reward = {
      fixed: { type: 'fixed' as const, value: toAmount(cost, currency) },
      capped: { ...percentage, maxAmount: toAmount(cost, currency) },
      open: percentage,
    }[kind as 'fixed' | 'capped' | 'open'];
    const totalCents = hasBudget ? Math.max(1, cost * rewards + rest) : null;
    return { currency, reward, costCents: kind === 'open' ? 0 : cost, totalCents, ...limits };
  });

/** All are members of the program, if there is one. */
export const PEOPLE = 4;
/** Small and large orders, and an implausible one. */
const order = fc.oneof(cents(2_000), fc.constant(100_000_000));

const which = fc.nat(7);
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('submit' as const),
      user: fc.nat(PEOPLE - 1),
      proof: fc.nat(9),
      orderCents: fc.option(order, { nil: undefined }),
    }),
  },
  {
    weight: 12,
    arbitrary: fc
      .tuple(
        which,
        fc.constantFrom<['approve' | 'reject', ('override' | 'reverse')?]>(
          ['approve'],
          ['approve', 'override'],
          ['approve', 'reverse'],
          ['reject'],
          ['reject', 'reverse'],
          ['reject', 'override'],
        ),
        fc.constantFrom(undefined, undefined, null, 'another' as const),
        order,
      )
      .map(([one, [action, flag], said, another]): Command => {
        const orderCents = action === 'reject' ? undefined : said === 'another' ? another : said;
        return { do: 'review', which: one, action, flag, orderCents };
      }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redeem' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('budget' as const), totalCents: fc.option(cents(3_000)) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('cap' as const),
      maxApprovals: fc.option(fc.integer({ min: 1, max: 6 })),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record(
      {
        do: fc.constant('state' as const),
        to: fc.constantFrom(
          'active',
          'active',
          'active',
          'active',
          'active',
          'paused',
          'paused',
          'ended',
        ) as fc.Arbitrary<'active'>,
        laterEnd: fc.boolean(),
        rejectAll: fc.boolean(),
      },
      { requiredKeys: ['do', 'to'] },
    ),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.nat(20) }) },
);
