import { MAIL_TEXTS } from '../messages/index.ts';
import type { Template } from './template.ts';

export interface OrderFilled {
  side: 'buy' | 'sell';
  quantity: number;
  perk: string;
  /** The shop that issued the perk. */
  issuer: string;
  /** The currency of the perk. */
  currency: string;
  /** Total price in major units. */
  total: number;
}

export const orderFilled: Template<OrderFilled> = {
  name: locale => MAIL_TEXTS[locale].orderFilled.name,
  sample: () => ({
    side: 'buy',
    quantity: 3,
    perk: 'Free cappuccino',
    issuer: 'Blue Cup',
    currency: 'USD',
    total: 10.5,
  }),
  write: (
    { side, quantity, perk, issuer, currency, total },
    { texts: { orderFilled: t }, text, money, number },
  ) => ({
    subject: text(t.subject, { order: `${number(quantity)} × ${perk}` }),
    blocks: [
      { type: 'paragraph', text: side === 'buy' ? t.bought : t.sold },
      {
        type: 'facts',
        items: [
          [t.perk, perk],
          [t.shop, issuer],
          [t.quantity, number(quantity)],
          [side === 'buy' ? t.paid : t.received, money(total, currency)],
        ],
      },
      { type: 'button', label: t.showPerks, path: '/my/perks' },
    ],
  }),
};
