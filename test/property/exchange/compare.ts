import { type Actor, atomically, CLI, type Ctx } from '../../../src/context.ts';
import { AppError } from '../../../src/errors.ts';
import type { Order } from '../../../src/exchange/orders/model.ts';
import * as realRules from '../../../src/exchange/orders/rules.ts';
import { processDueExchange } from '../../../src/exchange/orders/service/due.ts';
import { placeOrder } from '../../../src/exchange/orders/service/place.ts';
import * as orders from '../../../src/exchange/orders/service/read.ts';
import { takeOrder } from '../../../src/exchange/orders/service/take.ts';
import { enrollTrader } from '../../../src/exchange/wallet/service/enroll.ts';
import { redeemPerk } from '../../../src/exchange/wallet/service/redeem.ts';
import { creditWallet, moveEntries, readWallet } from '../../../src/exchange/wallet/service/wallet.ts';
import { DEFAULT_CURRENCY } from '../../../src/platform/currency-digits.ts';
import { getUnitScale, toAmount } from '../../../src/platform/money.ts';
import { mapInOrder } from '../../../src/platform/runtime/in-order.ts';
import { checkIntegrity } from '../../../src/system/service/integrity.ts';
import { createBusiness } from '../../support/accounts.ts';
import type { TestApp } from '../../support/test-app.ts';
import { type Buckets, type Command, createSim, ISSUED, OWNERS, PERKS, run, type Sim } from './sim.ts';

const AUDIT_EVERY = 1_000;
/** Each trader also has an amount in another currency, which no trade may touch. */
const OTHER_CURRENCY = 'CHF';
const OTHER_CENTS = 777;
/** The model's unit of time. */
const STEP_MS = 60_000;

interface Comparison {
  at: TestApp;
  currency: string;
  sim: Sim;
  perkIds: string[];
  /** By the model's sequence. */
  orderIds: string[];
}

/**
 * Runs commands on the model and on the database: results must be equal, and every balance, book and order is
 * compared. Every 1,000 commands, and at the end, `db check` must find no problems.
 * @throws Error for the first command with different results
 */
export async function playBoth(
  ctx: TestApp,
  commands: readonly Command[],
  currency = DEFAULT_CURRENCY,
): Promise<void> {
  const comparison = await begin(ctx, currency);
  for (const [index, command] of commands.entries()) {
    const expected = run(realRules, comparison.sim, command);
    const found = await attempt(() => play(comparison, command));
    const problem =
      found === expected ? await difference(comparison, command) : `${found}, but the model says ${expected}`;
    if (problem) throw new Error(`command ${index} ${JSON.stringify(command)}: ${problem}`);
    if ((index + 1) % AUDIT_EVERY === 0) await check(comparison, index);
  }
  await check(comparison, commands.length);
}

/** Creates the same traders, perks and balances as the model's initial state. */
async function begin(ctx: TestApp, currency: string): Promise<Comparison> {
  const { token, businessId } = await createBusiness(ctx);
  await ctx.call('PUT', '/business', { currency }, { as: token });
  const sim = createSim();
  const perkIds: string[] = [];
  for (let perk = 0; perk < PERKS; perk++) {
    const terms = { name: `Perk ${perk}`, faceValue: 1, supply: ISSUED };
    const { data } = await ctx.call(
      'POST',
      '/exchange/enroll',
      { role: 'issuer', perk: terms },
      { as: token },
    );
    perkIds.push(data.perk.id);
  }
  for (const [ownerId, { available }] of sim.cash) {
    await enrollTrader(ctxOf(ctx, ownerId), {});
    await atomically(ctx.app.as(CLI), async tx => {
      await creditWallet(tx, ownerId, { cents: available, currency }, `start-${ownerId}`);
      await creditWallet(tx, ownerId, { cents: OTHER_CENTS, currency: OTHER_CURRENCY }, `other-${ownerId}`);
      for (const perkId of perkIds) {
        const amount = ISSUED / OWNERS;
        const legs = [
          { ownerId: businessId, asset: 'perk', bucket: 'available', amount: -amount } as const,
          { ownerId, asset: 'perk', bucket: 'available', amount } as const,
        ];
        await moveEntries(tx, {
          kind: 'test.start',
          assets: { id: perkId, currency },
          businessId,
          entries: legs,
          reference: `${ownerId}/${perkId}`,
        });
      }
    });
  }
  return { at: ctx, currency, sim, perkIds, orderIds: [] };
}

function ctxOf(ctx: TestApp, id: string): Ctx {
  const person = {
    kind: 'user',
    role: 'customer',
    businessId: null,
    position: null,
    sessionId: 'test',
  } as const;
  return ctx.app.as({ ...person, id } satisfies Actor);
}

