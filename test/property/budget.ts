import { expect } from 'bun:test';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { create as createBusiness } from '../../src/businesses/service.ts';
import { createCampaign } from '../../src/campaigns/service/create.ts';
import { getCampaign } from '../../src/campaigns/service/read.ts';
import { type Actor, CLI, type Ctx } from '../../src/context.ts';
import { AppError } from '../../src/errors.ts';
import { toAmount } from '../../src/platform/money.ts';
import { enroll } from '../../src/programs/members/service/members.ts';
import { create as createProgram } from '../../src/programs/service/programs.ts';
import { redeem } from '../../src/rewards/service.ts';
import type { Reviewed } from '../../src/submissions/model.ts';
import { reviewSubmissions, updateCampaign } from '../../src/submissions/service/review.ts';
import { createSubmission } from '../../src/submissions/service/submit.ts';
import { MINUTE, type Setup } from '../campaigns/fixture.ts';
import { command, PEOPLE, terms } from './budget-commands.ts';
import {
  apply,
  begin,
  type Cashback,
  type Command,
  LATER,
  type Model,
  type Terms,
  toRow,
} from './budget-model.ts';

/** The implementation under test: one campaign and its submissions in order of creation. */
interface Real {
  scene: Setup;
  ctx: Ctx;
  campaignId: string;
  currency: string;
  submissionIds: string[];
  codes: Map<string, string>;
}

/** Runs random commands on a new campaign; after each, the database must match the model. */
export function budgetProperty(scene: Setup, length: number) {
  return fc.asyncProperty(
    terms,
    fc.array(command, { maxLength: length, size: 'max' }),
    async (given, commands) => {
      const real = await launch(scene, given);
      const model = begin(given);
      for (const each of commands) {
        const before = await rowsOf(real);
        const expected = apply(model, each);
        const outcome = expected === 'skipped' ? expected : await carryOut(real, each);
        expect({ command: each, outcome }).toEqual({ command: each, outcome: expected });
        if (expected !== 'ok') expect(await rowsOf(real)).toEqual(before);
        await check(real, model);
      }
    },
  );
}

async function launch(
  scene: Setup,
  { currency, reward, totalCents, maxApprovals, perUser, endsIn, cashback }: Terms,
): Promise<Real> {
  const { id: businessId } = await createBusiness(scene.app.as(CLI), { name: 'Model', currency });
  const { userId: id } = scene.business;
  const actor: Actor = { kind: 'user', id, role: 'business', businessId, position: 'owner', sessionId: 's' };
  const ctx = scene.app.as(actor);
  const { id: campaignId } = await createCampaign(ctx, {
    name: 'Model',
    platform: 'email',
    actionType: 'referral',
    reward,
    budget: totalCents === null ? null : { total: toAmount(totalCents, currency) },
    limits: { maxApprovals, perUser },
    endsAt: endsIn === null ? null : inMinutes(scene, endsIn),
    programId: cashback && (await programOf(ctx, currency, cashback)),
    launch: true,
  });
  return { scene, ctx, campaignId, currency, submissionIds: [], codes: new Map() };
}

/** A program with all people as members and without a hold period. */
async function programOf(ctx: Ctx, currency: string, terms: Cashback): Promise<string> {
  const { percent, maxCents, maxMemberCents, autoLimitCents } = terms;
  const nullable = (given: number | null) => (given === null ? null : toAmount(given, currency));
  const { id } = await createProgram(ctx, {
    name: 'Model',
    autoCreditLimit: toAmount(autoLimitCents, currency),
    rewards: {
      cashback: {
        type: 'percentage',
        value: percent,
        maxPerTransaction: nullable(maxCents),
        maxPerMember: nullable(maxMemberCents),
        holdDays: 0,
      },
    },
  });
  for (let user = 0; user < PEOPLE; user += 1) await enroll(ctx, id, { memberId: `person-${user}` });
  return id;
}

function inMinutes(scene: Setup, minutes: number): string {
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
  const { scene, ctx, campaignId: id, currency, submissionIds } = real;
  const change = (fields: object) => updateCampaign(ctx, { id, ...fields });
  const pick = (n: number) => submissionIds[n % Math.max(1, submissionIds.length)] ?? 'sub_absent';
  switch (command.do) {
    case 'submit': {
      const proofUrl = `https://proof.example/${command.proof}`;
      const { orderCents } = command;
      const orderValue = orderCents === undefined ? undefined : toAmount(orderCents, currency);
      const userId = `person-${command.user}`;
      const made = await createSubmission(ctx, { campaignId: id, proofUrl, userId, orderValue });
      submissionIds.push(made.id);
      return;
    }
    case 'review': {
      const { action, flag, orderCents } = command;
      const flags = flag ? { [flag]: true } : {};
      const orderValue = orderCents == null ? orderCents : toAmount(orderCents, currency);
      const submissionId = pick(command.which);
      const { reward } = (await reviewSubmissions(ctx, {
        submissionId,
        action,
        orderValue,
        ...flags,
      })) as Reviewed;
      if (action === 'approve' && reward) real.codes.set(submissionId, reward.code);
      return;
    }
    case 'redeem':
      await redeem(ctx, { code: real.codes.get(pick(command.which)) ?? 'NONE', orderValue: 10 });
      return;
    case 'budget': {
      const { totalCents } = command;
      await change({ budget: totalCents === null ? null : { total: toAmount(totalCents, currency) } });
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
      await getCampaign(ctx, id);
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

/** Returns the rows of the campaign, its submissions and its rewards. */
async function rowsOf({ ctx, campaignId }: Real) {
  return [
    await ctx.db.all(sql`select * from campaigns where id = ${campaignId}`),
    await ctx.db.all(sql`select * from submissions where campaign_id = ${campaignId} order by id`),
    await ctx.db.all(sql`select * from rewards where campaign_id = ${campaignId} order by id`),
  ];
}

async function check({ ctx, campaignId }: Real, model: Model): Promise<void> {
  const [row] = await ctx.db.all<Row>(sql`
    select state, budget_total_cents as total, budget_reserved_cents as reserved, budget_spent_cents as spent,
      pending_count as pending, approved_count as approved, rejected_count as rejected
    from campaigns where id = ${campaignId}`);
  const [counted] = await ctx.db.all(sql`
    select coalesce(sum(budget_cents) filter (where status = 'pending'), 0) as reserved,
      coalesce(sum(budget_cents) filter (where status = 'approved'), 0) as spent,
      count(*) filter (where status = 'pending') as pending,
      count(*) filter (where status = 'approved') as approved,
      count(*) filter (where status = 'rejected') as rejected,
      coalesce(sum(budget_cents) filter (where status = 'rejected'), 0) as held_by_rejected
    from submissions where campaign_id = ${campaignId}`);
  const [living] = await ctx.db.all<{ n: number }>(sql`
    select count(*) as n from rewards where campaign_id = ${campaignId} and status <> 'void'`);
  const { state, total, ...sums } = row as Row;
  expect(counted).toEqual({ ...sums, held_by_rejected: 0 });
  if (total !== null) expect(sums.reserved + sums.spent).toBeLessThanOrEqual(total);
  expect(living?.n).toBe(sums.approved);
  expect({ state, total, ...sums }).toEqual(toRow(model));
}
