import type { RewardIssued } from './reward-issued.ts';
import type { Template } from './template.ts';

export const rewardExpiring: Template<RewardIssued> = {
  sample: time => ({ offer: 'Free cappuccino', expiresAt: time }),
  write: ({ offer, expiresAt }, { shop, date }) => ({
    subject: `Use it until ${date(expiresAt)}: ${offer} at ${shop}`,
    blocks: [
      { type: 'paragraph', text: `You have not used your reward at ${shop} yet, and it expires soon.` },
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
