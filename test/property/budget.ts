import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { create } from '../../src/campaigns/service/create.ts';
import { get } from '../../src/campaigns/service/read.ts';
import type { Actor, Ctx } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { redeem } from '../../src/rewards/service.ts';
import type { Reviewed } from '../../src/submissions/model.ts';
import { review } from '../../src/submissions/service/review.ts';
import { submit } from '../../src/submissions/service/submit.ts';
import { updateCampaign } from '../../src/submissions/service/update-campaign.ts';
import { MINUTE, type Scene } from '../campaigns/scene.ts';
import { apply, begin, type Command, countOf, LATER, type Model, sumOf, type Terms } from './budget-model.ts';

/** The real thing under test: one campaign of a world, and its submissions in the order they came. */
interface Real {
  scene: Scene;
  ctx: Ctx;
  campaignId: string;
  submissionIds: string[];
  codes: Map<string, string>;
}

const dollars = (cents: number) => cents / 100;
const cents = (max: number) => fc.integer({ min: 1, max });

const terms: fc.Arbitrary<Terms> = fc
  .record({
    kind: fc.constantFrom('fixed', 'fixed', 'fixed', 'capped', 'open'),
    cost: cents(500),
    rewards: fc.integer({ min: 0, max: 4 }),
    // Budgets that end in a whole reward are where one cent too many or too few would show.
    rest: fc.constantFrom(0, 0, 1, 400),
    hasBudget: fc.constantFrom(true, true, false),
    maxApprovals: fc.option(fc.integer({ min: 1, max: 5 })),
    perUser: fc.integer({ min: 1, max: 3 }),
    endsIn: fc.option(fc.integer({ min: 5, max: 60 })),
  })
  .map(({ kind, cost, rewards, rest, hasBudget, ...limits }) => {
    const percentage = { type: 'percentage' as const, value: 10 };
    const reward = {
      fixed: { type: 'fixed' as const, value: dollars(cost) },
      capped: { ...percentage, maxAmount: dollars(cost) },
      open: percentage,
    }[kind as 'fixed' | 'capped' | 'open'];
    const totalCents = hasBudget ? Math.max(1, cost * rewards + rest) : null;
    return { reward, costCents: kind === 'open' ? 0 : cost, totalCents, ...limits };
  });

const which = fc.nat(7);
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('submit' as const), user: fc.nat(3), proof: fc.nat(9) }),
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
      )
      .map(([one, [action, flag]]): Command => ({ do: 'review', which: one, action, flag })),
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

/** Random commands on a new campaign: after each of them the database is what the model says it is. */
export function budgetProperty(scene: Scene, length: number) {
  return fc.asyncProperty(
    terms,
    fc.array(command, { maxLength: length, size: 'max' }),
    async (given, commands) => {
      const real = await launch(scene, given);
      const model = begin(given);
      for (const each of commands) {
        const before = rowsOf(real);
        const expected = apply(model, each);
        const outcome = expected === 'skipped' ? expected : await carryOut(real, each);
        expect({ command: each, outcome }).toEqual({ command: each, outcome: expected });
        if (expected !== 'ok') expect(rowsOf(real)).toEqual(before);
        check(real, model);
      }
    },
  );
}

async function launch(
  scene: Scene,
  { reward, totalCents, maxApprovals, perUser, endsIn }: Terms,
): Promise<Real> {
  const { businessId, userId: id } = scene.shop;
  const actor: Actor = { kind: 'user', id, role: 'business', businessId, position: 'owner', sessionId: 's' };
  const ctx = scene.app.as(actor);
  const { id: campaignId } = await create(ctx, {
    name: 'Model',
    platform: 'email',
    actionType: 'referral',
    reward,
    budget: totalCents === null ? null : { total: dollars(totalCents) },
    limits: { maxApprovals, perUser },
    endsAt: endsIn === null ? null : inMinutes(scene, endsIn),
    launch: true,
  });
  return { scene, ctx, campaignId, submissionIds: [], codes: new Map() };
}

