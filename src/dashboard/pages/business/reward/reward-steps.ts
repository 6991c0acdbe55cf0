import type { CounterAction } from '../../../../places/model.ts';
import type { Reward } from '../../../../rewards/model.ts';
import { formatMoney, formatReward } from '../../../data/format.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { formatText } from '../../../messages/text.ts';

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
      return { label: t.reinstated, at, actor, place, reason: undone.shift()?.reason };
    const label =
      type !== 'item' && value > 0 ? formatText(t.redeemedFor, { amount: formatMoney(value) }) : t.redeemed;
    return { label, at, actor, place };
  });
  // Records of before the counter kept its actions.
  for (const { createdAt: at, reason, actor } of undone)
    steps.push({ label: t.reinstated, at, reason, actor });
  if (redeemedAt !== null && !actions.some(({ kind }) => kind === 'redemption'))
    steps.unshift({ label: t.redeemed, at: redeemedAt });
  if (status === 'expired') steps.unshift({ label: t.expired, at: expiresAt });
  return [...steps, { label: t.issued, at: createdAt }];
}

/** Names a reward for a heading, e.g. `$5.00 off` or `Coffee`. */
export function nameReward(reward: Reward): string {
  return reward.name ? reward.name : formatText(t.off, { amount: formatReward(reward) });
}

/** Names the person and the place of a step, e.g. `by Sam at Riverside`. */
export function describeWho({ actor, place }: RewardStep): string {
  const name = actor && (actor.name ?? (actor.kind === 'apiKey' ? t.anApiKey : t.aRemovedUser));
  if (name && place) return formatText(t.byAt, { name, place: place.name });
  if (name) return formatText(t.by, { name });
  return place ? formatText(t.at, { place: place.name }) : '';
}
