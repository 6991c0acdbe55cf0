import fc from 'fast-check';

/**
 * A model of a stamp card, points and a shop in whole cents and points, written independently of the code under test.
 * Other commands, such as refunds and reinstatements, are added to `Command`, `commands` and `CounterModel.run`.
 */

export const CARD_TARGET = 5;
export const SPEND_TARGET_CENTS = 5_000;
export const POINTS_PER_DOLLAR = 3;
export const ITEMS = [
  { id: 'cookie', points: 25, stock: null, perMember: null },
  { id: 'mug', points: 90, stock: null, perMember: 2 },
  { id: 'tour', points: 60, stock: 5, perMember: null },
] as const;
export const COOLDOWN_MINUTES = 5;
export const MAX_PER_DAY = 12;

export const TERMS = {
  points: { perDollar: POINTS_PER_DOLLAR },
  cashback: { type: 'percentage', value: 10, holdDays: 0, maxPerMember: 40 },
  goals: [
    {
      id: 'card',
      name: 'Card',
      metric: 'visits',
      target: CARD_TARGET,
      repeats: true,
      reward: { type: 'item', name: 'Coffee', cost: 1, expiresInDays: 3_650 },
    },
    {
      id: 'spender',
      name: 'Spender',
      metric: 'spend',
      target: SPEND_TARGET_CENTS / 100,
      reward: { type: 'fixed', value: 5, expiresInDays: 3_650 },
    },
  ],
  shop: ITEMS.map(item => ({
    ...item,
    name: item.id,
    reward: { type: 'fixed', value: 2, expiresInDays: 3_650 },
  })),
};

export type Command =
  | { do: 'visit'; member: number; quantity: number; cents: number | null; order: number | null }
  | { do: 'purchase'; member: number; cents: number; order: number | null }
  | { do: 'buy'; member: number; item: number }
  | { do: 'redeem'; code: number }
  | { do: 'void'; purchase: number }
  | { do: 'wait'; minutes: number };

export interface Member {
  visits: number;
  spend: number;
  points: number;
  spent: number;
  cards: number;
  hasSpent: boolean;
  granted: number;
  available: number;
  lastVisit: number | null;
  today: { day: number; count: number };
  bought: Map<string, number>;
  codes: string[];
}

/** A purchase by the cashback route, which can be reversed. */
interface Purchase {
  member: number;
  cents: number;
  cashback: number;
  points: number;
  isOpen: boolean;
}

const DAY_MINUTES = 1_440;
const MEMBERS = 6;
const ORDERS = 5_000;
const PERCENT = 10;
const MAX_GRANTED = 4_000;

/** Generates the commands of a seed. */
export function sequence(seed: number, count: number): Command[] {
  const member = fc.nat(MEMBERS - 1);
  const order = fc.option(fc.nat(ORDERS));
  const cents = fc.integer({ min: 10, max: 1_500 });
  const quantity = fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 15 }) },
  );
  const command = fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({ do: fc.constant('visit'), member, quantity, cents: fc.option(cents), order }),
    },
    { weight: 5, arbitrary: fc.record({ do: fc.constant('purchase'), member, cents, order }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('buy'), member, item: fc.nat(ITEMS.length) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('redeem'), code: fc.nat(8) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('void'), purchase: fc.nat(4) }) },
    {
      weight: 6,
      arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.integer({ min: 1, max: 240 }) }),
    },
  ) as fc.Arbitrary<Command>;
  return fc.sample(command, { seed, numRuns: count });
}

/** An error code, or undefined for success. */
export type Outcome = string | undefined;

export class CounterModel {
  readonly members: Member[] = Array.from({ length: MEMBERS }, () => ({
    ...{ visits: 0, spend: 0, points: 0, spent: 0, cards: 0, hasSpent: false, granted: 0, available: 0 },
    lastVisit: null,
    today: { day: -1, count: 0 },
    bought: new Map(),
    codes: [],
  }));
  /** Codes by number: whether each is open, redeemed or void. */
  readonly codes: { state: 'open' | 'redeemed' | 'void'; member: number }[] = [];
  readonly purchases: Purchase[] = [];
  readonly #orders = new Set<number>();
  readonly #stock = new Map<string, number>();
  /** The code of each member's spending goal. */
  readonly #spenderCode = new Map<number, number>();
  #minute: number;

  /** @param start the time in minutes since 1970 */
  constructor(start: number) {
    this.#minute = start;
  }

