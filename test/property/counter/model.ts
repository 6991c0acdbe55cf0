import {
  CARD_TARGET,
  COOLDOWN_MINUTES,
  type Command,
  DAY_MINUTES,
  ITEMS,
  MAX_GRANTED_CENTS,
  MAX_PER_DAY,
  MEMBERS,
  PERCENT,
  POINTS_PER_DOLLAR,
  SPEND_TARGET_CENTS,
} from './commands.ts';
import { type Order, type Redemption, splitRefund } from './orders.ts';
import type { Code, Member, Purchase } from './state.ts';

/**
 * A model of a stamp card, points, a shop, cashback and their reversals in whole cents and points, written independently
 * of the code under test.
 */

const REINSTATE_MINUTES = DAY_MINUTES;
const REFUND_MINUTES = 30 * DAY_MINUTES;

/** An error code, or undefined for success. */
export type Outcome = string | undefined;

type Do<K extends Command['do']> = Extract<Command, { do: K }>;

/** Returns the element counted back from the latest. */
export function latest<T>(all: readonly T[], back: number): T | undefined {
  return all.at(-1 - back);
}

export class CounterModel {
  readonly members: Member[] = Array.from({ length: MEMBERS }, () => ({
    visits: 0,
    spend: 0,
    points: 0,
    spent: 0,
    hasSpent: false,
    granted: 0,
    available: 0,
    redeemed: 0,
    bought: new Map(),
    cards: [],
    spenderCode: -1,
    orders: [],
  }));
  readonly codes: Code[] = [];
  readonly orders: Order[] = [];
  readonly redemptions: Redemption[] = [];
  readonly purchases: Purchase[] = [];
  /** The member of the latest command. */
  affected: number | undefined;
  readonly #orderIds = new Set<number>();
  readonly #stock = new Map<string, number>();
  #minute: number;

  /**
   * @param start the time in minutes since 1970
   * @param limits the program's limits of visits
   */
  constructor(
    start: number,
    readonly limits = { cooldownMinutes: COOLDOWN_MINUTES, maxPerDay: MAX_PER_DAY },
  ) {
    this.#minute = start;
  }

