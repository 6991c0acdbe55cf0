import type { MemberGoalRow, MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { Ctx } from '../../../context.ts';
import { toAmount } from '../../../platform/money.ts';
import { processDueCashbackBestEffort } from '../../cashback/service/due.ts';
import type { Goal } from '../../model.ts';
import { getProgramRewards, isTyped } from '../../rules.ts';
import { requireEnrolled, requireVisible, resolveMemberId } from '../../service/read.ts';
import { listOffers, listStock } from '../../shop/service/offers.ts';
import type { ProgramSummary } from '../../summary-model.ts';
import type { MemberProgress } from '../model.ts';
import { getGoalProgress, sortTiers } from '../rules.ts';
import * as store from '../store.ts';
import { listOpenRewards } from './open-rewards.ts';

/**
 * Returns a member's progress, or the whole program's if a business names no member. Reads one or two rows regardless
 * of the number of members.
 * @throws NOT_FOUND, FORBIDDEN if a customer names another user, NOT_A_MEMBER
 */
export async function getProgress(
  ctx: Ctx,
  programId: string,
  query: { memberId?: string },
): Promise<MemberProgress | ProgramSummary> {
  await processDueCashbackBestEffort(ctx);
  const program = await requireVisible(ctx, programId);
  if (ctx.actor.role !== 'customer' && query.memberId === undefined)
    return toProgramSummary(program, await listStock(ctx, program));
  const member = await requireEnrolled(ctx, program, resolveMemberId(ctx, query.memberId));
  return {
    ...toMemberProgress(program, member, await store.getGoalStates(ctx.db, member.id)),
    shop: await listOffers(ctx, program, member),
    openRewards: await listOpenRewards(ctx, member),
  };
}

/** Four decimals resolve one in ten thousand. */
const RATE_DECIMALS = 4;

function toProgramSummary(row: ProgramRow, shop: ProgramSummary['summary']['shop']): ProgramSummary {
  const { submissionCount: submissions, approvedCount: approved } = row;
  const rate = submissions === 0 ? 0 : approved / submissions;
  return {
    programId: row.id,
    currency: row.currency,
    summary: {
      members: row.memberCount,
      activeMembers: row.activeMemberCount,
      submissions,
      approved,
      visits: row.visitCount,
      cashback: {
        pending: toAmount(row.pendingCents, row.currency),
        available: toAmount(row.availableCents, row.currency),
        redeemed: toAmount(row.redeemedCents, row.currency),
      },
      completionRate: Number(rate.toFixed(RATE_DECIMALS)),
      shop,
    },
  };
}

function toMemberProgress(
  program: ProgramRow,
  member: MemberRow,
  states: Map<string, MemberGoalRow>,
): Omit<MemberProgress, 'shop' | 'openRewards'> {
  const { goals = [] } = getProgramRewards(program);
  return {
    programId: program.id,
    memberId: member.memberId,
    currency: member.currency,
    totals: {
      submissions: member.submissionCount,
      approved: member.approvedCount,
      points: member.points,
      pointsBalance: member.points - member.pointsSpent,
      visits: member.visitCount,
      spend: toAmount(member.spendCents, member.currency),
      cashback: toAmount(member.grantedCents, member.currency),
    },
    tier: toTierProgress(program, member),
    lastVisitAt: member.lastVisitAt,
    goals: goals.map(goal => toGoalProgress(goal, member, states.get(goal.id as string))),
  };
}

function toGoalProgress(
  goal: Goal,
  member: MemberRow,
  state: MemberGoalRow | undefined,
): MemberProgress['goals'][number] {
  const { id = '', name, metric, target, repeats = false, reward } = goal;
  const current = getGoalProgress(goal, member, state);
  const completions = state?.completions ?? 0;
  return {
    id,
    name,
    metric,
    current,
    target,
    repeats,
    completions,
    percent: toPercentage(current, target),
    status: completions > 0 && !repeats ? 'completed' : 'inProgress',
    completedAt: completions > 0 ? (state?.completedAt ?? null) : null,
    reward: isTyped(reward) ? reward : null,
  };
}

/** Whole percent, rounded down, so that 100 means complete. */
function toPercentage(part: number, whole: number): number {
  return Math.min(100, Math.floor((part / whole) * 100));
}

function toTierProgress(program: ProgramRow, { points, tier }: MemberRow): MemberProgress['tier'] {
  const tiers = sortTiers(getProgramRewards(program).tiers ?? []);
  const current = tiers.find(({ name }) => name === tier);
  const next = tiers.find(({ threshold }) => threshold > points);
  if (!next) return { current: tier, next: null, pointsToNext: null, percent: 100 };
  const start = current?.threshold ?? 0;
  return {
    current: tier,
    next: next.name,
    pointsToNext: next.threshold - points,
    percent: toPercentage(points - start, next.threshold - start),
  };
}
