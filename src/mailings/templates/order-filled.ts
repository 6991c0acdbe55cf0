import type { Template } from './template.ts';

export interface OrderFilled {
  side: 'buy' | 'sell';
  quantity: number;
  perk: string;
  /** The shop that issued the perk. */
  issuer: string;
  /** Total price in major units. */
  total: number;
}

export const orderFilled: Template<OrderFilled> = {
  sample: () => ({ side: 'buy', quantity: 3, perk: 'Free cappuccino', issuer: 'Blue Cup', total: 10.5 }),
  write: ({ side, quantity, perk, issuer, total }, { money }) => ({
    subject: `Order filled: ${quantity} × ${perk}`,
    blocks: [
      {
        type: 'paragraph',
        text: `Your order to ${side} ${perk} of ${issuer} is completely filled.`,
      },
      {
        type: 'facts',
        items: [
          ['Quantity', String(quantity)],
          [side === 'buy' ? 'Paid' : 'Received', money(total)],
        ],
      },
      { type: 'button', label: 'Show perks', path: '/my/perks' },
    ],
  }),
};
