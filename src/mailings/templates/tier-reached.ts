import type { Template } from './template.ts';

export interface TierReached {
  programId: string;
  program: string;
  tier: string;
  points: number;
}

export const tierReached: Template<TierReached> = {
  sample: () => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    tier: 'Gold',
    points: 500,
  }),
  write: ({ programId, program, tier, points }, { shop }) => ({
    subject: `You reached ${tier} at ${shop}`,
    blocks: [
      { type: 'paragraph', text: `With ${points} points you are now ${tier} in ${program}. Thank you!` },
      { type: 'button', label: 'Show benefits', path: `/my/programs/${programId}` },
    ],
  }),
};
