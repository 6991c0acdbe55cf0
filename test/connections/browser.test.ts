import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import {
  beginConsent,
  finishConsent,
  getConnection,
  PUBLIC_URL,
  postConnect,
  type Scene,
  setup,
} from './fixture.ts';

let ctx: Scene;
beforeEach(async () => {
  ctx = await setup({ OAUTH_MOCK: 'on' });
});
afterEach(() => ctx.close());

/** A browser that begins a connection: where it is sent, and the cookie that it keeps. */
async function browser(as = ctx.business.token) {
  const { data, headers } = await postConnect(ctx, { platform: 'mock', handle: '<b>cup</b>' }, as);
  const cookie = headers.get('set-cookie') as string;
  return { back: data.authorizationUrl as string, state: data.state as string, cookie };
}

const load = (url: string, cookie?: string) =>
  ctx.send(new Request(url, { headers: cookie ? { cookie: cookie.split(';')[0] as string } : {} }));

describe('OAuth redirect in the browser', () => {
  test('the cookie is sent only to the callback page', async () => {
    const { cookie } = await browser();
    const [, path, ...flags] = cookie.split('; ');
    expect(path).toBe('Path=/oauth/mock');
    expect(flags).toEqual(['Max-Age=600', 'HttpOnly', 'SameSite=Lax', 'Secure']);
  });

  test('the browser completes the connection that it started without another credential', async () => {
    const { back, cookie } = await browser();
    expect(back).toStartWith(`${PUBLIC_URL}/oauth/mock?`);
    const page = await load(back, cookie);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html;charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(html).toContain('&lt;b&gt;cup&lt;/b&gt; on mock is connected');
    expect((await getConnection(ctx, 'mock')).data).toMatchObject({
      status: 'connected',
      businessId: ctx.business.businessId,
    });
  });

  test('a different browser cannot complete the connection', async () => {
    const lure = await browser();
    const other = await browser(ctx.ada.token);
    for (const cookie of [undefined, other.cookie, 'perkmint_oauth_mock=guess']) {
      const page = await load(lure.back, cookie);
      expect(page.status).toBe(400);
      expect(await page.text()).toContain('Not connected');
    }
    expect((await getConnection(ctx, 'mock')).data.status).toBe('pending');
    expect((await load(lure.back, lure.cookie)).status).toBe(200);
  });

  test('the connection cannot be completed after its user logs out', async () => {
    const email = 'owner@blue-cup.example';
    const login = { action: 'login', email, password: 'correct horse battery' };
    const { data } = await ctx.call('POST', '/auth', login);
    const { back, cookie } = await browser(data.accessToken);
    await ctx.call('POST', '/auth', { action: 'logout', refreshToken: data.refreshToken });
    expect((await load(back, cookie)).status).toBe(401);
  });

  test('the page shows the reason if access was denied', async () => {
    const { state, cookie } = await browser();
    const page = await load(`${PUBLIC_URL}/oauth/mock?error=access_denied&state=${state}`, cookie);
    expect([page.status, (await page.text()).includes('Access was denied')]).toEqual([403, true]);
  });

  test('an unknown platform shows an error page', async () => {
    const page = await load(`${PUBLIC_URL}/oauth/%3Cscript%3E?code=a&state=b`);
    expect(page.status).toBe(400);
    expect(await page.text()).not.toContain('<script>');
  });

  test('a state works once, whether used by the page or the API', async () => {
    const { back, state, cookie } = await browser();
    expect((await load(back, cookie)).status).toBe(200);
    expect((await finishConsent(ctx, 'mock', { code: 'mock-a', state })).error.code).toBe(
      'INVALID_OAUTH_STATE',
    );
  });
});

test('the API requires a credential regardless of the cookie', async () => {
  const { state, cookie } = await browser();
  const response = await ctx.call('GET', `/oauth/mock?code=mock-a&state=${state}`, undefined, {
    headers: { cookie },
  });
  expect([response.status, response.error.code]).toEqual([401, 'UNAUTHENTICATED']);
});

test('an API key receives no cookie', async () => {
  const { data } = await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: ctx.business.token });
  const as = { apiKey: data.key };
  expect((await postConnect(ctx, { platform: 'mock' }, as)).headers.get('set-cookie')).toBeNull();
  const { state } = await beginConsent(ctx, 'mock', as);
  expect((await finishConsent(ctx, 'mock', { code: 'mock-a', state }, as)).status).toBe(200);
});
