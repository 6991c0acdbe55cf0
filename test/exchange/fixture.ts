import * as users from '../../src/auth/service/users.ts';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Setup as BaseScene, setup as baseScene, type Json } from '../campaigns/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export type { Json };

/** The campaign setup with an admin. The business is an issuer; Ada and Bob are traders with $1,000 each. */
export interface Setup extends BaseScene {
  admin: string;
}

export async function setup(settings: Record<string, string> = {}): Promise<Setup> {
  const base = await baseScene(settings);
  const admin = await createAdmin(base);
  const ctx = { ...base, admin };
  for (const [who, role] of [
    [ctx.business, 'issuer'] as const,
    [ctx.ada, 'trader'] as const,
    [ctx.bob, 'trader'] as const,
  ])
    await post(ctx, '/exchange/enroll', { role }, who.token);
  for (const { userId } of [ctx.ada, ctx.bob]) await creditWallet(ctx, userId, 1_000);
  return ctx;
}

export async function createAdmin(ctx: TestApp): Promise<string> {
  const email = 'root@perkmint.example';
  await users.create(ctx.app.as(CLI), { email, name: 'Root', role: 'admin', password: PASSWORD });
  const { data } = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

export function post(ctx: TestApp, path: string, body: object, as: string): Promise<TestResponse<Json>> {
  return ctx.call('POST', path, body, { as });
}

export function get(ctx: TestApp, path: string, as?: string): Promise<TestResponse<Json>> {
  return ctx.call('GET', path, undefined, as === undefined ? {} : { as });
}

let deposits = 0;

/** Deposits cash, in dollars, into a wallet. */
export async function creditWallet(ctx: Setup, userId: string, amount: number): Promise<void> {
  deposits += 1;
  const { status, body } = await post(
    ctx,
    '/exchange/deposits',
    { userId, amount, reference: `deposit-${deposits}` },
    ctx.admin,
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
}

/** Creates a perk of the business; with `listPrice`, all units are offered at that price. */
export async function createPerk(ctx: Setup, fields: object = {}): Promise<Json> {
  const { status, body, data } = await post(
    ctx,
    '/exchange/enroll',
    { role: 'issuer', perk: { name: 'Free coffee', faceValue: 5, supply: 1_000, ...fields } },
    ctx.business.token,
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data.perk;
}

/** Creates a perk of which Ada and Bob hold 100 each; its order book is empty. */
export async function createHeldPerk(ctx: Setup, fields: object = {}): Promise<Json> {
  const made = await createPerk(ctx, fields);
  const offer = await createOrder(ctx, ctx.business.token, {
    type: 'sell',
    perkId: made.id,
    quantity: 200,
    price: 0.01,
  });
  for (const { token } of [ctx.ada, ctx.bob]) await createTrade(ctx, token, offer.order.id, 100);
  return made;
}

export function placeOrder(ctx: Setup, as: string, order: object): Promise<TestResponse<Json>> {
  return post(ctx, '/exchange/orders', order, as);
}

export async function createOrder(ctx: Setup, as: string, order: object): Promise<Json> {
  const { status, body, data } = await placeOrder(ctx, as, order);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

export async function createTrade(ctx: Setup, as: string, orderId: string, quantity?: number): Promise<Json> {
  const { status, body, data } = await post(ctx, '/exchange/trades', { orderId, quantity }, as);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

export async function getWallet(ctx: Setup, as: string): Promise<Json> {
  return (await get(ctx, '/exchange/wallet', as)).data;
}

/** Returns the available and reserved quantity of a perk in a wallet. */
export async function getPerkBalance(ctx: Setup, as: string, perkId: string): Promise<[number, number]> {
  const { perks } = await getWallet(ctx, as);
  const found = perks.find((each: Json) => each.perkId === perkId);
  return [found?.available ?? 0, found?.reserved ?? 0];
}

/** Returns both sides of a perk's order book as `price×quantity`, best price first. */
export async function getOrderBook(ctx: Setup, perkId: string): Promise<{ bids: string[]; asks: string[] }> {
  const { data } = await get(ctx, '/exchange/market');
  const { depth } = data.perks.find((each: Json) => each.perkId === perkId);
  const text = (levels: Json[]) => levels.map(({ price, quantity }) => `${price}×${quantity}`);
  return { bids: text(depth.bids), asks: text(depth.asks) };
}

/** Runs the integrity check. @returns the problems found */
export function findIntegrityProblems(ctx: TestApp): Promise<string[]> {
  return checkIntegrity(ctx.app.as(CLI));
}
