import { MAIL_TEXTS } from '../messages/index.ts';
import type { Template } from './template.ts';

export interface ProposalWaiting {
  agent: string;
  operationId: string;
  /** In major units; null if it can't be known. */
  amount: number | null;
  currency: string;
  /** Time in ISO 8601. */
  expiresAt: string;
}

export const proposalWaiting: Template<ProposalWaiting> = {
  name: locale => MAIL_TEXTS[locale].proposalWaiting.name,
  sample: expiresAt => ({
    agent: 'Robin',
    operationId: 'createCashback',
    amount: 12.5,
    currency: 'USD',
    expiresAt,
  }),
  write: (
    { agent, operationId, amount, currency, expiresAt },
    { texts: { proposalWaiting: t }, text, money, date },
  ) => ({
    subject: text(t.subject, { agent }),
    blocks: [
      { type: 'paragraph', text: t.intro },
      {
        type: 'facts',
        items: [
          [t.request, operationId],
          [t.cost, amount === null ? t.unknown : money(amount, currency)],
          [t.until, date(expiresAt)],
        ],
      },
      { type: 'button', label: t.decide, path: '/dashboard/reviews' },
    ],
  }),
};
