import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Setup, setup } from '../campaigns/fixture.ts';
import { isShortOnPostgres } from '../support/postgres-app.ts';
import { budgetProperty } from './budget.ts';
import { apply, begin, type Command, type Terms } from './budget-model.ts';

/** Every statement is a round trip to PostgreSQL. */
const RUNS = isShortOnPostgres ? 50 : 150;
const LENGTH = 40;

let ctx: Setup;
beforeAll(async () => {
  ctx = await setup();
});
afterAll(() => ctx.close());

test("after any sequence of commands, a campaign's budget matches the model", async () => {
  await fc.assert(budgetProperty(ctx, LENGTH), { numRuns: RUNS });
});

test('the model reserves, spends, releases and pauses', () => {
  const terms: Terms = {
    currency: 'USD',
    cashback: null,
    costCents: 500,
    reward: { type: 'fixed', value: 5 },
    totalCents: 1_000,
    maxApprovals: null,
    perUser: 1,
    endsIn: null,
  };
  const model = begin(terms);
  const story: [Command, string][] = [
    [{ do: 'submit', user: 1, proof: 1 }, 'ok'],
    [{ do: 'submit', user: 2, proof: 1 }, 'ok'],
    [{ do: 'submit', user: 3, proof: 1 }, 'BUDGET_EXHAUSTED'],
    [{ do: 'review', which: 0, action: 'approve' }, 'ok'],
    [{ do: 'review', which: 1, action: 'approve' }, 'ok'],
    [{ do: 'state', to: 'active' }, 'BUDGET_EXHAUSTED'],
    [{ do: 'review', which: 1, action: 'reject', flag: 'reverse' }, 'ok'],
    [{ do: 'state', to: 'active' }, 'ok'],
  ];
  expect(story.map(([command]) => apply(model, command))).toEqual(story.map(([, outcome]) => outcome));
});

test('the model reserves bounded amounts and requires the rest at approval', () => {
  const terms: Terms = {
    currency: 'USD',
    cashback: { percent: 10, maxCents: null, maxMemberCents: null, autoLimitCents: 100 },
    costCents: 500,
    reward: { type: 'fixed', value: 5 },
    totalCents: 1_500,
    maxApprovals: null,
    perUser: 9,
    endsIn: null,
  };
  const model = begin(terms);
  const story: [Command, string][] = [
    [{ do: 'submit', user: 1, proof: 1, orderCents: 20_000 }, 'ok'],
    [{ do: 'submit', user: 2, proof: 1, orderCents: 500 }, 'ok'],
    [{ do: 'submit', user: 3, proof: 1 }, 'BUDGET_EXHAUSTED'],
    [{ do: 'review', which: 0, action: 'approve' }, 'BUDGET_EXHAUSTED'],
    [{ do: 'review', which: 0, action: 'approve', orderCents: 4_500 }, 'ok'],
    [{ do: 'review', which: 1, action: 'approve', orderCents: 600 }, 'BUDGET_EXHAUSTED'],
    [{ do: 'review', which: 1, action: 'approve' }, 'ok'],
  ];
  expect(story.map(([command]) => apply(model, command))).toEqual(story.map(([, outcome]) => outcome));
});
