import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { TxCtx } from '../../context.ts';
import * as program from '../../programs/service/submissions.ts';
import * as rewards from '../../rewards/service.ts';
import type { ReviewKind } from '../rules/review.ts';

/** Submission fields that a review changes besides its status. */
interface ReviewEffects {
  rewardId?: string;
  budgetCents?: number;
}

/** The submission under review, the order value an approval credits, and the reason for the decision. */
interface ReviewInput {
  row: SubmissionRow;
  reason: string;
}

/** Program effects: the member's points, tier, goals and cashback. Each returns the cents of cashback granted. */
const membership: Record<ReviewKind, (tx: TxCtx, input: ReviewInput) => Promise<number>> = {
  approve: (tx, { row }) => program.approve(tx, row),
  reject: async () => 0,
  override: (tx, { row }) => program.approve(tx, row),
  reverse: async (tx, { row, reason }) => {
    await program.reverse(tx, row, reason);
    return 0;
  },
};

/** Campaign effects: its budget, counts and reward. Its budget also pays for the cashback. */
const campaign: Record<
  ReviewKind,
  (tx: TxCtx, input: ReviewInput, id: string, cashbackCents: number) => Promise<ReviewEffects>
> = {
  approve: async (tx, { row }, id, cashbackCents) => {
    const budgetCents = await budget.approve(tx, id, { reservedCents: row.budgetCents, cashbackCents });
    return { budgetCents, rewardId: await issueReward(tx, row) };
  },
  reject: async (tx, { row }, id) => {
    await budget.reject(tx, id, row.budgetCents);
    return { budgetCents: 0 };
  },
  override: async (tx, { row }, id, cashbackCents) => {
    const budgetCents = await budget.override(tx, id, cashbackCents);
    return { budgetCents, rewardId: await issueReward(tx, row) };
  },
  reverse: async (tx, { row, reason }, id) => {
    if (row.rewardId) await rewards.voidReward(tx, row.rewardId, reason);
    await budget.reverse(tx, id, row.budgetCents);
    return { budgetCents: 0 };
  },
};

/** Applies a review to the submission's target: a campaign, a program, or a campaign of a program. */
export async function applyReviewEffects(
  tx: TxCtx,
  row: SubmissionRow,
  kind: ReviewKind,
  reason: string | undefined,
): Promise<ReviewEffects> {
  const input = { row, reason: reason || 'The approval was reversed' };
  const cashbackCents = row.memberId === null ? 0 : await membership[kind](tx, input);
  return row.campaignId === null ? {} : await campaign[kind](tx, input, row.campaignId, cashbackCents);
}

async function issueReward(tx: TxCtx, row: SubmissionRow): Promise<string> {
  const { currency, rewardType, rewardValue, rewardItem, rewardMaxCents, rewardExpiresInDays } =
    await getCampaignRow(tx, row.campaignId as string);
  const reward = await rewards.issue(tx, {
    businessId: row.businessId,
    currency,
    campaignId: row.campaignId,
    programId: row.programId,
    submissionId: row.id,
    source: 'submission',
    userId: row.userId,
    type: rewardType,
    value: rewardValue,
    item: rewardItem,
    maxCents: rewardMaxCents,
    expiresInDays: rewardExpiresInDays,
  });
  return reward.id;
}
