import { MAIL_TEXTS } from '../messages/index.ts';
import type { Template } from './template.ts';

export interface TierReached {
  programId: string;
  program: string;
  tier: string;
  points: number;
}

export const tierReached: Template<TierReached> = {
  name: locale => MAIL_TEXTS[locale].tierReached.name,
  sample: () => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    tier: 'Gold',
    points: 500,
  }),
  write: ({ programId, program, tier, points }, { texts: { tierReached: t }, text, shop, number }) => ({
    subject: text(t.subject, { tier, shop }),
    blocks: [
      { type: 'paragraph', text: t.intro },
      {
        type: 'facts',
        items: [
          [t.tier, tier],
          [t.program, program],
          [t.points, number(points)],
        ],
      },
      { type: 'button', label: t.showBenefits, path: `/my/programs/${programId}` },
    ],
  }),
};