function inMinutes(scene: Scene, minutes: number): string {
  return new Date(scene.clock.now() + minutes * MINUTE).toISOString();
}

async function carryOut(real: Real, command: Command): Promise<string> {
  try {
    await run(real, command);
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function run(real: Real, command: Command): Promise<void> {
  const { scene, ctx, campaignId: id, submissionIds } = real;
  const change = (fields: object) => updateCampaign(ctx, { id, ...fields });
  const pick = (n: number) => submissionIds[n % Math.max(1, submissionIds.length)] ?? 'sub_absent';
  switch (command.do) {
    case 'submit': {
      const proofUrl = `https://proof.example/${command.proof}`;
      const made = await submit(ctx, { campaignId: id, proofUrl, userId: `person-${command.user}` });
      submissionIds.push(made.id);
      return;
    }
    case 'review': {
      const { action, flag } = command;
      const flags = flag ? { [flag]: true } : {};
      const submissionId = pick(command.which);
      const { reward } = (await review(ctx, { submissionId, action, ...flags })) as Reviewed;
      if (action === 'approve' && reward) real.codes.set(submissionId, reward.code);
      return;
    }
    case 'redeem':
      await redeem(ctx, { code: real.codes.get(pick(command.which)) ?? 'NONE', orderValue: 10 });
      return;
    case 'budget': {
      const { totalCents } = command;
      await change({ budget: totalCents === null ? null : { total: dollars(totalCents) } });
      return;
    }
    case 'cap':
      await change({ limits: { maxApprovals: command.maxApprovals } });
      return;
    case 'state': {
      const endsAt = command.laterEnd ? { endsAt: inMinutes(scene, LATER) } : {};
      const pendingPolicy = command.rejectAll ? { pendingPolicy: 'rejectAll' } : {};
      await change({ state: command.to, ...endsAt, ...pendingPolicy });
      return;
    }
    case 'wait':
      scene.clock.advance(command.minutes * MINUTE);
      await get(ctx, id);
  }
}

interface Row {
  state: string;
  total: number | null;
  reserved: number;
  spent: number;
  pending: number;
  approved: number;
  rejected: number;
}

/** The rows of this campaign, its submissions and its rewards. */
function rowsOf({ ctx, campaignId }: Real) {
  return [
    ctx.db.all(sql`select * from campaigns where id = ${campaignId}`),
    ctx.db.all(sql`select * from submissions where campaign_id = ${campaignId} order by id`),
    ctx.db.all(sql`select * from rewards where campaign_id = ${campaignId} order by id`),
  ];
}

function check({ ctx, campaignId }: Real, model: Model): void {
  const [row] = ctx.db.all<Row>(sql`
    select state, budget_total_cents as total, budget_reserved_cents as reserved, budget_spent_cents as spent,
      pending_count as pending, approved_count as approved, rejected_count as rejected
    from campaigns where id = ${campaignId}`);
  const [counted] = ctx.db.all(sql`
    select coalesce(sum(budget_cents) filter (where status = 'pending'), 0) as reserved,
      coalesce(sum(budget_cents) filter (where status = 'approved'), 0) as spent,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'rejected') as rejected,
      coalesce(sum(budget_cents) filter (where status = 'rejected'), 0) as held_by_rejected
    from submissions where campaign_id = ${campaignId}`);
  const [living] = ctx.db.all<{ n: number }>(sql`
    select count(*) as n from rewards where campaign_id = ${campaignId} and status <> 'void'`);
  const { state, total, ...sums } = row as Row;
  expect(counted).toEqual({ ...sums, held_by_rejected: 0 });
  if (total !== null) expect(sums.reserved + sums.spent).toBeLessThanOrEqual(total);
  expect(living?.n).toBe(sums.approved);
  expect({ state, total, ...sums }).toEqual({
    state: model.state,
    total: model.totalCents,
    reserved: sumOf(model, 'pending'),
    spent: sumOf(model, 'approved'),
    pending: countOf(model, 'pending'),
    approved: countOf(model, 'approved'),
    rejected: countOf(model, 'rejected'),
  });
}
