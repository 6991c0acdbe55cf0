import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createStaff } from '../../support/accounts.ts';
import { createProgram, databaseSnapshot, type Json, type Scene, scene } from '../fixture.ts';
import { connect, earned, enroll, listOrders, post, put, SECRET, TERMS, tell } from './fixture.ts';
import { bodiesOf, sign } from './webhooks.ts';

let ctx: Scene;
beforeAll(async () => {
  ctx = await scene();
});
afterAll(() => ctx.close());

const list = (as = ctx.business.token) => ctx.call('GET', '/integrations', undefined, { as });
const remove = (source: string, as = ctx.business.token) =>
  ctx.call('DELETE', `/integrations/${source}`, undefined, { as });

describe('PUT /integrations/:source', () => {
  test('returns where to send webhooks, and never the secret, which is encrypted', async () => {
    const shop = await connect(ctx, 'shopify');
    expect(shop.id).toStartWith('itg_');
    expect(shop.url).toEndWith(`/api/v1/inbound/shopify/${shop.id}`);
    const { data, body } = await list();
    expect(data.items).toMatchObject([
      { id: shop.id, source: 'shopify', url: shop.url, lastReceivedAt: null },
    ]);
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(await databaseSnapshot(ctx)).not.toContain(SECRET);
  });

  test('keeps the address when the secret or the program changes', async () => {
    const { id, url, programId } = await connect(ctx, 'woocommerce');
    const renewed = await put(ctx, 'woocommerce', { secret: 'another-secret' });
    expect(renewed.data).toMatchObject({ id, url, programId });
    const other = await createProgram(ctx, TERMS);
    const moved = await put(ctx, 'woocommerce', { programId: other.id });
    expect(moved.data).toMatchObject({ id, url, programId: other.id });
    const query = `type=integration.updated&resourceId=${id}`;
    const { data } = await ctx.call('GET', `/events?${query}`, undefined, { as: ctx.business.token });
    expect(data.items.map((each: Json) => each.data.previous)).toEqual([{ programId }, {}]);
    const [body = ''] = bodiesOf('woocommerce', { number: 1, email: null, cents: 500 });
    const response = await post(ctx, { id, url, source: 'woocommerce', programId }, body);
    expect(response.error.code).toBe('INVALID_SIGNATURE');
  });

  test.each([
    ['without a program', { secret: SECRET }, 400, 'programId'],
    ['with a short secret', { secret: 'short', programId: 'own' }, 400, 'secret'],
    ["with another business's program", { secret: SECRET, programId: 'foreign' }, 404, 'programId'],
  ])('%s is rejected at first', async (_, body, status, field) => {
    const own = await createProgram(ctx, TERMS);
    const foreign = await ctx.call('POST', '/programs', { name: 'Theirs' }, { as: ctx.otherBusiness.token });
    const ids: Record<string, string> = { own: own.id, foreign: (foreign.data as { id: string }).id };
    const programId = 'programId' in body ? ids[body.programId as string] : undefined;
    const response = await put(ctx, 'stripe', { ...body, programId });
    expect([response.status, response.error.details?.[0]?.field]).toEqual([status, field]);
  });

  test('without a secret returns the address, which refuses all webhooks until the secret is set', async () => {
    const { id: programId } = await createProgram(ctx, TERMS);
    const { data } = await put(ctx, 'stripe', { programId });
    expect(data).toMatchObject({ hasSecret: false });
    const shop = { id: data.id, url: data.url, source: 'stripe', programId } as const;
    const [body = ''] = bodiesOf('stripe', { number: 9, email: null, cents: 500 });
    const unsigned = sign('stripe', body, { secret: '', url: shop.url, nowMs: ctx.clock.now() });
    expect((await post(ctx, shop, body, unsigned)).error.code).toBe('INVALID_SIGNATURE');
    expect((await put(ctx, 'stripe', { secret: SECRET })).data).toMatchObject({
      id: data.id,
      hasSecret: true,
    });
    expect((await post(ctx, shop, body)).status).toBe(200);
    await remove('stripe');
  });

  test('shows the latest webhook that was refused or ignored, until the secret is set again', async () => {
    const shop = await connect(ctx, 'stripe');
    const read = async () => {
      const { data } = await ctx.call('GET', '/integrations', undefined, { as: ctx.business.token });
      const { lastReceivedAt, lastIgnoredAt, lastRefused } = data.items[0];
      return { lastReceivedAt, lastIgnoredAt, lastRefused };
    };
    const never = { lastReceivedAt: null, lastIgnoredAt: null, lastRefused: null };
    expect(await read()).toEqual(never);
    const signed = (secret: string, nowMs = ctx.clock.now()) =>
      sign('stripe', '{"type":"ping"}', { secret, url: shop.url, nowMs });
    const at = () => new Date(ctx.clock.now()).toISOString();
    await post(ctx, shop, '{"type":"ping"}', signed('another-secret'));
    const first = at();
    expect(await read()).toEqual({ ...never, lastRefused: { at: first, code: 'INVALID_SIGNATURE' } });
    ctx.clock.advance(59_000);
    await post(ctx, shop, '{"type":"ping"}', signed('another-secret'));
    expect(await read()).toEqual({ ...never, lastRefused: { at: first, code: 'INVALID_SIGNATURE' } });
    ctx.clock.advance(1_000);
    await post(ctx, shop, '{"type":"ping"}', signed(SECRET, ctx.clock.now() - 6 * 60_000));
    expect(await read()).toEqual({ ...never, lastRefused: { at: at(), code: 'TIMESTAMP_EXPIRED' } });
    await post(ctx, shop, '{"type":"ping"}', signed(SECRET));
    expect(await read()).toMatchObject({ lastReceivedAt: at(), lastIgnoredAt: at() });
    await put(ctx, 'stripe', { secret: SECRET });
    expect(await read()).toEqual({ lastReceivedAt: at(), lastIgnoredAt: at(), lastRefused: null });
  });

  test('is for owners, and other positions see the list', async () => {
    const { programId } = await connect(ctx, 'square');
    const manager = await createStaff(ctx, ctx.business, 'manager');
    expect((await put(ctx, 'square', { secret: SECRET, programId }, manager)).status).toBe(403);
    expect((await remove('square', manager)).status).toBe(403);
    expect((await list(manager)).status).toBe(200);
    expect((await list(ctx.ada.token)).status).toBe(403);
    expect((await list(ctx.otherBusiness.token)).data.items).toEqual([]);
  });

  test('an unknown system is a validation error', async () => {
    const response = await put(ctx, 'magento' as never, { secret: SECRET });
    expect(response.error.details?.[0]).toMatchObject({ field: 'source', rule: 'enum' });
  });
});

