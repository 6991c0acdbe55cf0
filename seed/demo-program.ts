import { CUSTOMERS, type DemoHost } from './demo-host.ts';

const fixedReward = (value: number) => ({ type: 'fixed', value });

/** The loyalty program of the demo business. */
export const PROGRAM = {
  name: 'Regulars',
  description: 'Points for every visit, cashback from the first cup',
  rewards: {
    points: { perAction: 10, perDollar: 1 },
    tiers: [
      { name: 'Silver', threshold: 60, multiplier: 1.5 },
      { name: 'Gold', threshold: 150, multiplier: 2 },
    ],
    goals: [
      { id: 'five', name: 'Five posts', metric: 'submissions', target: 5, reward: fixedReward(5) },
      {
        id: 'card',
        name: '10th coffee free',
        metric: 'visits',
        target: 10,
        repeats: true,
        reward: { type: 'item', name: 'Coffee of your choice', cost: 1.1 },
      },
    ],
    shop: [
      {
        id: 'cookie',
        name: 'A warm cookie',
        points: 40,
        reward: { type: 'item', name: 'Cookie', cost: 0.6 },
      },
      {
        id: 'beans',
        name: '$10 off a bag of beans',
        points: 200,
        reward: fixedReward(10),
        stock: 20,
        perMember: 2,
      },
    ],
    cashback: { type: 'percentage', value: 5, holdDays: 7 },
  },
  visits: { maxPerDay: 3 },
  referral: {
    referrer: fixedReward(5),
    referee: { type: 'item', name: 'Coffee of your choice', cost: 1.1 },
  },
};

/** The day on which a customer brings a friend, who buys at once: both are rewarded. */
const FRIEND_DAY = 24;

/** Lets a customer bring a friend. */
export async function bringFriend({ call, ids, moveTo }: DemoHost, program: string, day: number) {
  if (day !== FRIEND_DAY) return;
  moveTo(day, 12);
  const members = `/programs/${program}/members`;
  const { referralCode: code } = await call('owner', 'GET', `${members}/${ids[CUSTOMERS[0]]}`);
  const friend = { memberId: 'card-106', name: 'Fay Friend', referredBy: { code } };
  await call('owner', 'POST', members, friend);
  await call('barista', 'POST', `/programs/${program}/visits`, {
    memberId: friend.memberId,
    orderValue: 6.5,
  });
}
