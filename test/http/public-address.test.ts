import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { getReturnUrl } from '../../src/billing/service/purchase.ts';
import { CLI } from '../../src/context.ts';
import { type BusinessFixture, CAMPAIGN, createCustomer } from '../support/accounts.ts';
import { pictureForm, setUpBusiness } from '../support/fixtures.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const OWN = 'https://perks.bluecup.example';
/** The address of a test app without PUBLIC_URL. */
const LOCAL = /^http:\/\/(127\.0\.0\.1|localhost):\d+/;

let ctx: TestApp;
let owner: BusinessFixture;
beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: '', OAUTH_MOCK: 'on' });
  owner = await setUpBusiness(ctx);
});
afterAll(() => ctx.close());

const get = async (path: string) => (await ctx.send(new Request(`http://localhost${path}`))).text();
const setAddress = (url: string | null) => ctx.call('PUT', '/public-address', { url }, { as: owner.token });
const upload = async (as: string) =>
  (await ctx.call('POST', '/uploads', undefined, { as, raw: pictureForm() })).data;

/** Documents that name the address, each with a part that holds it. */
const DOCUMENTS: [path: string, around: (url: string) => string][] = [
  ['/api/v1/docs', url => `"servers":[{"url":"${url}"`],
  ['/api/v1/docs', url => `"externalDocs":{"description":"Guides","url":"${url}/guides"`],
  ['/api/v1/mcp', url => `"url":"${url}/api/v1/mcp"`],
  ['/api/v1/sdk/python', url => `_DEFAULT_URL = "${url}"`],
  ['/.well-known/ai-plugin.json', url => `"url":"${url}/api/v1/docs"`],
  ['/server.json', url => `"url":"${url}/api/v1/mcp"`],
  ['/llms.txt', url => `${url}/guides/`],
  ['/.well-known/security.txt', url => `Canonical: ${url}/.well-known/security.txt`],
];

describe('the public address that an owner sets', () => {
  test('is used by every document, at once and until it is removed', async () => {
    const [, local = ''] = /"servers":\[\{"url":"([^"]+)"/.exec(await get('/api/v1/docs')) ?? [];
    expect(local).toMatch(LOCAL);
    for (const [path, around] of DOCUMENTS)
      expect([path, (await get(path)).includes(around(local))]).toEqual([path, true]);
    expect((await setAddress(OWN)).status).toBe(200);
    for (const [path, around] of DOCUMENTS) {
      const text = await get(path);
      expect([path, text.includes(around(OWN))]).toEqual([path, true]);
      expect([path, text.split(local).length - 1]).toEqual([path, 0]);
    }
    await setAddress(null);
    for (const [path, around] of DOCUMENTS)
      expect([path, (await get(path)).includes(around(local))]).toEqual([path, true]);
  });

  test('is in the addresses of uploads, which count as uploads under both addresses', async () => {
    const ada = await createCustomer(ctx);
    await setAddress(OWN);
    const { id, url } = await upload(ada.token);
    expect(url).toBe(`${OWN}/api/v1/uploads/${id}`);
    const campaign = { ...CAMPAIGN, launch: true, limits: { perUser: 5 } };
    const { data } = await ctx.call('POST', '/campaigns', campaign, { as: owner.token });
    const second = await upload(ada.token);
    const localUrl = second.url.replace(OWN, ctx.app.services.config.publicUrl);
    for (const [proofUrl, uploadId] of [
      [url, id],
      [localUrl, second.id],
    ]) {
      const submission = { campaignId: data.id, proofUrl };
      const sent = await ctx.call('POST', '/submissions', submission, { as: ada.token });
      expect([sent.status, sent.data.upload?.id, sent.data.proofUrl]).toEqual([
        201,
        uploadId,
        `${OWN}/api/v1/uploads/${uploadId}`,
      ]);
    }
  });

  test('is where platforms redirect to', async () => {
    await setAddress(OWN);
    const connect = (redirectUri?: string) =>
      ctx.call('POST', '/oauth/connect', { platform: 'mock', redirectUri }, { as: owner.token });
    const { data } = await connect();
    expect(data.authorizationUrl).toStartWith(`${OWN}/oauth/mock?`);
    expect((await connect(`${OWN}/oauth/mock`)).status).toBe(201);
    expect((await connect('https://elsewhere.example/oauth/mock')).status).toBe(400);
  });

  test('is where customers of the payment provider return to', async () => {
    await setAddress(OWN);
    expect(await getReturnUrl(ctx.app.as(CLI))).toBe(`${OWN}/dashboard/billing`);
  });

  test('lets pages of that origin call the MCP server', async () => {
    await setAddress(OWN);
    const message = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const call = async (origin: string) =>
      (
        await ctx.call('POST', '/mcp', message, {
          as: owner.token,
          headers: { origin, accept: 'application/json, text/event-stream' },
        })
      ).status;
    expect([await call(OWN), await call('https://elsewhere.example')]).toEqual([200, 403]);
  });
});
