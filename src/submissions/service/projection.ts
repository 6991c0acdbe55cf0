import type { SubmissionRow } from '../../../db/schema/submissions.ts';
import { presentReward } from '../../campaigns/rules.ts';
import { campaignOf } from '../../campaigns/service/read.ts';
import type { AnyCtx } from '../../context.ts';
import { toDollars } from '../../platform/money.ts';
import { gainOf } from '../../programs/service/proof.ts';
import type { Submission } from '../model.ts';
import { present } from '../rules.ts';

/** A submission as the wire shows it, with what approving it would pay while it is pending. */
export function presentWithProjection(ctx: AnyCtx, row: SubmissionRow): Submission {
  const submission = present(row);
  if (row.status !== 'pending') return submission;
  const { points, cashbackCents } = gainOf(ctx, row);
  const reward = row.campaignId === null ? null : rewardOf(ctx, row.campaignId);
  return { ...submission, projected: { cashback: toDollars(cashbackCents), points, reward } };
}

function rewardOf(ctx: AnyCtx, campaignId: string) {
  const { type, value, maxAmount } = presentReward(campaignOf(ctx, campaignId));
  return { type, value, maxAmount };
}
