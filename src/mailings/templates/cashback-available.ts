import type { Block } from '../rules/document.ts';
import type { Template } from './template.ts';

export interface CashbackAvailable {
  programId: string;
  program: string;
  /** In major units. */
  amount: number;
  expiresAt: string | null;
}

export const cashbackAvailable: Template<CashbackAvailable> = {
  sample: time => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    amount: 4.5,
    expiresAt: time,
  }),
  write: ({ programId, program, amount, expiresAt }, { shop, money, date }) => {
    const items: [string, string][] = [
      ['Cashback', money(amount)],
      ['Program', program],
    ];
    if (expiresAt) items.push(['Valid until', date(expiresAt)]);
    const blocks: Block[] = [
      { type: 'paragraph', text: `Cashback from your purchase at ${shop} can be spent from now on.` },
      { type: 'facts', items },
      { type: 'button', label: 'Show balance', path: `/my/programs/${programId}` },
    ];
    return { subject: `${money(amount)} cashback to spend at ${shop}`, blocks };
  },
};
