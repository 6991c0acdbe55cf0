import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { rewardExpiresAt } from '../../campaigns/rules.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { TxCtx } from '../../context.ts';
import * as program from '../../programs/service/submissions.ts';
import * as rewards from '../../rewards/service.ts';
import type { ReviewKind } from '../rules/review.ts';

/** Submission fields that a review changes besides its status. */
export interface ReviewEffects {
  rewardId?: string;
  budgetCents?: number;
}

/** The submission under review, the order value an approval credits, and the reason for the decision. */
interface ReviewInput {
  row: SubmissionRow;
  reason: string;
}

/** Program effects: the member's points, tier, goals and cashback. Each returns the cents of cashback granted. */
const membership: Record<ReviewKind, (tx: TxCtx, input: ReviewInput) => number> = {
  approve: (tx, { row }) => program.approve(tx, row),
  reject: () => 0,
  override: (tx, { row }) => program.approve(tx, row),
  reverse: (tx, { row, reason }) => {
    program.reverse(tx, row, reason);
    return 0;
  },
};

/** Campaign effects: its budget, counts and reward. Its budget also pays for the cashback. */
const campaign: Record<
  ReviewKind,
  (tx: TxCtx, input: ReviewInput, id: string, cashbackCents: number) => ReviewEffects
> = {
  approve: (tx, { row }, id, cashbackCents) => {
    const budgetCents = budget.approve(tx, id, { reservedCents: row.budgetCents, cashbackCents });
    return { budgetCents, rewardId: issueReward(tx, row) };
  },
  reject: (tx, { row }, id) => {
    budget.reject(tx, id, row.budgetCents);
    return { budgetCents: 0 };
  },
  override: (tx, { row }, id, cashbackCents) => {
    const budgetCents = budget.override(tx, id, cashbackCents);
    return { budgetCents, rewardId: issueReward(tx, row) };
  },
  reverse: (tx, { row, reason }, id) => {
    if (row.rewardId) rewards.voidReward(tx, row.rewardId, reason);
    budget.reverse(tx, id, row.budgetCents);
    return { budgetCents: 0 };
  },
};

/** Applies a review to the submission's target: a campaign, a program, or a campaign of a program. */
export function applyReviewEffects(
  tx: TxCtx,
  row: SubmissionRow,
  kind: ReviewKind,
  reason: string | undefined,
): ReviewEffects {
  const input = { row, reason: reason || 'The approval was reversed' };
  const cashbackCents = row.memberId === null ? 0 : membership[kind](tx, input);
  return row.campaignId === null ? {} : campaign[kind](tx, input, row.campaignId, cashbackCents);
}

function issueReward(tx: TxCtx, row: SubmissionRow): string {
  const { rewardType, rewardValue, rewardMaxCents, rewardExpiresInDays } = getCampaignRow(
    tx,
    row.campaignId as string,
  );
  const reward = rewards.issue(tx, {
    businessId: row.businessId,
    campaignId: row.campaignId,
    programId: row.programId,
    submissionId: row.id,
    source: 'submission',
    userId: row.userId,
    type: rewardType,
    value: rewardValue,
    maxCents: rewardMaxCents,
    expiresAt: rewardExpiresAt(rewardExpiresInDays, tx.clock.now()),
  });
  return reward.id;
}