  run(command: Command): Outcome {
    this.affected = 'member' in command ? command.member : undefined;
    switch (command.do) {
      case 'visit':
        return this.#visit(command);
      case 'purchase':
        return this.#purchase(command);
      case 'buy':
        return this.#buy(command.member, ITEMS[command.item]);
      case 'cancel':
        return this.#cancel(latest(this.purchases, command.bought));
      case 'redeem':
        return this.#redeem(latest(this.codes, command.code));
      case 'reinstate':
        return this.#reinstate(latest(this.codes, command.code));
      case 'void':
        return this.#void(
          latest(
            this.orders.filter(order => order.quantity === 0),
            command.purchase,
          ),
        );
      case 'spend':
        return this.#spendCashback(command);
      case 'refundOrder':
        return this.#refundOrder(latest(this.orders, command.order), command.cents);
      case 'refundSpending':
        return this.#refundSpending(latest(this.redemptions, command.redemption), command.cents);
      case 'wait':
        this.#minute += command.minutes;
        return undefined;
    }
  }

  #member(index: number): Member {
    this.affected = index;
    return this.members[index] as Member;
  }

  #visit({ member: index, quantity, cents, order }: Do<'visit'>): Outcome {
    const member = this.#member(index);
    if (order !== null && this.#orderIds.has(order)) return 'DUPLICATE_ORDER';
    // A visit of the future was recorded when the clock was wrong.
    const kept = member.orders.filter(
      visit => visit.quantity > 0 && !visit.isClosed && visit.minute <= this.#minute,
    );
    const sinceLast = this.#minute - Math.max(...kept.map(({ minute }) => minute));
    if (sinceLast < this.limits.cooldownMinutes) return 'LIMIT_REACHED';
    const day = Math.floor(this.#minute / DAY_MINUTES);
    const today = kept.filter(({ minute }) => Math.floor(minute / DAY_MINUTES) === day);
    if (today.reduce((sum, visit) => sum + visit.quantity, quantity) > this.limits.maxPerDay)
      return 'LIMIT_REACHED';
    this.#record(index, cents, quantity, order);
    member.visits += quantity;
    while (member.visits - member.cards.length * CARD_TARGET >= CARD_TARGET)
      member.cards.push(this.#issue(index));
    return undefined;
  }

  #purchase({ member, cents, order }: Do<'purchase'>): Outcome {
    if (order !== null && this.#orderIds.has(order)) return 'DUPLICATE_ORDER';
    if (MAX_GRANTED_CENTS <= this.#member(member).granted) return 'LIMIT_REACHED';
    this.#record(member, cents, 0, order);
    return undefined;
  }

  /** Cashback up to the cap, points, and the goal on spending. */
  #record(index: number, cents: number | null, quantity: number, orderId: number | null): void {
    const member = this.#member(index);
    if (orderId !== null) this.#orderIds.add(orderId);
    const cashback = Math.min(Math.floor(((cents ?? 0) * PERCENT) / 100), MAX_GRANTED_CENTS - member.granted);
    const points = Math.floor(((cents ?? 0) * POINTS_PER_DOLLAR) / 100);
    const order: Order = {
      member: index,
      total: cents,
      cashback,
      points,
      quantity,
      orderId,
      minute: this.#minute,
      remaining: cashback,
      refunded: 0,
      takenBack: 0,
      pointsTakenBack: 0,
      isClosed: false,
    };
    this.orders.push(order);
    member.orders.push(order);
    member.granted += cashback;
    member.available += cashback;
    member.points += points;
    member.spend += cents ?? 0;
    if (cents === null || member.spend < SPEND_TARGET_CENTS || member.hasSpent) return;
    member.hasSpent = true;
    member.spenderCode = this.#issue(index);
  }

  #issue(member: number): number {
    return this.codes.push({ state: 'open', member, redeemedAt: 0 }) - 1;
  }

  #buy(index: number, item: (typeof ITEMS)[number] | undefined): Outcome {
    if (!item) return 'NOT_FOUND';
    const member = this.#member(index);
    const sold = this.#stock.get(item.id) ?? 0;
    const own = member.bought.get(item.id) ?? 0;
    if (item.stock !== null && sold >= item.stock) return 'LIMIT_REACHED';
    if (item.perMember !== null && own >= item.perMember) return 'LIMIT_REACHED';
    if (member.points - member.spent < item.points) return 'INSUFFICIENT_BALANCE';
    member.spent += item.points;
    member.bought.set(item.id, own + 1);
    this.#stock.set(item.id, sold + 1);
    const code = this.#issue(index);
    this.purchases.push({ member: index, item, code, minute: this.#minute, isCanceled: false });
    return undefined;
  }

  #cancel(purchase: Purchase | undefined): Outcome {
    if (!purchase) return 'NOT_FOUND';
    const code = this.codes[purchase.code] as Code;
    if (purchase.isCanceled) return 'INVALID_TRANSITION';
    if (code.state === 'redeemed') return 'CONFLICT';
    if (this.#minute - purchase.minute > REFUND_MINUTES) return 'CONFLICT';
    const member = this.#member(purchase.member);
    const { id, points } = purchase.item;
    purchase.isCanceled = true;
    code.state = 'void';
    member.spent -= points;
    member.bought.set(id, (member.bought.get(id) ?? 0) - 1);
    this.#stock.set(id, (this.#stock.get(id) ?? 0) - 1);
    return undefined;
  }

  #redeem(code: Code | undefined): Outcome {
    if (!code) return 'NOT_FOUND';
    if (code.state !== 'open') return 'REWARD_NOT_REDEEMABLE';
    code.state = 'redeemed';
    code.redeemedAt = this.#minute;
    return undefined;
  }

  #reinstate(code: Code | undefined): Outcome {
    if (!code) return 'NOT_FOUND';
    if (code.state !== 'redeemed') return 'INVALID_TRANSITION';
    if (this.#minute - code.redeemedAt > REINSTATE_MINUTES) return 'CONFLICT';
    code.state = 'open';
    return undefined;
  }

  #void(order: Order | undefined): Outcome {
    if (!order) return 'NOT_FOUND';
    const isSpent = order.remaining < order.cashback - order.takenBack;
    if (order.isClosed || isSpent) return 'INVALID_TRANSITION';
    const member = this.#member(order.member);
    const points = order.points - order.pointsTakenBack;
    if (member.points - member.spent < points) return 'CONFLICT';
    const spend = (order.total ?? 0) - order.refunded;
    if (!this.#loseGoals(member, spend, 0)) return 'CONFLICT';
    order.isClosed = true;
    this.#takeCashback(member, order, order.remaining);
    member.points -= points;
    return undefined;
  }

  /** Takes back spend and visits with the goals that they no longer reach. @returns false if one of them is paid out */
  #loseGoals(member: Member, spend: number, visits: number): boolean {
    const losesSpender = member.hasSpent && member.spend - spend < SPEND_TARGET_CENTS;
    const kept = Math.min(member.cards.length, Math.floor((member.visits - visits) / CARD_TARGET));
    const lost = [...(losesSpender ? [member.spenderCode] : []), ...member.cards.slice(kept)];
    if (lost.some(code => this.codes[code]?.state === 'redeemed')) return false;
    for (const code of lost) (this.codes[code] as Code).state = 'void';
    member.spend -= spend;
    member.visits -= visits;
    member.cards.length = kept;
    if (losesSpender) member.hasSpent = false;
    return true;
  }

  #takeCashback(member: Member, order: Order, cents: number): void {
    order.remaining -= cents;
    order.takenBack += cents;
    member.available -= cents;
    member.granted -= cents;
  }

  /** Spends the oldest cashback first. */
  #spendCashback({ member: index, cents }: Do<'spend'>): Outcome {
    const member = this.#member(index);
    if (member.available < cents) return 'INSUFFICIENT_BALANCE';
    const redemption: Redemption = {
      member: index,
      total: cents,
      refunded: 0,
      minute: this.#minute,
      parts: [],
    };
    let open = cents;
    // Also if the clock was set back.
    for (const order of member.orders.toSorted((a, b) => a.minute - b.minute)) {
      const part = Math.min(open, order.remaining);
      if (part === 0) continue;
      order.remaining -= part;
      redemption.parts.push({ order, cents: part });
      open -= part;
    }
    this.redemptions.push(redemption);
    member.available -= cents;
    member.redeemed += cents;
    return undefined;
  }

  #refundOrder(order: Order | undefined, cents: number | null): Outcome {
    if (!order) return 'NOT_FOUND';
    if (this.#minute - order.minute > REFUND_MINUTES) return 'CONFLICT';
    const part = splitRefund(order, cents);
    if (typeof part === 'string') return part;
    const member = this.#member(order.member);
    if (part.cashback > order.remaining) return 'INSUFFICIENT_BALANCE';
    if (part.points > member.points - member.spent) return 'INSUFFICIENT_BALANCE';
    if (!this.#loseGoals(member, part.spend, part.visits)) return 'CONFLICT';
    this.#takeCashback(member, order, part.cashback);
    order.refunded += part.spend;
    order.pointsTakenBack += part.points;
    order.isClosed = part.isLast;
    member.points -= part.points;
    return undefined;
  }

  /** Gives cashback back where it was deducted, the last first. */
  #refundSpending(redemption: Redemption | undefined, cents: number | null): Outcome {
    if (!redemption) return 'NOT_FOUND';
    if (this.#minute - redemption.minute > REFUND_MINUTES) return 'CONFLICT';
    const left = redemption.total - redemption.refunded;
    if (left === 0) return 'INVALID_TRANSITION';
    if (cents !== null && cents > left) return 'VALIDATION_ERROR';
    const member = this.#member(redemption.member);
    let open = cents ?? left;
    redemption.refunded += open;
    member.available += open;
    member.redeemed -= open;
    for (const part of [...redemption.parts].reverse()) {
      const restored = Math.min(open, part.cents);
      part.cents -= restored;
      part.order.remaining += restored;
      open -= restored;
    }
    return undefined;
  }
}