describe('DELETE /integrations/:source', () => {
  test('stops the address, deletes buyers and keeps what was counted', async () => {
    const shop = await connect(ctx, 'stripe');
    await enroll(ctx, shop, 'm1', { email: 'ada@people.example' });
    await tell(ctx, shop, { number: 1, email: 'ada@people.example', cents: 1_000 });
    await tell(ctx, shop, { number: 2, email: 'stranger@people.example', cents: 1_000 });
    expect((await remove('stripe')).data).toEqual({ id: shop.id, deleted: true });
    const [body = ''] = bodiesOf('stripe', { number: 3, email: null, cents: 500 });
    expect((await post(ctx, shop, body)).status).toBe(404);
    const sent = (await listOrders(ctx, shop)).slice(0, 2);
    expect(sent.map(({ status, email }) => [status, email])).toEqual([
      ['parked', null],
      ['credited', null],
    ]);
    expect((await remove('stripe')).status).toBe(404);
    const again = await connect(ctx, 'stripe');
    expect(again.id).not.toBe(shop.id);
    await enroll(ctx, again, 'm1', { email: 'ada@people.example' });
    await tell(ctx, again, { number: 2, email: 'ada@people.example', cents: 1_000 });
    expect(await earned(ctx, again, 'm1')).toEqual({ points: 10, visits: 1, cashback: 1 });
    await tell(ctx, again, { number: 1, email: 'ada@people.example', cents: 1_000, refunds: [1_000] });
    expect(await earned(ctx, shop, 'm1')).toEqual({ points: 0, visits: 0, cashback: 0 });
    expect(await earned(ctx, again, 'm1')).toEqual({ points: 10, visits: 1, cashback: 1 });
  });

  test('a program that counts orders can only be deleted after another one is chosen', async () => {
    const { programId } = await connect(ctx, 'square');
    const drop = () => ctx.call('DELETE', `/programs/${programId}`, undefined, { as: ctx.business.token });
    expect((await drop()).error.code).toBe('CONFLICT');
    await remove('square');
    expect((await drop()).status).toBe(200);
  });
});
