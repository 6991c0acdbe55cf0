import { type Data, post, register } from '../../calls.ts';
import { persist, type Traffic } from '../requests.ts';

const MEMBERS_PER_CLIENT = 3;
/** Codes of refusals that are normal at a counter. */
const REFUSALS = ['INSUFFICIENT_BALANCE', 'INVALID_TRANSITION', 'CONFLICT', 'REWARD_NOT_REDEEMABLE'];
const TERMS = {
  points: { perDollar: 3 },
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  goals: [
    {
      id: 'card',
      name: 'Card',
      metric: 'visits',
      target: 5,
      repeats: true,
      reward: { type: 'item', name: 'Coffee', cost: 1 },
    },
  ],
  shop: [{ id: 'mug', name: 'Mug', points: 40, reward: { type: 'fixed', value: 4 } }],
};

export interface Shop {
  token: string;
  programId: string;
  /** The members that each client serves alone, so that it knows what they have. */
  served: string[][];
}

/** The balances of a member by the responses. Money is in cents. */
export interface Expected {
  visits: number;
  points: number;
  spentPoints: number;
  available: number;
}

/** The responses that the clients received. */
export interface Journal {
  /** The IDs of the records that were acknowledged, by kind. */
  visits: string[];
  purchases: string[];
  bought: string[];
  /** The state of each code that was acknowledged last. */
  codes: Map<string, 'issued' | 'redeemed'>;
  actions: number;
  expected: Map<string, Expected>;
}

export function createJournal({ served }: Shop): Journal {
  const nothing = { visits: 0, points: 0, spentPoints: 0, available: 0 };
  return {
    visits: [],
    purchases: [],
    bought: [],
    codes: new Map(),
    actions: 0,
    expected: new Map(served.flat().map(memberId => [memberId, { ...nothing }])),
  };
}

/** Creates a business with a program and the members of each client. */
export async function openShop(url: string, clients: number): Promise<Shop> {
  const business = { role: 'business', businessName: 'Blue Cup' };
  const { accessToken: token } = await register(url, 'owner@counter.example', business);
  const { id: programId } = await post(url, '/programs', { name: 'Regulars', rewards: TERMS }, token);
  const served: string[][] = [];
  for (let client = 0; client < clients; client++) {
    const members = Array.from({ length: MEMBERS_PER_CLIENT }, (_, n) => `guest-${client}-${n}`);
    for (const memberId of members) await post(url, `/programs/${programId}/members`, { memberId }, token);
    served.push(members);
  }
  return { token, programId, served };
}

export interface Shift {
  nextUrl: () => string;
  shop: Shop;
  journal: Journal;
  traffic: Traffic;
}

interface Order {
  memberId: string;
  subject: { visitId: string } | { cashbackId: string };
}

/** A client at the counter, with what it can refund, redeem and reinstate. */
export class Till {
  readonly #shift: Shift;
  readonly #client: number;
  readonly #roll: () => number;
  readonly #orders: Order[] = [];
  readonly #spendings: { memberId: string; redemptionId: string }[] = [];
  readonly #codes: { memberId: string; code: string }[] = [];
  #turn = 0;

  constructor(shift: Shift, client: number, roll: () => number) {
    this.#shift = shift;
    this.#client = client;
    this.#roll = roll;
  }

  async act(): Promise<void> {
    const wish = this.#roll();
    const memberId = this.#pick(this.#shift.shop.served[this.#client] as string[]);
    if (wish < 0.3) return this.#visit(memberId);
    if (wish < 0.45) return this.#purchase(memberId);
    if (wish < 0.55) return this.#spend(memberId);
    if (wish < 0.65) return this.#buy(memberId);
    if (wish < 0.75) return this.#change('redeem', 'redeemed');
    if (wish < 0.82) return this.#change('reinstate', 'issued');
    if (wish < 0.95) return this.#refund();
    return this.#giveBack();
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#roll() * from.length)] as T;
  }

  #cents(most: number): number {
    return 1 + Math.floor(this.#roll() * most);
  }

