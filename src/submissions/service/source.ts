import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { rewardExpiresAt } from '../../campaigns/rules.ts';
import * as budget from '../../campaigns/service/budget.ts';
import { campaignOf } from '../../campaigns/service/read.ts';
import type { TxCtx } from '../../context.ts';
import * as program from '../../programs/service/proof.ts';
import * as rewards from '../../rewards/service.ts';
import type { ReviewKind } from '../rules.ts';

/** What a review changes of the submission besides its status. */
export interface Outcome {
  rewardId?: string;
  budgetCents?: number;
}

type Effect = (tx: TxCtx, row: SubmissionRow, reason: string) => Outcome;

/** What submissions are sent to: what each kind of review does there. */
type Source = Record<ReviewKind, Effect>;

/** A campaign: its budget and counts, and the reward that it promises. */
const campaign: Source = {
  approve: (tx, row) => {
    budget.approve(tx, row.campaignId as string, row.budgetCents);
    return { rewardId: issueReward(tx, row) };
  },
  reject: (tx, row) => {
    budget.reject(tx, row.campaignId as string, row.budgetCents);
    return { budgetCents: 0 };
  },
  override: (tx, row) => {
    const budgetCents = budget.override(tx, row.campaignId as string);
    return { budgetCents, rewardId: issueReward(tx, row) };
  },
  reverse: (tx, row, reason) => {
    if (row.rewardId) rewards.voidReward(tx, row.rewardId, reason);
    budget.reverse(tx, row.campaignId as string, row.budgetCents);
    return { budgetCents: 0 };
  },
};

/** A program: points, tier, goals and cashback of its member. */
const membership: Source = {
  approve: (tx, row) => {
    program.approve(tx, row);
    return {};
  },
  reject: () => ({}),
  override: (tx, row) => membership.approve(tx, row, ''),
  reverse: (tx, row, reason) => {
    program.reverse(tx, row, reason);
    return {};
  },
};

/** Where a submission was sent to: a campaign, a program, or a campaign of a program, which is both. */
export function sourcesOf({ campaignId, memberId }: SubmissionRow): Source[] {
  return [...(campaignId === null ? [] : [campaign]), ...(memberId === null ? [] : [membership])];
}

/** Carries a review out wherever the submission was sent to. */
export function affect(tx: TxCtx, row: SubmissionRow, kind: ReviewKind, reason: string | undefined): Outcome {
  const why = reason || 'The approval was reversed';
  return Object.assign({}, ...sourcesOf(row).map(source => source[kind](tx, row, why)));
}

function issueReward(tx: TxCtx, row: SubmissionRow): string {
  const { rewardType, rewardValue, rewardMaxCents, rewardExpiresInDays } = campaignOf(
    tx,
    row.campaignId as string,
  );
  const reward = rewards.issue(tx, {
    businessId: row.businessId,
    campaignId: row.campaignId,
    programId: row.programId,
    submissionId: row.id,
    userId: row.userId,
    type: rewardType,
    value: rewardValue,
    maxCents: rewardMaxCents,
    expiresAt: rewardExpiresAt(rewardExpiresInDays, tx.clock.now()),
  });
  return reward.id;
}