  run(command: Command): Outcome {
    switch (command.do) {
      case 'visit':
        return this.#visit(command);
      case 'purchase':
        return this.#purchase(command);
      case 'buy':
        return this.#buy(command.member, ITEMS[command.item]);
      case 'redeem':
        return this.#redeem(command.code);
      case 'void':
        return this.#void(this.purchases.at(-1 - command.purchase));
      case 'wait':
        this.#minute += command.minutes;
        return undefined;
    }
  }

  #visit({ member: index, quantity, cents, order }: Extract<Command, { do: 'visit' }>): Outcome {
    const member = this.members[index] as Member;
    if (order !== null && this.#orders.has(order)) return 'DUPLICATE_ORDER';
    if (member.lastVisit !== null && this.#minute - member.lastVisit < COOLDOWN_MINUTES)
      return 'LIMIT_REACHED';
    const day = Math.floor(this.#minute / DAY_MINUTES);
    const count = member.today.day === day ? member.today.count : 0;
    if (count + quantity > MAX_PER_DAY) return 'LIMIT_REACHED';
    if (order !== null) this.#orders.add(order);
    member.lastVisit = this.#minute;
    member.today = { day, count: count + quantity };
    if (cents !== null) this.#spend(index, cents, false);
    member.visits += quantity;
    while (member.visits - member.cards * CARD_TARGET >= CARD_TARGET) {
      member.cards += 1;
      this.#issue(index);
    }
    return undefined;
  }

  #purchase({ member, cents, order }: Extract<Command, { do: 'purchase' }>): Outcome {
    if (order !== null && this.#orders.has(order)) return 'DUPLICATE_ORDER';
    const left = MAX_GRANTED - (this.members[member] as Member).granted;
    if (left <= 0) return 'LIMIT_REACHED';
    if (order !== null) this.#orders.add(order);
    this.#spend(member, cents, true);
    return undefined;
  }

  /** Cashback up to the cap, points, and the goal on spending. */
  #spend(index: number, cents: number, isPurchase: boolean): void {
    const member = this.members[index] as Member;
    const cashback = Math.min(Math.floor((cents * PERCENT) / 100), MAX_GRANTED - member.granted);
    const points = Math.floor((cents * POINTS_PER_DOLLAR) / 100);
    member.granted += cashback;
    member.available += cashback;
    member.points += points;
    member.spend += cents;
    if (isPurchase) this.purchases.push({ member: index, cents, cashback, points, isOpen: true });
    if (member.spend < SPEND_TARGET_CENTS || member.hasSpent) return;
    member.hasSpent = true;
    this.#spenderCode.set(index, this.#issue(index));
  }

  #issue(member: number): number {
    return this.codes.push({ state: 'open', member }) - 1;
  }

  #buy(index: number, item: (typeof ITEMS)[number] | undefined): Outcome {
    if (!item) return 'NOT_FOUND';
    const member = this.members[index] as Member;
    const sold = this.#stock.get(item.id) ?? 0;
    const own = member.bought.get(item.id) ?? 0;
    if (item.stock !== null && sold >= item.stock) return 'LIMIT_REACHED';
    if (item.perMember !== null && own >= item.perMember) return 'LIMIT_REACHED';
    if (member.points - member.spent < item.points) return 'INSUFFICIENT_BALANCE';
    member.spent += item.points;
    member.bought.set(item.id, own + 1);
    this.#stock.set(item.id, sold + 1);
    this.#issue(index);
    return undefined;
  }

  #redeem(back: number): Outcome {
    const code = this.codes.at(-1 - back);
    if (!code) return 'NOT_FOUND';
    if (code.state !== 'open') return 'REWARD_NOT_REDEEMABLE';
    code.state = 'redeemed';
    return undefined;
  }

  #void(purchase: Purchase | undefined): Outcome {
    if (!purchase) return 'NOT_FOUND';
    if (!purchase.isOpen) return 'INVALID_TRANSITION';
    const member = this.members[purchase.member] as Member;
    if (member.points - member.spent < purchase.points) return 'CONFLICT';
    const isLost = member.hasSpent && member.spend - purchase.cents < SPEND_TARGET_CENTS;
    const code = this.codes[this.#spenderCode.get(purchase.member) ?? -1];
    if (isLost && code?.state === 'redeemed') return 'CONFLICT';
    purchase.isOpen = false;
    member.granted -= purchase.cashback;
    member.available -= purchase.cashback;
    member.points -= purchase.points;
    member.spend -= purchase.cents;
    if (!isLost) return undefined;
    member.hasSpent = false;
    if (code) code.state = 'void';
    return undefined;
  }
}
