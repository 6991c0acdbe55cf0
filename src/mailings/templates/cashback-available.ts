import { MAIL_TEXTS } from '../messages/index.ts';
import type { Template } from './template.ts';

export interface CashbackAvailable {
  programId: string;
  program: string;
  /** In major units. */
  amount: number;
  expiresAt: string | null;
}

export const cashbackAvailable: Template<CashbackAvailable> = {
  name: locale => MAIL_TEXTS[locale].cashbackAvailable.name,
  sample: time => ({
    programId: 'prg_01jwnkr2g0f5v9t8d6mxyq4h03',
    program: 'Regulars',
    amount: 4.5,
    expiresAt: time,
  }),
  write: ({ programId, program, amount, expiresAt }, { texts, text, shop, money, date }) => {
    const { cashbackAvailable: t, common } = texts;
    const items: [string, string][] = [
      [t.cashback, money(amount)],
      [t.program, program],
    ];
    if (expiresAt) items.push([common.validUntil, date(expiresAt)]);
    return {
      subject: text(t.subject, { amount: money(amount), shop }),
      blocks: [
        { type: 'paragraph', text: text(t.intro, { shop }) },
        { type: 'facts', items },
        { type: 'button', label: t.showBalance, path: `/my/programs/${programId}` },
      ],
    };
  },
};
