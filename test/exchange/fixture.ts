import * as users from '../../src/auth/service/users.ts';
import { CLI } from '../../src/context.ts';
import { checkIntegrity } from '../../src/system/service/integrity.ts';
import { type Setup as BaseScene, setup as baseScene, type Json } from '../campaigns/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import type { TestApp, TestResponse } from '../support/test-app.ts';

export type { Json };

/** The campaign scene, with an admin; the shop is an issuer, ada and bob are traders with 1,000 dollars each. */
export interface Setup extends BaseScene {
  admin: string;
}

export async function setup(settings: Record<string, string> = {}): Promise<Setup> {
  const base = await baseScene(settings);
  const admin = await createAdmin(base);
  const here = { ...base, admin };
  for (const [who, role] of [
    [here.business, 'issuer'] as const,
    [here.ada, 'trader'] as const,
    [here.bob, 'trader'] as const,
  ])
    await post(here, '/exchange/enroll', { role }, who.token);
  for (const { userId } of [here.ada, here.bob]) await creditWallet(here, userId, 1_000);
  return here;
}

export async function createAdmin(world: TestApp): Promise<string> {
  const email = 'root@perkmint.example';
  await users.create(world.app.as(CLI), { email, name: 'Root', role: 'admin', password: PASSWORD });
  const { data } = await world.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
  return data.accessToken;
}

export function post(at: TestApp, path: string, body: object, as: string): Promise<TestResponse<Json>> {
  return at.call('POST', path, body, { as });
}

export function get(at: TestApp, path: string, as?: string): Promise<TestResponse<Json>> {
  return at.call('GET', path, undefined, as === undefined ? {} : { as });
}

let deposits = 0;

/** Gives somebody cash, in dollars. */
export async function creditWallet(at: Setup, userId: string, amount: number): Promise<void> {
  deposits += 1;
  const { status, body } = await post(
    at,
    '/exchange/deposits',
    { userId, amount, reference: `deposit-${deposits}` },
    at.admin,
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
}

/** A perk of the shop, offered at `listPrice` where there is one. */
export async function createPerk(at: Setup, fields: object = {}): Promise<Json> {
  const { status, body, data } = await post(
    at,
    '/exchange/enroll',
    { role: 'issuer', perk: { name: 'Free coffee', faceValue: 5, supply: 1_000, ...fields } },
    at.business.token,
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data.perk;
}

/** A perk of which ada and bob hold 100 each, bought at a cent from the shop; nothing is left in its book. */
export async function createHeldPerk(at: Setup, fields: object = {}): Promise<Json> {
  const made = await createPerk(at, fields);
  const offer = await createOrder(at, at.business.token, {
    type: 'sell',
    perkId: made.id,
    quantity: 200,
    price: 0.01,
  });
  for (const { token } of [at.ada, at.bob]) await createTrade(at, token, offer.order.id, 100);
  return made;
}

export function placeOrder(at: Setup, as: string, order: object): Promise<TestResponse<Json>> {
  return post(at, '/exchange/orders', order, as);
}

export async function createOrder(at: Setup, as: string, order: object): Promise<Json> {
  const { status, body, data } = await placeOrder(at, as, order);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

export async function createTrade(at: Setup, as: string, orderId: string, quantity?: number): Promise<Json> {
  const { status, body, data } = await post(at, '/exchange/trades', { orderId, quantity }, as);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

export async function getWallet(at: Setup, as: string): Promise<Json> {
  return (await get(at, '/exchange/wallet', as)).data;
}

/** What one holds of a perk: free and in reserve. */
export async function getPerkBalance(at: Setup, as: string, perkId: string): Promise<[number, number]> {
  const { perks } = await getWallet(at, as);
  const found = perks.find((each: Json) => each.perkId === perkId);
  return [found?.available ?? 0, found?.reserved ?? 0];
}

/** Both sides of a perk's book as `price×quantity`, best first. */
export async function getOrderBook(at: Setup, perkId: string): Promise<{ bids: string[]; asks: string[] }> {
  const { data } = await get(at, '/exchange/market');
  const { depth } = data.perks.find((each: Json) => each.perkId === perkId);
  const text = (levels: Json[]) => levels.map(({ price, quantity }) => `${price}×${quantity}`);
  return { bids: text(depth.bids), asks: text(depth.asks) };
}

/** What the audit finds wrong: nothing, in a sound database. */
export function findIntegrityProblems(at: TestApp): Promise<string[]> {
  return checkIntegrity(at.app.as(CLI));
}
