import type { Offer } from './model.ts';

type Reward = Offer['reward'];

/** Types of rewards, best first. Amounts, items and percentages can't be compared with each other. */
const BEST_TYPES: Reward['type'][] = ['fixed', 'item', 'percentage'];

/**
 * Returns the reward that represents a shop in a list: its highest amount; without one its first item, and without one
 * its highest percentage. Undefined without rewards.
 */
export function getBestReward(rewards: readonly Reward[]): Reward | undefined {
  const [best] = [...rewards].sort(
    (one, other) =>
      BEST_TYPES.indexOf(one.type) - BEST_TYPES.indexOf(other.type) || (other.value ?? 0) - (one.value ?? 0),
  );
  return best;
}