async function attempt(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return 'ok';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

async function play(comparison: Comparison, command: Command): Promise<void> {
  const { at, currency, perkIds, orderIds } = comparison;
  const ctx = 'owner' in command ? ctxOf(at, `o${command.owner}`) : at.app.as(CLI);
  const named = 'pick' in command ? (orderIds[orderIds.length - 1 - command.pick] ?? 'ord_absent') : '';
  const perkId = 'perk' in command ? (perkIds[command.perk] as string) : '';
  switch (command.kind) {
    case 'place': {
      const { side: type, price, quantity, timeInForce, lifetime } = command;
      const expiresAt =
        lifetime === null ? null : new Date(at.clock.now() + lifetime * STEP_MS).toISOString();
      const { order } = await placeOrder(ctx, {
        type,
        perkId,
        quantity,
        price: price === null ? null : toAmount(price, currency),
        timeInForce,
        expiresAt,
      });
      orderIds.push(order.id);
      return;
    }
    case 'take': {
      const { order } = await takeOrder(ctx, { orderId: named, quantity: command.quantity ?? undefined });
      orderIds.push(order.id);
      return;
    }
    case 'cancel':
      await orders.cancel(ctx, named);
      return;
    case 'redeem':
      await redeemPerk(ctx, { perkId, quantity: command.quantity });
      return;
    case 'deposit': {
      const reference = `more-${comparison.sim.deposited}-${at.clock.now()}-${orderIds.length}`;
      if (command.cents > 0)
        await atomically(ctx, async tx => {
          const cash = { cents: command.cents, currency };
          await creditWallet(tx, ctx.actor.id as string, cash, reference);
        });
      return;
    }
    case 'advance':
      at.clock.advance(command.by * STEP_MS);
      await processDueExchange(ctx);
      return;
    case 'expirePerk':
      await expireNow(at, ctx, perkId);
  }
}

async function expireNow(at: TestApp, ctx: Ctx, perkId: string): Promise<void> {
  const expiresAt = new Date(at.clock.now()).toISOString();
  await atomically(ctx, async tx => {
    await tx.db.run(
      `update perks set expires_at = '${expiresAt}' where id = '${perkId}' and status <> 'expired'`,
    );
  });
  await processDueExchange(ctx);
}

/** Compares the state that one command can change: the caller's wallet and latest order. */
async function difference(comparison: Comparison, command: Command): Promise<string | undefined> {
  if (!('owner' in command)) return undefined;
  const { sim, orderIds } = comparison;
  const ownerId = `o${command.owner}`;
  const wrong = await wrongWallet(comparison, ownerId);
  if (wrong) return wrong;
  return orderIds.length === sim.orders.length ? undefined : 'another number of orders';
}

async function wrongWallet(
  { at, currency, sim, perkIds }: Comparison,
  ownerId: string,
): Promise<string | undefined> {
  const wallet = await readWallet(at.app.as(CLI), ownerId);
  const cash = sim.cash.get(ownerId) as Buckets;
  const balances = new Map(wallet.balances.map(balance => [balance.currency, balance]));
  const other = balances.get(OTHER_CURRENCY);
  if (other?.available !== toAmount(OTHER_CENTS, OTHER_CURRENCY) || other.reserved !== 0)
    return `${ownerId} has ${JSON.stringify(other)}, which no order is about`;
  const { available = 0, reserved = 0 } = balances.get(currency) ?? {};
  const found = [available, reserved].map(amount => Math.round(amount * getUnitScale(currency)));
  if (found[0] !== cash.available || found[1] !== cash.reserved)
    return `${ownerId} has ${found} cents, the model ${cash.available},${cash.reserved}`;
  for (const [perk, perkId] of perkIds.entries()) {
    const { available, reserved } = (sim.perks[perk] as Map<string, Buckets>).get(ownerId) as Buckets;
    const held = wallet.perks.find(each => each.perkId === perkId) ?? { available: 0, reserved: 0 };
    if (held.available !== available || held.reserved !== reserved)
      return `${ownerId} has ${held.available},${held.reserved} of perk ${perk}, the model ${available},${reserved}`;
  }
  return undefined;
}

/** Compares every order and wallet, and runs `db check`. */
async function check(comparison: Comparison, index: number): Promise<void> {
  const { at, sim, orderIds } = comparison;
  const ctx = at.app.as(CLI);
  const wrong = (await mapInOrder([...sim.cash.keys()], ownerId => wrongWallet(comparison, ownerId))).find(
    Boolean,
  );
  if (wrong) throw new Error(`after command ${index}: ${wrong}`);
  for (const [sequence, order] of sim.orders.entries()) {
    const found = await orders.get(ctx, orderIds[sequence] as string);
    const ours = [
      found.filledQuantity,
      found.remainingQuantity,
      found.cancelledQuantity,
      found.status,
      reason(found),
    ];
    const theirs = [order.filled, order.remaining, order.cancelled, order.status, order.cancelReason ?? ''];
    if (ours.join() !== theirs.join())
      throw new Error(`after command ${index}: order ${sequence} is ${ours}, in the model ${theirs}`);
  }
  const problems = await checkIntegrity(ctx);
  if (problems.length > 0) throw new Error(`after command ${index}: ${problems.join('; ')}`);
}

function reason({ cancelReason }: Order): string {
  return cancelReason ?? '';
}
