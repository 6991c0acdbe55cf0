import type { Template } from './template.ts';

export interface RewardIssued {
  /** The reward in words. */
  offer: string;
  expiresAt: string;
}

export const rewardIssued: Template<RewardIssued> = {
  sample: time => ({ offer: 'Free cappuccino', expiresAt: time }),
  write: ({ offer, expiresAt }, { shop, date }) => ({
    subject: `Your reward at ${shop}: ${offer}`,
    blocks: [
      { type: 'paragraph', text: `You have a new reward at ${shop}. Show its code at the counter.` },
      {
        type: 'facts',
        items: [
          ['Reward', offer],
          ['Valid until', date(expiresAt)],
        ],
      },
      { type: 'button', label: 'Show reward', path: '/my/rewards' },
    ],
  }),
};
