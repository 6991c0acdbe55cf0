import type { OpenReward } from '../../../../programs/members/model.ts';
import { formatReward } from '../../../data/format.ts';

/** Groups equal rewards; in a group, the one that expires first comes first, and so do the groups. */
export function groupRewards(rewards: OpenReward[]): OpenReward[][] {
  const groups = new Map<string, OpenReward[]>();
  for (const reward of rewards.toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt))) {
    const key = `${reward.source} ${formatReward(reward)}`;
    groups.set(key, [...(groups.get(key) ?? []), reward]);
  }
  return [...groups.values()];
}
