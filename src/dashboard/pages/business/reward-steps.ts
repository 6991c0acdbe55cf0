import type { CounterAction } from '../../../places/model.ts';
import type { Reward } from '../../../rewards/model.ts';
import { formatMoney, formatReward } from '../../data/format.ts';

/** One step in the history of a reward. */
export interface RewardStep {
  label: string;
  at: string;
  actor?: Pick<CounterAction['actor'], 'kind' | 'name'> | null;
  place?: CounterAction['place'];
  reason?: string | null;
}

/**
 * Returns what happened to a reward, newest first.
 * @param actions its redemptions and reinstatements at the counter, newest first
 */
export function listRewardSteps(
  { status, createdAt, redeemedAt, expiresAt, type, reinstatements = [] }: Reward,
  actions: CounterAction[],
): RewardStep[] {
  const undone = [...reinstatements];
  const steps = actions.map(({ kind, actor, place, value, createdAt: at }): RewardStep => {
    if (kind === 'reinstatement')
      return { label: 'Reinstated', at, actor, place, reason: undone.shift()?.reason };
    const amount = type !== 'item' && value > 0 ? ` for ${formatMoney(value)}` : '';
    return { label: `Redeemed${amount}`, at, actor, place };
  });
  // Records of before the counter kept its actions.
  for (const { createdAt: at, reason, actor } of undone)
    steps.push({ label: 'Reinstated', at, reason, actor });
  if (redeemedAt !== null && !actions.some(({ kind }) => kind === 'redemption'))
    steps.unshift({ label: 'Redeemed', at: redeemedAt });
  if (status === 'expired') steps.unshift({ label: 'Expired', at: expiresAt });
  return [...steps, { label: 'Issued', at: createdAt }];
}

/** Names a reward for a heading, e.g. `$5.00 off` or `Coffee`. */
export function nameReward(reward: Reward): string {
  return reward.name ? reward.name : `${formatReward(reward)} off`;
}

/** Names the person and the place of a step, e.g. `by Sam at Riverside`. */
export function describeWho({ actor, place }: RewardStep): string {
  const name = actor && (actor.name ?? (actor.kind === 'apiKey' ? 'an API key' : 'a removed user'));
  return [name && `by ${name}`, place && `at ${place.name}`].filter(Boolean).join(' ');
}