  #of(memberId: string): Expected {
    return this.#shift.journal.expected.get(memberId) as Expected;
  }

  async #visit(memberId: string): Promise<void> {
    const order = this.#roll() < 0.5 ? { orderValue: this.#cents(3_000) / 100 } : {};
    const quantity = this.#cents(3);
    const visit = await this.#send('visits', { memberId, quantity, ...order });
    if (!visit) return;
    this.#shift.journal.visits.push(visit.id);
    this.#orders.push({ memberId, subject: { visitId: visit.id } });
    const { expected } = this.#shift.journal;
    const before = this.#of(memberId);
    const { cashback } = visit.member;
    expected.set(memberId, {
      ...before,
      visits: before.visits + visit.quantity,
      points: before.points + visit.points,
      // A visit names its cashback only by ID; the member of the response has the sum.
      available: toCents(cashback.available),
    });
    for (const { code } of visit.rewards) this.#note(memberId, code);
  }

  async #purchase(memberId: string): Promise<void> {
    const cents = 100 + this.#cents(3_000);
    const cashback = await this.#send('cashback', { memberId, orderValue: cents / 100 });
    if (!cashback) return;
    this.#shift.journal.purchases.push(cashback.id);
    this.#orders.push({ memberId, subject: { cashbackId: cashback.id } });
    const member = this.#of(memberId);
    member.available += toCents(cashback.amount);
    member.points += Math.floor((cents * TERMS.points.perDollar) / 100);
  }

  async #spend(memberId: string): Promise<void> {
    const amount = this.#cents(300) / 100;
    const spending = await this.#send('cashback', { action: 'redeem', memberId, amount });
    if (!spending) return;
    this.#spendings.push({ memberId, redemptionId: spending.redemptionId });
    this.#of(memberId).available -= toCents(amount);
  }

  async #buy(memberId: string): Promise<void> {
    const sale = await this.#send('redemptions', { memberId, rewardId: 'mug' });
    if (!sale) return;
    this.#shift.journal.bought.push(sale.reward.id);
    this.#of(memberId).spentPoints += 40;
    this.#note(memberId, sale.reward.code);
  }

  #note(memberId: string, code: string): void {
    if (this.#shift.journal.codes.has(code))
      this.#shift.traffic.unexpected.push(`code ${code} was issued twice`);
    this.#shift.journal.codes.set(code, 'issued');
    this.#codes.push({ memberId, code });
  }

  async #change(action: 'redeem' | 'reinstate', state: 'issued' | 'redeemed'): Promise<void> {
    const chosen = this.#pick(this.#codes.slice(-4));
    if (!chosen) return;
    const { code } = chosen;
    if (await this.#send(`/rewards/${action}`, { code })) this.#shift.journal.codes.set(code, state);
  }

  async #refund(): Promise<void> {
    const order = this.#pick(this.#orders.slice(-6));
    if (!order) return;
    const part = 'cashbackId' in order.subject && this.#roll() < 0.5 ? { amount: 0.5 } : {};
    const back = await this.#send('cashback', { action: 'refund', ...order.subject, ...part });
    if (!back) return;
    const member = this.#of(order.memberId);
    member.visits -= back.visits;
    member.points -= back.points;
    member.available = toCents(back.balance);
  }

  async #giveBack(): Promise<void> {
    const spending = this.#pick(this.#spendings.slice(-4));
    if (!spending) return;
    const { memberId, redemptionId } = spending;
    const back = await this.#send('cashback', { action: 'refund', redemptionId });
    if (back) this.#of(memberId).available += toCents(back.cashback);
  }

  /** Sends a request until it is answered. @returns its data; undefined if it was refused */
  async #send(path: string, body: object): Promise<Data | undefined> {
    const { journal, shop, traffic, nextUrl } = this.#shift;
    const command = {
      path: path.startsWith('/') ? path : `/programs/${shop.programId}/${path}`,
      body,
      token: shop.token,
      key: `client-${this.#client}-${this.#turn++}`,
    };
    const answer = await persist(nextUrl, command, traffic, REFUSALS);
    if (answer?.code) traffic.refused[answer.code] = (traffic.refused[answer.code] ?? 0) + 1;
    else if (answer) journal.actions += 1;
    return answer?.data;
  }
}

export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}
