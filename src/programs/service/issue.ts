import type { ProgramRow } from '../../../db/schema/programs.ts';
import type { TxCtx } from '../../context.ts';
import { DEFAULT_REWARD_DAYS, type NewReward, type Reward } from '../../rewards/model.ts';
import { toRewardTerms } from '../../rewards/rules.ts';
import * as rewards from '../../rewards/service.ts';

/** Issues a reward of a program's terms to a member, in the transaction that earned it. */
export function issueReward(tx: TxCtx, ...terms: Parameters<typeof toNewReward>): Promise<Reward> {
  return rewards.issue(tx, toNewReward(...terms));
}

/** Converts a reward of a program's terms to that of a member. */
export function toNewReward(
  { id, businessId, currency }: ProgramRow,
  userId: string,
  source: 'goal' | 'shop' | 'referral',
  reward: NewReward,
): rewards.NewReward {
  return {
    ...toRewardTerms(reward, currency, 'reward'),
    source,
    businessId,
    currency,
    userId,
    programId: id,
    campaignId: null,
    submissionId: null,
    expiresInDays: reward.expiresInDays ?? DEFAULT_REWARD_DAYS,
  };
}
