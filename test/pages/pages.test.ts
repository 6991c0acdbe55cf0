import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { issueSetupLink } from '../../src/auth/service/register.ts';
import { CLI } from '../../src/context.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

function get(path: string, init: RequestInit = {}): Promise<Response> {
  return ctx.send(new Request(`http://localhost${path}`, init));
}

function hashSource(text: string): string {
  return `'sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}'`;
}

describe.each(['/setup'])('GET %s', path => {
  test('the response has the standard headers', async () => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('x-request-id')).toStartWith('req_');
    expect(page.headers.get('x-ratelimit-limit')).toBe('600');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect((await get(path, { method: 'HEAD' })).status).toBe(200);
    expect((await get(path, { method: 'POST' })).status).toBe(405);
  });

  test('the inline script of the page parses', async () => {
    const [, script = ''] = /<script>([\s\S]*?)<\/script>/.exec(await (await get(path)).text()) ?? [];
    expect(() => new Bun.Transpiler({ loader: 'js' }).scan(script)).not.toThrow();
  });

  test('the Content Security Policy allows only the style and script of the page', async () => {
    const page = await get(path);
    const policy = page.headers.get('content-security-policy') ?? '';
    const html = await page.text();
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    expect(policy).toContain(`style-src ${hashSource(style)}`);
    const [, script] = /<script>([\s\S]*?)<\/script>/.exec(html) ?? [];
    expect(policy).toContain(`script-src ${script ? hashSource(script) : "'none'"}`);
    expect(html).not.toMatch(/ (style|on\w+)=|src=|href="https?:/);
  });

  test('the page has a viewport and a label for every field', async () => {
    const html = await (await get(path)).text();
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).toContain('name="viewport"');
    for (const [, id] of html.matchAll(/<input id="(\w+)"/g)) expect(html).toContain(`<label for="${id}"`);
  });
});

test.each(['/', '/login', '/dashboard'])('%s explains the setup until there is an owner', async path => {
  const own = await createTestApp();
  const read = async () => (await own.send(new Request(`http://localhost${path}`))).text();
  expect(await read()).toContain('open the setup link');
  await createBusiness(own);
  expect(await read()).toContain('<div id="app">');
  await own.close();
});

test('pages are not operations of the API', () => {
  expect(
    ctx.app.handler.routes.operations.filter(({ pathPattern }) => !pathPattern.startsWith('/api/v1/')),
  ).toEqual([]);
});

test('the setup link opens the page, and its token creates the first admin only once', async () => {
  const link = new URL((await issueSetupLink(ctx.app.as(CLI))) as string);
  expect(link.pathname).toBe('/setup');
  expect((await get(link.pathname + link.search)).status).toBe(200);
  const body = {
    action: 'setup',
    token: link.searchParams.get('token'),
    email: 'root@shop.example',
    password: 'correct horse battery',
  };
  expect((await ctx.call('POST', '/auth', body)).status).toBe(201);
  expect((await ctx.call('POST', '/auth', body)).error.code).toBe('UNAUTHENTICATED');
  expect(await (await get(link.pathname + link.search)).text()).toContain('already set up');
});
