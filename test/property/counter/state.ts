import type { ITEMS } from './commands.ts';
import type { Order } from './orders.ts';

export interface Member {
  visits: number;
  spend: number;
  points: number;
  spent: number;
  hasSpent: boolean;
  granted: number;
  available: number;
  redeemed: number;
  bought: Map<string, number>;
  /** The codes of completed cards, the latest last. */
  cards: number[];
  /** The code of the goal on spending. */
  spenderCode: number;
  orders: Order[];
}

/** A reward bought with points. */
export interface Purchase {
  member: number;
  item: (typeof ITEMS)[number];
  code: number;
  minute: number;
  isCanceled: boolean;
}

export interface Code {
  state: 'open' | 'redeemed' | 'void';
  member: number;
  redeemedAt: number;
}
