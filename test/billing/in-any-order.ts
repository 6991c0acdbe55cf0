import { expect } from 'bun:test';
import fc from 'fast-check';
import { getBillingStatus } from '../../src/billing/service/actions.ts';
import { issueInvoice, listInvoices } from '../../src/billing/service/invoices.ts';
import { create } from '../../src/businesses/service.ts';
import { atomically, CLI } from '../../src/context.ts';
import { readWallet } from '../../src/exchange/wallet/service/wallet.ts';
import type { Json, Setup } from '../campaigns/fixture.ts';
import { isLongRun } from '../support/long-run.ts';
import { deliverStripeEvent, findIntegrityProblems } from './fixture.ts';
import type { Order, StripeEvent } from './stripe-objects.ts';

/** Stripe's events about one order, and the state of the business after all of them. */
export interface Plot {
  kind: 'subscription' | 'topup';
  events: (order: Order) => StripeEvent[];
  ends: object;
}

/** Longer lists are tried in some orders only. */
const MAX_PERMUTED = isLongRun ? 5 : 4;
const SHUFFLES = isLongRun ? 60 : 20;

let shops = 0;

/** Creates a business with an open Stripe order. */
export async function createOrderedBusiness(at: Setup, kind: Plot['kind']): Promise<Order> {
  shops += 1;
  const ctx = at.app.as(CLI);
  const { id: businessId } = await create(ctx, { name: `Shop ${shops}` });
  const isTopup = kind === 'topup';
  const terms = isTopup
    ? { amountCents: 5_000 }
    : { planId: 'starter', interval: 'month' as const, amountCents: 1_900 };
  const row = await atomically(
    ctx,
    async tx => await issueInvoice(tx, { businessId, provider: 'stripe', kind, ...terms }),
  );
  return { businessId, invoiceId: row.id, kind, ...(isTopup ? {} : { planId: 'starter' }) };
}

/** Returns the same events with unique object IDs. */
export function withUniqueIds(events: StripeEvent[]): StripeEvent[] {
  const text = JSON.stringify(events);
  return JSON.parse(text.replaceAll(/"(sub|in|cus|cs|pi|ch|dp|evt)_(\w+)"/g, `"$1_$2x${shops}"`));
}

export async function send(ctx: Setup, sent: StripeEvent): Promise<Json> {
  ctx.clock.advance(1);
  const { status, data } = await deliverStripeEvent(ctx, JSON.stringify(sent));
  expect(status).toBe(200);
  return data;
}

/** The balances and debts of a business, without its IDs and names. */
export async function stateOf(at: Setup, { businessId }: Order): Promise<Json> {
  const ctx = at.app.as(CLI);
  const { items } = await listInvoices(ctx, { businessId, page: 1, perPage: 100 });
  return {
    ...(await getBillingStatus(ctx, businessId)),
    businessId: 'its own',
    invoices: items
      .map(({ kind, planId, amount, status, refunded, paidAt }) =>
        [kind, planId, amount, status, refunded, paidAt !== null].join(' '),
      )
      .sort(),
    cash: (await readWallet(ctx, businessId)).cash,
  };
}

/** Returns all orders of a short list, or some of a longer one, the same in each run. */
function ordersOf<T>(items: T[]): T[][] {
  if (items.length <= MAX_PERMUTED) return permutations(items);
  const shuffled = fc.shuffledSubarray(items, { minLength: items.length });
  return [[...items].reverse(), ...fc.sample(shuffled, { numRuns: SHUFFLES, seed: 9 })];
}

function permutations<T>(items: T[]): T[][] {
  if (items.length <= 1) return [items];
  return items.flatMap((item, n) => permutations(items.toSpliced(n, 1)).map(rest => [item, ...rest]));
}

/** Delivers the events of a plot in order, each three times, and then in other orders; the final state must be equal. */
export async function tellInAnyOrder(ctx: Setup, { kind, events, ends }: Plot): Promise<void> {
  const first = await createOrderedBusiness(ctx, kind);
  for (const sent of withUniqueIds(events(first))) {
    const responses = [await send(ctx, sent), await send(ctx, sent), await send(ctx, sent)];
    const again = { received: true, duplicate: true };
    expect(responses).toEqual([{ received: true }, again, again]);
  }
  const wanted = await stateOf(ctx, first);
  expect(wanted).toMatchObject(ends);
  const places = events(first).map((_, n) => n);
  for (const places_ of ordersOf(places)) {
    const order = await createOrderedBusiness(ctx, kind);
    const own = withUniqueIds(events(order));
    for (const n of [...places_, ...places_, ...places]) await send(ctx, own[n] as StripeEvent);
    expect([places_.join(), await stateOf(ctx, order)]).toEqual([places_.join(), wanted]);
  }
  expect(await findIntegrityProblems(ctx)).toEqual([]);
}
