import { HOUR_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import {
  COOLDOWN_MINUTES,
  type Command,
  createTerms,
  ITEMS,
  MAX_PER_DAY,
  MEMBERS,
  sequence,
} from '../../property/counter/commands.ts';
import { CounterModel, latest } from '../../property/counter/model.ts';
import { name, toModelState, toOrder } from '../../property/counter/real.ts';
import type { Member } from '../../property/counter/state.ts';
import type { ApiRequest, Data } from './client.ts';
import { type Owner, openShop, type Shop, type Town } from './shop.ts';

const SCALE = 100;
const HOUR_MINUTES = HOUR_MS / MINUTE_MS;

interface Order {
  kind: 'visitId' | 'cashbackId';
  id: string;
  orderId: string | undefined;
}

const NO_ORDER: Order = { kind: 'visitId', id: 'none', orderId: undefined };

/** A shop with stamp cards, points, rewards for points and cashback: the model of `bun run check:counter`. */
export class CounterShop implements Shop {
  readonly #owner: Owner;
  readonly #path: string;
  readonly #model: CounterModel;
  readonly #commands: Command[];
  readonly #codes: Data[] = [];
  readonly #orders: Order[] = [];
  readonly #redemptions: string[] = [];
  readonly #purchases: string[] = [];
  #turn = 0;

  private constructor(owner: Owner, programId: string, commands: Command[]) {
    this.#owner = owner;
    this.#path = `/programs/${programId}`;
    this.#commands = commands;
    this.#model = new CounterModel(Math.floor(Date.now() / MINUTE_MS));
  }

  static async open(town: Town, seed: number, commands: number): Promise<CounterShop> {
    const owner = await openShop(town, 'counter');
    const visits = { cooldownMinutes: COOLDOWN_MINUTES, maxPerDay: MAX_PER_DAY };
    const { id } = await owner.create('/programs', { name: 'Regulars', rewards: createTerms(SCALE), visits });
    for (let member = 0; member < MEMBERS; member++)
      await owner.create(`/programs/${id}/members`, { memberId: name(member) });
    // The clock of the run is the only one.
    const given = sequence(seed, commands).filter(({ do: kind }) => kind !== 'wait');
    return new CounterShop(owner, id, given);
  }

  async act(): Promise<void> {
    const command = this.#commands[this.#turn++ % this.#commands.length] as Command;
    const { data, code } = await this.#owner.send({ method: 'POST', ...this.#toRequest(command) });
    if (!code) this.#remember(command, data);
    this.#owner.compare(`command ${this.#turn} ${JSON.stringify(command)}`, this.#model.run(command), code);
  }

  async check(): Promise<void> {
    this.#codes.push(
      ...(await this.#owner.read(
        `select code from rewards where business_id = ? order by rowid limit -1 offset ${this.#codes.length}`,
      )),
    );
    if (this.#model.affected !== undefined) await this.#checkMember(this.#model.affected);
  }

  async moveClock(hours: number): Promise<void> {
    this.#model.run({ do: 'wait', minutes: hours * HOUR_MINUTES });
  }

  async checkAll(): Promise<void> {
    for (const index of this.#model.members.keys()) await this.#checkMember(index);
    const states = await this.#owner.read(
      `select status, user_id as "userId" from rewards where business_id = ? order by rowid`,
    );
    this.#owner.compare(
      'codes',
      this.#model.codes.map(({ state, member }) => `${name(member)} ${state}`),
      states.map(({ status, userId }) => `${userId} ${status === 'issued' ? 'open' : status}`),
    );
    const cashbacks = await this.#owner.read(
      `select remaining_cents as cents from cashbacks where business_id = ? order by rowid`,
    );
    const granted = this.#model.orders.filter(({ cashback }) => cashback > 0);
    this.#owner.compare(
      'unspent cashback',
      granted.map(({ remaining }) => remaining),
      cashbacks.map(({ cents }) => cents),
    );
  }

  async #checkMember(index: number): Promise<void> {
    const path = `${this.#path}/members/${name(index)}`;
    const { cashback } = await this.#owner.get(path);
    const { totals, goals, shop } = await this.#owner.get(`${this.#path}/progress?memberId=${name(index)}`);
    const [card, spender] = goals;
    this.#owner.compare(name(index), toModelState(this.#model.members[index] as Member), [
      totals.visits,
      totals.spend,
      totals.points,
      totals.pointsBalance,
      [cashback.available, cashback.redeemed],
      [card.completions, card.current],
      spender.status,
      shop.map((item: Data) => item.bought),
    ]);
  }

  #toRequest(command: Command): Pick<ApiRequest, 'path' | 'body'> {
    const path = this.#path;
    const cashback = `${path}/cashback`;
    switch (command.do) {
      case 'visit': {
        const { member, quantity, cents, order } = command;
        const body = {
          memberId: name(member),
          quantity,
          orderValue: toAmount(cents),
          orderId: toOrder(order),
        };
        return { path: `${path}/visits`, body };
      }
      case 'purchase': {
        const { member, cents, order } = command;
        const body = { memberId: name(member), orderValue: toAmount(cents), orderId: toOrder(order) };
        return { path: cashback, body };
      }
      case 'buy': {
        const body = { memberId: name(command.member), rewardId: ITEMS[command.item]?.id ?? 'none' };
        return { path: `${path}/redemptions`, body };
      }
      case 'cancel': {
        const order = latest(this.#purchases, command.bought) ?? 'none';
        return { path: `${path}/redemptions/${order}/cancel`, body: {} };
      }
      case 'redeem':
      case 'reinstate': {
        const code = latest(this.#codes, command.code)?.code ?? 'none';
        return { path: `/rewards/${command.do}`, body: { code } };
      }
      case 'void': {
        const purchases = this.#orders.filter(({ kind }) => kind === 'cashbackId');
        const cashbackId = latest(purchases, command.purchase)?.id ?? 'none';
        return { path: cashback, body: { cashbackId, action: 'reverse' } };
      }
      case 'spend': {
        const body = { action: 'redeem', memberId: name(command.member), amount: toAmount(command.cents) };
        return { path: cashback, body };
      }
      case 'refundOrder': {
        const { kind, id, orderId } = latest(this.#orders, command.order) ?? NO_ORDER;
        const subject = command.isByOrder && orderId ? { orderId } : { [kind]: id };
        return { path: cashback, body: { action: 'refund', ...subject, amount: toAmount(command.cents) } };
      }
      case 'refundSpending': {
        const redemptionId = latest(this.#redemptions, command.redemption) ?? 'none';
        return { path: cashback, body: { action: 'refund', redemptionId, amount: toAmount(command.cents) } };
      }
      case 'wait':
        throw new Error('The clock of the run is the only one');
    }
  }

  #remember(command: Command, { id, redemptionId }: Data): void {
    if (command.do === 'visit') this.#orders.push({ kind: 'visitId', id, orderId: toOrder(command.order) });
    if (command.do === 'purchase')
      this.#orders.push({ kind: 'cashbackId', id, orderId: toOrder(command.order) });
    if (command.do === 'buy') this.#purchases.push(id);
    if (command.do === 'spend') this.#redemptions.push(redemptionId);
  }
}

function toAmount(cents: number | null): number | undefined {
  return cents === null ? undefined : cents / SCALE;
}
