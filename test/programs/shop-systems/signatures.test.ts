import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Source } from '../../../src/programs/integrations/model.ts';
import { databaseSnapshot, MINUTE, type Scene, scene } from '../fixture.ts';
import { connect, enroll, post, SECRET, type Shop, SOURCES } from './fixture.ts';
import { bodiesOf, sign } from './webhooks.ts';

let ctx: Scene;
const shops = {} as Record<Source, Shop>;
beforeAll(async () => {
  ctx = await scene();
  for (const source of SOURCES) {
    shops[source] = await connect(ctx, source);
    await enroll(ctx, shops[source], 'm1', { email: 'ada@people.example' });
  }
});
afterAll(() => ctx.close());

const bodyOf = (source: Source) =>
  bodiesOf(source, { number: 7, email: 'ada@people.example', cents: 5_000 })[0] as string;

/** Every way in which a webhook can be forged, as its body and headers. */
const FORGED: [
  string,
  (shop: Shop, body: string, headers: Record<string, string>) => [string, Record<string, string>],
][] = [
  ['without a signature', (_, body) => [body, {}]],
  ['with an empty signature', (_, body, headers) => [body, withValue(headers, '')]],
  ['with a changed body', (_, body, headers) => [body.replace('5', '9'), headers]],
  ['with a space after the body', (_, body, headers) => [`${body} `, headers]],
  [
    'signed with another secret',
    ({ source, url }, body) => [
      body,
      sign(source, body, { secret: 'guessed-secret', url, nowMs: ctx.clock.now() }),
    ],
  ],
  [
    "signed as another system's",
    ({ source, url }, body, headers) => {
      const other = source === 'square' ? 'shopify' : 'square';
      const signed = sign(other, body, { secret: SECRET, url, nowMs: ctx.clock.now() });
      return [body, withValue(headers, Object.values(signed)[0] as string)];
    },
  ],
  [
    'with a changed signature',
    (_, body, headers) => [body, withValue(headers, flip(Object.values(headers)[0] as string))],
  ],
];

function withValue(headers: Record<string, string>, value: string): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map(name => [name, value]));
}

/** Changes a character in the middle of a signature. */
function flip(text: string): string {
  const at = Math.floor(text.length * 0.75);
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}

describe.each(SOURCES)('A webhook of %s', source => {
  test.each(FORGED)('%s is refused and changes nothing', async (_, forge) => {
    const shop = shops[source];
    const body = bodyOf(source);
    const headers = sign(source, body, { secret: SECRET, url: shop.url, nowMs: ctx.clock.now() });
    // The first one is recorded for the owner, at most once per minute.
    await post(ctx, shop, ...forge(shop, body, headers));
    const before = await databaseSnapshot(ctx);
    const response = await post(ctx, shop, ...forge(shop, body, headers));
    expect([response.status, response.error.code]).toEqual([401, 'INVALID_SIGNATURE']);
    expect(await databaseSnapshot(ctx)).toBe(before);
  });

  test('for an integration of another system or an unknown one is not found', async () => {
    const shop = shops[source];
    const other = shops[source === 'square' ? 'stripe' : 'square'];
    for (const id of [other.id, `${shop.id.slice(0, -4)}zzzz`]) {
      const response = await post(ctx, { ...shop, id }, bodyOf(source));
      expect([response.status, response.error.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('that is signed but no JSON is refused', async () => {
    const response = await post(ctx, shops[source], 'no json');
    expect([response.status, response.error.code]).toEqual([400, 'INVALID_JSON']);
  });
});

describe("Stripe's signature", () => {
  const shop = () => shops.stripe;
  const at = (ms: number, body: string) =>
    sign('stripe', body, { secret: SECRET, url: shop().url, nowMs: ctx.clock.now() + ms });

  test.each([
    ['six minutes ago', -6 * MINUTE],
    ['in six minutes', 6 * MINUTE],
  ])('of %s has expired', async (_, ms) => {
    const body = bodyOf('stripe');
    const response = await post(ctx, shop(), body, at(ms, body));
    expect([response.status, response.error.code]).toEqual([401, 'TIMESTAMP_EXPIRED']);
  });

  test('is accepted within five minutes, and beside that of a rolled secret', async () => {
    const body = bodyOf('stripe');
    const { 'stripe-signature': own = '' } = at(-4 * MINUTE, body);
    const both = own.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`);
    expect((await post(ctx, shop(), body, { 'stripe-signature': `${both},v0=none` })).status).toBe(200);
  });

  test('with a second time, or only by an old scheme, is refused', async () => {
    const body = bodyOf('stripe');
    const { 'stripe-signature': own = '' } = at(0, body);
    for (const forged of [`t=1,${own}`, own.replace('v1=', 'v0='), own.replace(/t=\d+/, 't=soon')]) {
      const response = await post(ctx, shop(), body, { 'stripe-signature': forged });
      expect(response.error.code).toBe('INVALID_SIGNATURE');
    }
  });
});

test('the signature of Square covers the public address', async () => {
  const shop = shops.square;
  const body = bodyOf('square');
  const elsewhere = { secret: SECRET, url: shop.url.replace('/square/', '/Square/'), nowMs: 0 };
  const response = await post(ctx, shop, body, sign('square', body, elsewhere));
  expect(response.error.code).toBe('INVALID_SIGNATURE');
});

test("WooCommerce's check of the address is answered and says nothing", async () => {
  const before = await databaseSnapshot(ctx);
  const response = await post(ctx, shops.woocommerce, 'webhook_id=123', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(response.data).toEqual({ received: true, ignored: true });
  expect(await databaseSnapshot(ctx)).toBe(before);
});
