import type { Source } from '../../../src/programs/integrations/model.ts';
import type { TestResponse } from '../../support/test-app.ts';
import { createProgram, enrollMember, getMember, type Json, type Scene } from '../fixture.ts';
import { bodiesOf, type Story, sign } from './webhooks.ts';

export const SECRET = 'a-secret-of-the-shop';
export const SOURCES: Source[] = ['shopify', 'woocommerce', 'square', 'stripe'];

/** 10% cashback, available at once, one point per dollar and a stamp card. */
export const TERMS = {
  cashback: { type: 'percentage', value: 10, holdDays: 0 },
  points: { perDollar: 1 },
  goals: [{ id: 'card', name: 'Stamp card', metric: 'visits', target: 10, reward: 'A coffee' }],
};

export interface Shop {
  id: string;
  url: string;
  source: Source;
  programId: string;
}

/** Sets a system up, with a program of its own. */
export async function connect(ctx: Scene, source: Source, fields: object = {}): Promise<Shop> {
  const program = await createProgram(ctx, TERMS, { name: `Orders of ${source}`, ...fields });
  const { data } = await put(ctx, source, { secret: SECRET, programId: program.id });
  return { id: data.id, url: data.url, source, programId: program.id };
}

export function put(ctx: Scene, source: Source, body: object, as = ctx.business.token) {
  return ctx.call('PUT', `/integrations/${source}`, body, { as }) as Promise<TestResponse<Json>>;
}

/** Posts a body to the address of a shop, signed as its system does unless other headers are given. */
export function post(
  ctx: Scene,
  { id, url, source }: Shop,
  body: string,
  headers: Record<string, string> = sign(source, body, { secret: SECRET, url, nowMs: ctx.clock.now() }),
): Promise<TestResponse<Json>> {
  const all = { 'content-type': 'application/json', ...headers };
  return ctx.call('POST', `/inbound/${source}/${id}`, undefined, { raw: body, headers: all });
}

/** Sends the webhooks of an order in their order. @returns the answers */
export async function tell(ctx: Scene, shop: Shop, story: Story): Promise<Json[]> {
  const answers: Json[] = [];
  for (const body of bodiesOf(shop.source, story)) answers.push((await post(ctx, shop, body)).data);
  return answers;
}

export async function listOrders(ctx: Scene, { source }: Pick<Shop, 'source'>, query = ''): Promise<Json[]> {
  const { data } = await ctx.call('GET', `/integrations/${source}/orders?perPage=100${query}`, undefined, {
    as: ctx.business.token,
  });
  return (data as Json).items;
}

export function retry(ctx: Scene, { source }: Shop, id: string, body: object = {}) {
  const path = `/integrations/${source}/orders/${id}/retry`;
  return ctx.call('POST', path, body, { as: ctx.business.token }) as Promise<TestResponse<Json>>;
}

export async function enroll(ctx: Scene, shop: Shop, memberId: string, fields: object = {}): Promise<Json> {
  const { status, body, data } = await enrollMember(ctx, shop.programId, memberId, { ...fields });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return data;
}

/** Returns what a member has earned. */
export async function earned(ctx: Scene, shop: Shop, memberId: string) {
  const { points, visits, cashback } = await getMember(ctx, shop.programId, memberId);
  return { points, visits, cashback: cashback.available };
}
