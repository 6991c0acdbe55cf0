import { afterEach, expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/index.ts';
import { createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp | undefined;
afterEach(() => ctx?.close());

const LOGIN = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };

/** Logs in on a page whose browser and proxy send these headers. */
async function logIn(headers: Record<string, string>, settings: Record<string, string>) {
  ctx = await createTestApp(settings);
  await createBusiness(ctx);
  const own = { 'content-type': 'application/json', 'x-perkmint-page': '1', 'sec-fetch-site': 'same-origin' };
  const response = await ctx.send(
    new Request('http://localhost/session', {
      method: 'POST',
      headers: { ...own, ...headers },
      body: JSON.stringify(LOGIN),
    }),
  );
  const { error } = await response.json();
  return {
    status: response.status,
    cookie: response.headers.get('set-cookie') ?? '',
    message: error?.message,
  };
}

const BEHIND_TLS = { host: 'perks.example', origin: 'https://perks.example' };

test.each(['https', 'https, http'])(
  'a page behind TLS is its own if a proxy says %s, and its cookie is bound to the host',
  async proto => {
    const { status, cookie } = await logIn({ ...BEHIND_TLS, 'x-forwarded-proto': proto }, { PUBLIC_URL: '' });
    expect([status, cookie]).toEqual([200, expect.stringMatching(/^__Host-perkmint=.*; Secure$/)]);
  },
);

test.each([
  ['no header', {}],
  ['http', { 'x-forwarded-proto': 'http' }],
  ['another host', { 'x-forwarded-proto': 'https', host: 'shop.example' }],
  ['another port', { 'x-forwarded-proto': 'https', host: 'perks.example:8443' }],
])('with %s, the refusal names the setting and the address', async (_, headers) => {
  const { status, message } = await logIn({ ...BEHIND_TLS, ...headers }, { PUBLIC_URL: '' });
  expect(status).toBe(403);
  expect(message).toEndWith('If this server is reached at https://perks.example, set PUBLIC_URL to it');
});

test.each(['http://shop.lan:41101', 'http://192.168.1.20:3000', 'http://perks.example'])(
  'a browser that would refuse the cookie at %s is sent to the right address',
  async origin => {
    const { status, cookie, message } = await logIn(
      { host: new URL(origin).host, origin },
      { PUBLIC_URL: 'https://perks.example' },
    );
    expect([status, cookie]).toEqual([403, '']);
    expect(message).toBe(`Log in at https://perks.example: browsers keep no login to ${origin}`);
  },
);

test('a browser on the same computer keeps the cookie without https', async () => {
  const origin = 'http://localhost:3000';
  const { status, cookie } = await logIn(
    { host: 'localhost:3000', origin },
    { PUBLIC_URL: 'https://perks.example' },
  );
  expect([status, cookie]).toEqual([200, expect.stringContaining('Secure')]);
});

test.each([
  'https://shop.example/perks',
  'https://shop.example?x=1',
  'https://user:secret@shop.example',
  'https://shop.example/#top',
  'shop.example',
  'ftp://shop.example',
])('PUBLIC_URL %s is refused at the start', value => {
  const { problems } = loadConfig({ env: { PUBLIC_URL: value } });
  expect(problems).toEqual([expect.stringMatching(/^PUBLIC_URL must be /)]);
});
