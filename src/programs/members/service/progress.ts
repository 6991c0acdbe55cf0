import type { MemberRow, ProgramRow } from '../../../../db/schema/programs.ts';
import type { Ctx } from '../../../context.ts';
import { toDollars } from '../../../platform/money.ts';
import { processDueCashbackBestEffort } from '../../cashback/service/due.ts';
import type { ProgramSummary } from '../../model.ts';
import { getProgramRewards } from '../../rules.ts';
import { requireEnrolled, requireVisible, resolveMemberId } from '../../service/read.ts';
import type { MemberProgress } from '../model.ts';
import { getGoalProgress, sortTiers } from '../rules.ts';
import * as store from '../store.ts';

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
  if (ctx.actor.role !== 'customer' && query.memberId === undefined) return toProgramSummary(program);
  const member = await requireEnrolled(ctx, program, resolveMemberId(ctx, query.memberId));
  return toMemberProgress(program, member, await store.getCompletedGoals(ctx.db, member.id));
}

/** Four decimals resolve one in ten thousand. */
const RATE_DECIMALS = 4;

function toProgramSummary(row: ProgramRow): ProgramSummary {
  const { submissionCount: submissions, approvedCount: approved } = row;
  const rate = submissions === 0 ? 0 : approved / submissions;
  return {
    programId: row.id,
    summary: {
      members: row.memberCount,
      activeMembers: row.activeMemberCount,
      submissions,
      approved,
      cashback: {
        pending: toDollars(row.pendingCents),
        available: toDollars(row.availableCents),
        redeemed: toDollars(row.redeemedCents),
      },
      completionRate: Number(rate.toFixed(RATE_DECIMALS)),
    },
  };
}

function toMemberProgress(
  program: ProgramRow,
  member: MemberRow,
  completed: Map<string, string>,
): MemberProgress {
  const { goals = [] } = getProgramRewards(program);
  return {
    programId: program.id,
    memberId: member.memberId,
    totals: {
      submissions: member.submissionCount,
      approved: member.approvedCount,
      points: member.points,
      spend: toDollars(member.spendCents),
      cashback: toDollars(member.grantedCents),
    },
    tier: toTierProgress(program, member),
    goals: goals.map(({ id = '', name, metric, target }) => {
      const current = getGoalProgress(metric, member);
      const completedAt = completed.get(id) ?? null;
      const status = completedAt === null ? ('inProgress' as const) : ('completed' as const);
      return {
        id,
        name,
        metric,
        current,
        target,
        percent: toPercentage(current, target),
        status,
        completedAt,
      };
    }),
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
