import type { TestApp } from './test-app.ts';

/** A trader of a test, by the token of a person. */
export interface Trader {
  token: string;
  userId: string;
  businessId?: string;
}

/** Everything that points to a party: its people, keys, business and orders, and the clientOrderIds it chose. */
export async function listIdentifiers(
  world: TestApp,
  { token, userId, businessId }: Trader,
): Promise<string[]> {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the list holds
  const items = async (path: string): Promise<any[]> =>
    (await world.call('GET', `${path}?perPage=100`, undefined, { as: token })).data.items;
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

/** Recorded events whose actor is a user or a key of a business other than the one whose log they are in. */
export function eventsWithForeignActor(world: TestApp): ForeignActor[] {
  return world.app.services.database.reader.all<ForeignActor>(`
    with actors as (
      select id, business_id from users where business_id is not null
      union all select id, business_id from api_keys
    )
    select e.type, e.business_id as businessId, e.actor_id as actorId
    from events e join actors a on a.id = e.actor_id
    where a.business_id <> e.business_id`);
}
