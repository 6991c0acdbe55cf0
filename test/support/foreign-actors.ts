import type { TestApp } from './test-app.ts';

/** A user, or the owner of a business, who trades on the exchange. */
export interface Trader {
  token: string;
  userId: string;
  businessId?: string;
}

/** Lists all IDs that identify a trader: of its users, API keys, business and orders, and its clientOrderIds. */
export async function listIdentifiers(
  ctx: TestApp,
  { token, userId, businessId }: Trader,
): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the list
  const items = async (path: string): Promise<any[]> =>
    (await ctx.call('GET', `${path}?perPage=100`, undefined, { as: token })).data.items;
  const orders = await items('/exchange/orders');
  const names = [userId, ...orders.flatMap(({ id, clientOrderId }) => [id, clientOrderId])];
  if (businessId !== undefined) {
    const members = [...(await items('/business/users')), ...(await items('/api-keys'))];
    names.push(businessId, ...members.map(({ id }) => id));
  }
  return names.filter(name => name !== null);
}

interface ForeignActor {
  type: string;
  businessId: string;
  actorId: string;
}

/** Lists events whose actor is a user or an API key of another business than the event's own. */
export async function eventsWithForeignActor(ctx: TestApp): Promise<ForeignActor[]> {
  return await ctx.app.services.database.reader.all<ForeignActor>(`
    with actors as (
      select id, business_id from users where business_id is not null
      union all select id, business_id from api_keys
    )
    select e.type, e.business_id as businessId, e.actor_id as actorId
    from events e join actors a on a.id = e.actor_id
    where a.business_id <> e.business_id`);
}
