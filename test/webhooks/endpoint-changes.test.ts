import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Json, listEvents } from '../campaigns/fixture.ts';
import { createStaff } from '../support/accounts.ts';
import { createEndpoint, listDeliveries, URL_A, URL_B, withWebhooks } from './fixture.ts';

let ctx: Awaited<ReturnType<typeof withWebhooks>>;
let manager: { token: string; userId: string };
beforeAll(async () => {
  ctx = await withWebhooks();
  const token = await createStaff(ctx, ctx.business, 'manager');
  manager = { token, userId: (await ctx.call('GET', '/auth', undefined, { as: token })).data.user.id };
});
afterAll(() => ctx.close());

const change = (id: string, body: object, as = manager.token) =>
  ctx.call('PUT', `/webhooks/${id}`, body, { as });
const asOwner = () => ({ as: ctx.business.token });

async function listChanges(id: string): Promise<[type: string, actor: string, previous: unknown][]> {
  const changes = (await listEvents(ctx)).filter(({ data }: Json) => data.object.id === id);
  return changes.map(({ type, actor, data }: Json) => [type, actor.id, data.previous]);
}

describe('a change of an endpoint', () => {
  test('is an event with its actor and what it replaced', async () => {
    const { id } = await createEndpoint(ctx, {}, ctx.business.token);
    await change(id, { url: URL_B });
    await change(id, { url: URL_B, description: null });
    await change(id, { status: 'disabled' });
    await change(id, { status: 'active', description: 'Till' });
    await ctx.call('POST', `/webhooks/${id}/rotate-secret`, {}, asOwner());
    await ctx.call('DELETE', `/webhooks/${id}`, undefined, asOwner());
    const owner = ctx.business.userId;
    expect(await listChanges(id)).toEqual([
      ['webhook.created', owner, undefined],
      ['webhook.updated', manager.userId, { url: URL_A }],
      ['webhook.disabled', manager.userId, { status: 'active', disabledReason: null }],
      [
        'webhook.updated',
        manager.userId,
        { description: null, status: 'disabled', disabledReason: 'manual' },
      ],
      ['webhook.rotated', owner, undefined],
      ['webhook.deleted', owner, undefined],
    ]);
    expect(JSON.stringify(await listEvents(ctx))).not.toContain('whsec_');
  });

  test('is sent to other endpoints that name it only', async () => {
    const all = await createEndpoint(ctx);
    const naming = await createEndpoint(ctx, { url: URL_B, events: ['webhook.', 'member.'] });
    await change(all.id, { description: 'Moved' });
    await change(naming.id, { description: 'Moved' });
    const typesOf = async (id: string) => (await listDeliveries(ctx, id)).map(({ type }) => type);
    expect(await typesOf(all.id)).toEqual([]);
    expect(await typesOf(naming.id)).toEqual(['webhook.updated']);
  });
});

test('the removal of a person lists the endpoints that the person, or a key of the person, made or changed', async () => {
  const token = await createStaff(ctx, ctx.business, 'owner');
  const { id: userId } = (await ctx.call('GET', '/auth', undefined, { as: token })).data.user;
  const untouched = await createEndpoint(ctx, { description: 'untouched' });
  const changed = await createEndpoint(ctx, { description: 'changed' });
  await change(changed.id, { url: URL_B }, token);
  await change(changed.id, { description: 'then by another' }, ctx.business.token);
  const made = await createEndpoint(ctx, { description: 'made' }, token);
  const deleted = await createEndpoint(ctx, { description: 'deleted' }, token);
  await ctx.call('DELETE', `/webhooks/${deleted.id}`, undefined, asOwner());
  const { key } = (await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: token })).data;
  const body = { url: URL_A, description: 'by key' };
  const byKey = (await ctx.call('POST', '/webhooks', body, { as: key })).data;
  const { data } = await ctx.call('DELETE', `/business/users/${userId}`, undefined, asOwner());
  const listed = (endpoint: Json, fields: object) => ({
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    status: 'active',
    ...fields,
  });
  expect(data.webhooks.map(({ id }: Json) => id)).not.toContain(untouched.id);
  expect(data.webhooks).toEqual([
    listed(changed, { url: URL_B, description: 'then by another' }),
    listed(made, {}),
    listed(byKey, {}),
  ]);
});
