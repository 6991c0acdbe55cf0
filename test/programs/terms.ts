/** Terms of a program with cashback, points, tiers and goals. */
export const TIERS = [
  { name: 'Silver', threshold: 20, multiplier: 1.5 },
  { name: 'Gold', threshold: 50, multiplier: 2 },
];
export const GOALS = [
  { id: 'two', name: 'Two', metric: 'submissions', target: 2 },
  { id: 'spender', name: 'Spender', metric: 'spend', target: 30.5 },
  { id: 'points', name: 'Collector', metric: 'points', target: 25 },
];
export const REWARDS = {
  points: { perAction: 10, perDollar: 0.5 },
  tiers: TIERS,
  goals: GOALS,
  cashback: { type: 'percentage', value: 5, holdDays: 0 },
};

export const COFFEE = { type: 'item', name: 'Coffee', cost: 1.2 };
export const STAMP_CARD = {
  id: 'card',
  name: '10th coffee free',
  metric: 'visits',
  target: 10,
  repeats: true,
  reward: COFFEE,
};
