import { REWARD_TYPES } from '../../../../../db/enums.ts';
import type { Program } from '../../../../programs/model.ts';
import type { NewReward } from '../../../../rewards/model.ts';
import {
  formatMoney,
  formatPercent,
  formatReward,
  formatRoundMoney,
  toShownRate,
} from '../../../data/format.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';

/** Describes the reward of a goal after its name: a promise in words, or a reward with a type. */
function describePrize(reward: unknown, currency: string): string {
  if (typeof reward === 'string') return `: ${reward}`;
  if (typeof reward !== 'object' || reward === null || !('type' in reward)) return '';
  const { type, value = null, name } = reward as NewReward;
  if (!REWARD_TYPES.includes(type)) return '';
  return `: ${formatReward({ type, currency, value, name })}`;
}

/** The reward of one side of a referral. */
export interface ReferralReward {
  type: NewReward['type'];
  value?: number | null | undefined;
  name?: string | null | undefined;
}

/** Describes the reward of one side of a referral. */
export function describeReferralReward({ type, value, name }: ReferralReward, currency: string): string {
  return formatReward({ type, currency, value: value ?? null, name });
}

/** Describes each benefit of a program. */
export function describeBenefits(program: Pick<Program, 'rewards' | 'currency'>): string[] {
  const { rewards, currency } = program;
  const benefits = describeEarning(program);
  for (const { name, reward } of rewards.goals ?? [])
    benefits.push(`${name}${describePrize(reward, currency)}`);
  for (const { name, points } of rewards.shop ?? [])
    benefits.push(
      formatText(t.itemForPoints, { item: name, points: formatText(t.points, { count: points }) }),
    );
  return benefits;
}

/** Describes what members earn with each purchase and submission. */
export function describeEarning({ rewards, currency }: Pick<Program, 'rewards' | 'currency'>): string[] {
  const { cashback, points, tiers } = rewards;
  const benefits: string[] = [];
  if (cashback) {
    const { type, value, maxPerTransaction } = cashback;
    const percent = formatPercent(value);
    const share = maxPerTransaction
      ? formatText(t.percentBackUpTo, { percent, max: formatMoney(maxPerTransaction, currency) })
      : formatText(t.percentBack, { percent });
    benefits.push(
      type === 'percentage' ? share : formatText(t.fixedBack, { amount: formatMoney(value, currency) }),
    );
  }
  if (points?.perAction) benefits.push(formatText(t.perSubmission, { points: points.perAction }));
  if (points?.perDollar) {
    const rate = toShownRate(points.perDollar);
    benefits.push(
      formatText(t.perMoney, { amount: formatRoundMoney(rate.amount, currency), points: rate.points }),
    );
  }
  if (tiers?.length)
    benefits.push(
      tiers
        .map(({ name, threshold }) => formatText(t.tierFrom, { tier: name, points: threshold }))
        .join(', '),
    );
  return benefits;
}
