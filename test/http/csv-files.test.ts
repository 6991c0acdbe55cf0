import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import Papa from 'papaparse';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { newInfluencer } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

/** More than two pages of the API. */
const RECORDS = 205;

let ctx: TestApp;
let business: BusinessFixture;

beforeAll(async () => {
  ctx = await createTestApp();
  business = await createBusiness(ctx);
  for (let n = 0; n < RECORDS; n += 1) await add(`star-${n}`);
});
afterAll(() => ctx.close());

const add = async (handle: string, fields: object = {}) =>
  (await ctx.call('POST', '/influencers', newInfluencer(handle, fields), { as: business.token })).data;

function open(query: string, token = business.token): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return ctx.send(new Request(`http://localhost/api/v1/influencers?${query}`, { headers }));
}

const parse = (text: string) =>
  Papa.parse<Record<string, string>>(text, { header: true, skipEmptyLines: true }).data;

describe('a file of several batches', () => {
  test('has every record once, in the order of the list', async () => {
    const rows = parse(await (await open('format=csv&sort=createdAt&status=lead')).text());
    expect(rows.map(({ email }) => email)).toEqual(
      Array.from({ length: RECORDS }, (_, n) => `star-${n}@stars.example`),
    );
  });

  test('neither misses nor repeats records when the last one of a batch is deleted', async () => {
    const first = await add('deleted');
    for (let n = 0; n < 99; n += 1) await add(`newer-${n}`);
    const response = await open('format=csv');
    await ctx.call('DELETE', `/influencers/${first.id}`, undefined, { as: business.token });
    const emails = parse(await response.text()).map(({ email }) => email);
    expect(emails).toHaveLength(RECORDS + 100);
    expect(new Set(emails).size).toBe(RECORDS + 100);
  });

  test('breaks off when its credential is revoked', async () => {
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'Sheet' }, { as: business.token });
    const headers = { 'x-api-key': key.key };
    const response = await ctx.send(
      new Request('http://localhost/api/v1/influencers?format=csv', { headers }),
    );
    await ctx.call('DELETE', `/api-keys/${key.id}`, undefined, { as: business.token });
    await expect(response.text()).rejects.toThrow('Invalid API key');
  });

  test('is limited to four at the same time per caller', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => open('format=csv')));
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 503]);
    for (const { body } of responses) await body?.cancel();
    const again = await open('format=csv');
    expect(again.status).toBe(200);
    await again.body?.cancel();
  });
});

describe('the cells of a file', () => {
  test('keep numbers, and turn no text into a formula', async () => {
    const name = '=HYPERLINK("https://evil.example","Open")';
    await add('formula', {
      name,
      notes: '@SUM(1)\n"quoted", -1',
      country: '+49',
      engagementRate: 0.0000001,
      niches: ['coffee', 'tea'],
      status: 'active',
    });
    const text = await (await open('format=csv&status=active&bom=true')).text();
    expect(new Uint8Array(await (await open('format=csv&bom=true')).arrayBuffer()).slice(0, 3)).toEqual(
      new Uint8Array([0xef, 0xbb, 0xbf]),
    );
    const [row] = parse(text.replace('\uFEFF', ''));
    expect(row).toMatchObject({
      name: `'${name}`,
      notes: '\'@SUM(1)\n"quoted", -1',
      country: "'+49",
      engagementRate: '0.0000001',
      niches: 'coffee; tea',
      status: 'active',
    });
    expect(JSON.parse(row?.platforms ?? '')).toEqual([
      { platform: 'instagram', handle: 'formula', followers: 5_000 },
    ]);
  });

  test('name nested fields by their path, and related records only if they are included', async () => {
    const header = async (query: string) => {
      const headers = { authorization: `Bearer ${business.token}` };
      const url = `http://localhost/api/v1/campaigns?format=csv${query}`;
      return (await (await ctx.send(new Request(url, { headers }))).text()).split('\r\n')[0]?.split(',');
    };
    expect(await header('')).toContain('reward.value');
    expect(await header('')).not.toContain('business.name');
    expect(await header('&include=business')).toContain('business.name');
  });

  test.each(['format=csv&format=csv', 'bom=true', 'format=csv&bom=maybe', 'format=csv&page=2', 'format='])(
    '%s is rejected',
    async query => {
      expect((await open(query)).status).toBe(400);
    },
  );
});
