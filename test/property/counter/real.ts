import { sql } from 'drizzle-orm';
import { create as createBusiness } from '../../../src/businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../../src/context.ts';
import { updateBusiness } from '../../../src/currencies/service.ts';
import { AppError } from '../../../src/errors.ts';
import { DEFAULT_CURRENCY } from '../../../src/platform/currency-digits.ts';
import { getUnitScale } from '../../../src/platform/money.ts';
import { earnCashback, transitionCashback } from '../../../src/programs/cashback/service/cashback.ts';
import { redeemCashback } from '../../../src/programs/cashback/service/redeem.ts';
import * as members from '../../../src/programs/members/service/members.ts';
import { getProgress } from '../../../src/programs/members/service/progress.ts';
import { refund } from '../../../src/programs/refunds/service/refunds.ts';
import * as programs from '../../../src/programs/service/programs.ts';
import { buyReward } from '../../../src/programs/shop/service/buy.ts';
import { cancelShopOrder } from '../../../src/programs/shop/service/cancel.ts';
import { recordVisit } from '../../../src/programs/visits/service/record.ts';
import { reinstate } from '../../../src/rewards/reinstate.ts';
import { redeem } from '../../../src/rewards/service.ts';
import { checkIntegrity } from '../../../src/system/service/integrity.ts';
import type { ManualClock } from '../../support/test-app.ts';
import { CARD_TARGET, COOLDOWN_MINUTES, type Command, createTerms, ITEMS, MAX_PER_DAY } from './commands.ts';
import { CounterModel, latest, type Outcome } from './model.ts';
import type { Member } from './state.ts';

const MINUTE_MS = 60_000;
/** Commands between full integrity checks; the affected member is compared after each command. */
const AUDIT_EVERY = 1_000;
export const name = (member: number) => `m${member}`;
export const toOrder = (order: number | null) => (order === null ? undefined : `order-${order}`);

const NO_ORDER = { kind: 'visitId', id: 'none', orderId: undefined } as const;

interface StoredCode {
  id: string;
  code: string;
  status: string;
  userId: string;
}

/** The program in the database, driven through the services, each command a savepoint. */
class Real {
  readonly codes: StoredCode[] = [];
  /** Visits and purchases, oldest first. */
  readonly orders: { kind: 'visitId' | 'cashbackId'; id: string; orderId: string | undefined }[] = [];
  readonly redemptions: string[] = [];
  readonly purchases: string[] = [];

  constructor(
    readonly ctx: Ctx,
    readonly clock: ManualClock,
    readonly programId: string,
    readonly businessId: string,
    readonly scale: number,
  ) {}

  #toAmount(cents: number | null): number | undefined {
    return cents === null ? undefined : cents / this.scale;
  }

  async run(command: Command): Promise<Outcome> {
    try {
      await atomically(this.ctx, tx => this.#carryOut(tx as unknown as Ctx, command));
      await this.#readNewCodes();
      return undefined;
    } catch (error) {
      if (error instanceof AppError) return error.code;
      throw error;
    }
  }

  /** Returns the status of every code, in the order of issue. */
  async readStates(): Promise<string[]> {
    const rows = await this.ctx.db.all<{ status: string; userId: string }>(sql`
      select status, user_id as "userId" from rewards where business_id = ${this.businessId} order by id`);
    return rows.map(({ status, userId }) => `${userId} ${status === 'issued' ? 'open' : status}`);
  }

  /** Returns the unspent cents of all cashback, oldest first. */
  async readRemaining(): Promise<number[]> {
    const rows = await this.ctx.db.all<{ cents: number }>(sql`
      select remaining_cents as cents from cashbacks where business_id = ${this.businessId} order by id`);
    return rows.map(({ cents }) => Number(cents));
  }

  async #readNewCodes(): Promise<void> {
    const last = this.codes.at(-1)?.id ?? '';
    this.codes.push(
      ...(await this.ctx.db.all<StoredCode>(sql`
        select id, code, status, user_id as "userId" from rewards
        where business_id = ${this.businessId} and id > ${last} order by id`)),
    );
  }

  async #carryOut(ctx: Ctx, command: Command): Promise<unknown> {
    const { programId } = this;
    switch (command.do) {
      case 'visit': {
        const { member, quantity, cents, order } = command;
        const input = { quantity, orderValue: this.#toAmount(cents), orderId: toOrder(order) };
        const { id } = await recordVisit(ctx, programId, { memberId: name(member), ...input });
        return this.orders.push({ kind: 'visitId', id, orderId: input.orderId });
      }
      case 'purchase': {
        const { member, cents, order } = command;
        const input = { orderValue: cents / this.scale, orderId: toOrder(order) };
        const { id } = await earnCashback(ctx, programId, { memberId: name(member), ...input });
        return this.orders.push({ kind: 'cashbackId', id, orderId: input.orderId });
      }
      case 'buy': {
        const rewardId = ITEMS[command.item]?.id ?? 'none';
        const order = await buyReward(ctx, programId, { memberId: name(command.member), rewardId });
        return this.purchases.push(order.id);
      }
      case 'cancel': {
        const orderId = latest(this.purchases, command.bought) ?? 'none';
        return await cancelShopOrder(ctx, programId, orderId, {});
      }
      case 'redeem':
        return await redeem(ctx, { code: latest(this.codes, command.code)?.code ?? 'none' });
      case 'reinstate':
        return await reinstate(ctx, { code: latest(this.codes, command.code)?.code ?? 'none' });
      case 'void': {
        const purchases = this.orders.filter(({ kind }) => kind === 'cashbackId');
        const cashbackId = latest(purchases, command.purchase)?.id ?? 'none';
        return await transitionCashback(ctx, programId, { cashbackId, action: 'reverse' });
      }
      case 'spend': {
        const spending = { memberId: name(command.member), amount: command.cents / this.scale };
        const input = { action: 'redeem' as const, ...spending };
        return this.redemptions.push((await redeemCashback(ctx, programId, input)).redemptionId);
      }
      case 'refundOrder': {
        const { kind, id, orderId } = latest(this.orders, command.order) ?? NO_ORDER;
        const subject = command.isByOrder && orderId ? { orderId } : { [kind]: id };
        const amount = this.#toAmount(command.cents);
        return await refund(ctx, programId, { action: 'refund', ...subject, amount });
      }
      case 'refundSpending': {
        const redemptionId = latest(this.redemptions, command.redemption) ?? 'none';
        const amount = this.#toAmount(command.cents);
        return await refund(ctx, programId, { action: 'refund', redemptionId, amount });
      }
      case 'wait':
        return this.clock.advance(command.minutes * MINUTE_MS);
    }
  }
}

/** Describes the first command on which model and database disagree; undefined if there is none. */
export async function firstDifference(
  ctx: Ctx,
  clock: ManualClock,
  commands: readonly Command[],
  currency = DEFAULT_CURRENCY,
): Promise<string | undefined> {
  const scale = getUnitScale(currency);
  const business = await createBusiness(ctx, { name: 'Counter' });
  await updateBusiness(ctx, { businessId: business.id, currency });
  const visits = { cooldownMinutes: COOLDOWN_MINUTES, maxPerDay: MAX_PER_DAY };
  const body = { name: 'P', rewards: createTerms(scale) as never, visits, businessId: business.id };
  const { id: programId } = await programs.create(ctx, body);
  const model = new CounterModel(Math.floor(clock.now() / MINUTE_MS));
  for (const index of model.members.keys()) await members.enroll(ctx, programId, { memberId: name(index) });
  const rollback = Symbol('rollback');
  let found: string | undefined;
  // Runs all commands as savepoints in one transaction that is rolled back.
  const work = async (tx: TxCtx): Promise<void> => {
    const inside = tx as unknown as Ctx;
    const real = new Real(inside, clock, programId, business.id, scale);
    for (const [index, command] of commands.entries()) {
      const [expected, actual] = [model.run(command), await real.run(command)];
      const step = `command ${index} ${JSON.stringify(command)}`;
      found =
        differs(step, expected ?? 'done', actual ?? 'done') ??
        (await memberDiffers(inside, real, model, step));
      const isTime = (index + 1) % AUDIT_EVERY === 0 || index === commands.length - 1;
      if (!found && isTime) {
        const codes = model.codes.map(({ state, member }) => `${name(member)} ${state}`);
        const granted = model.orders.filter(({ cashback }) => cashback > 0);
        const remaining = granted.map(order => order.remaining);
        found =
          differs(step, codes, await real.readStates()) ??
          differs(step, remaining, await real.readRemaining()) ??
          (await checkIntegrity(inside))[0];
      }
      if (found) break;
    }
    throw rollback;
  };
  await atomically(ctx, work).catch(error => {
    if (error !== rollback)
      found ??= `an unexpected error: ${error instanceof Error ? error.message : error}`;
  });
  return found;
}

function differs(step: string, expected: unknown, actual: unknown): string | undefined {
  const [a, b] = [JSON.stringify(expected), JSON.stringify(actual)];
  return a === b ? undefined : `${step}: expected ${a}, got ${b}`;
}

/** Compares the API representation of a command's member with the model. */
async function memberDiffers(
  ctx: Ctx,
  { programId, scale }: Real,
  model: CounterModel,
  step: string,
): Promise<string | undefined> {
  const index = model.affected;
  const expected = index === undefined ? undefined : model.members[index];
  if (index === undefined || !expected) return undefined;
  const progress = await getProgress(ctx, programId, { memberId: name(index) });
  const { totals, goals, shop } = progress as Extract<typeof progress, { totals: unknown }>;
  const { cashback } = await members.getMember(ctx, programId, name(index));
  const [card, spender] = goals;
  return differs(step, toModelState(expected, scale), [
    totals.visits,
    totals.spend,
    totals.points,
    totals.pointsBalance,
    [cashback.available, cashback.redeemed],
    [card?.completions, card?.current],
    spender?.status,
    shop.map(item => item.bought),
  ]);
}

/** Returns what the API must show of a member. */
export function toModelState(member: Member, scale = 100): unknown[] {
  const { visits, spend, points, spent, available, redeemed, cards, hasSpent, bought } = member;
  return [
    visits,
    spend / scale,
    points,
    points - spent,
    [available / scale, redeemed / scale],
    [cards.length, visits - cards.length * CARD_TARGET],
    hasSpent ? 'completed' : 'inProgress',
    ITEMS.map(({ id }) => bought.get(id) ?? 0),
  ];
}
