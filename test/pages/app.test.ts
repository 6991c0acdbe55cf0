import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Operation, renderSnippets } from '../../src/dashboard/data/snippets.ts';
import { buildBundle, loadBundle } from '../../src/pages/bundle.ts';
import { LOCALES } from '../../src/platform/locales.ts';
import { createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const FIRST_LOAD_LIMIT_BYTES = 60_000;
/** The files that the service worker loads in the background, gzipped. */
const OFFLINE_LIMIT_BYTES = 160_000;
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "font-src 'self'; manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp();
  // Until there is an owner, / and /login lead to the set-up.
  await createBusiness(ctx);
});
afterAll(() => ctx.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return ctx.send(new Request(`http://localhost${path}`, { headers }));
}

async function listShellAssets(page = '/'): Promise<string[]> {
  const html = await (await get(page)).text();
  return [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
}

describe('dashboard shell', () => {
  test.each([
    '/',
    '/login',
    '/register',
    '/campaigns',
    '/my/rewards',
    '/dashboard',
    '/dashboard/webhooks/whk_x',
  ])('%s serves the dashboard shell with a Content Security Policy that blocks other hosts', async path => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
    expect(page.headers.get('x-request-id')).toStartWith('req_');
    expect(page.headers.get('x-ratelimit-limit')).toBe('600');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('the shell contains no inline styles or scripts and no resources from other hosts', async () => {
    const html = await (await get('/')).text();
    expect(html).toContain('<html lang="en" dir="ltr">');
    expect(html).not.toMatch(/<style|<script>| style=| on\w+=|(src|href)="https?:/);
    for (const path of await listShellAssets()) {
      expect(await (await get(path)).text()).not.toMatch(/@import|url\(["']?https?:/);
    }
  });

  test('an unknown path returns a JSON 404', async () => {
    for (const path of ['/nothing', '/assets/nothing.js', '/assets/__proto__']) {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect((await response.json()).error.code).toBe('NOT_FOUND');
    }
  });

  test('a browser gets a page for an unknown path, and JSON below /api', async () => {
    const accept = { accept: 'text/html,application/xhtml+xml' };
    const page = await get('/nothing', accept);
    expect(page.status).toBe(404);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('content-security-policy')).toContain("script-src 'none'");
    expect(page.headers.get('x-request-id')).toStartWith('req_');
    expect(page.headers.get('vary')).toContain('Accept');
    const html = await page.text();
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).not.toContain('NOT_FOUND');
    expect((await (await get('/api/v1/nothing', accept)).json()).error.code).toBe('NOT_FOUND');
  });

  test('a browser gets a page with a request ID behind Details while the server is overloaded', async () => {
    const request = new Request('http://localhost/dashboard', { headers: { accept: 'text/html' } });
    const page = await ctx.app.handler.rejectOverloaded(request, '127.0.0.1');
    expect(page.status).toBe(503);
    expect(page.headers.get('retry-after')).toBe('1');
    const html = await page.text();
    expect(html).toContain('<h1>Back in a moment</h1>');
    expect(html).toContain(`<summary>Details</summary><p><code>UNAVAILABLE</code> · Request ID`);
    expect(html).toContain(page.headers.get('x-request-id') ?? 'none');
  });

  test('pages are not operations of the API', () => {
    expect(
      ctx.app.handler.routes.operations.filter(({ pathPattern }) => !pathPattern.startsWith('/api/v1/')),
    ).toEqual([]);
  });
});

describe('assets', () => {
  test('an asset is gzipped and cached as immutable under a content hash', async () => {
    for (const path of await listShellAssets()) {
      const asset = await get(path, { 'accept-encoding': 'br, gzip' });
      expect(asset.headers.get('content-encoding')).toBe('gzip');
      expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(asset.headers.get('vary')).toBe('Accept-Encoding');
      const bytes = Bun.gunzipSync(await asset.bytes());
      const plain = await get(path);
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.bytes()).toEqual(bytes);
      const again = await get(path, { 'if-none-match': plain.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    }
  });
});

test('the service worker keeps the files of the customer pages, and none of the dashboard', async () => {
  const response = await get('/worker.js');
  expect(response.headers.get('content-type')).toBe('text/javascript;charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, no-cache');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
  );
  const [line = '', ...script] = (await response.text()).split('\n');
  const build = JSON.parse(line.slice('const BUILD='.length, -1));
  expect(script.join('\n')).not.toMatch(/\b(import|export)\b/);
  const { assets, pages, dashboardStyle, entry } = await loadBundle();
  const names: string[] = build.files.map((path: string) => path.slice('/assets/'.length));
  expect(names.filter(name => !(name in assets))).toEqual([]);
  expect(names).toContain(entry);
  for (const path of ['/my/rewards', '/my/programs/:id'])
    expect(build.files).toContain(`/assets/${pages[path]?.[0]}`);
  for (const name of [dashboardStyle, pages['/dashboard/keys']?.[0], pages['/dashboard/counter']?.[0]])
    expect(build.files).not.toContain(`/assets/${name}`);
  const shown = await listShellAssets('/my/rewards');
  const kept: string[] = [...build.files, ...build.catalogs.en];
  for (const path of shown.filter(path => path !== `/assets/${dashboardStyle}` && !path.endsWith('.png')))
    expect(kept).toContain(path);
  expect(Object.keys(build.catalogs)).toEqual([...LOCALES]);
  expect(build.catalogs.de).toHaveLength(build.catalogs.en.length);
  expect(build.files.filter((path: string) => build.catalogs.de.includes(path))).toEqual([]);
  const sizes: number[] = await Promise.all(
    kept.map(async (path: string) => (await (await get(path, { 'accept-encoding': 'gzip' })).bytes()).length),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  expect(Math.max(bytes, OFFLINE_LIMIT_BYTES)).toBe(OFFLINE_LIMIT_BYTES);
});

test('the style guide is not part of the bundle of a released binary', async () => {
  const listPaths = async (hasStyleguide: boolean) => {
    const { assets, entry } = await buildBundle({ hasStyleguide });
    const packed = Buffer.from(assets[entry]?.packed ?? '', 'base64');
    return { count: Object.keys(assets).length, text: Buffer.from(Bun.gunzipSync(packed)).toString() };
  };
  const [released, source] = [await listPaths(false), await listPaths(true)];
  expect(released.text).not.toContain('/dashboard/styleguide');
  expect(source.text).toContain('/dashboard/styleguide');
  expect(released.count).toBeLessThan(source.count);
});

test('the styles load the fonts of this server', async () => {
  const style = (await listShellAssets()).find(path => path.endsWith('.css')) as string;
  const fonts = (await (await get(style)).text()).matchAll(/url\("?(\/assets\/[^")]+)"?\)/g);
  const types = await Promise.all([...fonts].map(async ([, path]) => (await get(path as string)).headers));
  expect(types.map(headers => headers.get('content-type'))).toEqual(Array(3).fill('font/woff2'));
});

test('the fonts have every letter and quotation mark of the texts in Latin script, so that no word mixes two fonts', async () => {
  const style = await Bun.file('src/dashboard/styles/tokens.css').text();
  const ranges = [...style.matchAll(/U\+([0-9A-F]{4})(?:-([0-9A-F]{4}))?/g)].map(
    ([, from = '', to = from]) => ({
      from: Number.parseInt(from, 16),
      to: Number.parseInt(to, 16),
    }),
  );
  const isCovered = (letter: string) => {
    const point = letter.codePointAt(0) ?? 0;
    return ranges.some(({ from, to }) => point >= from && point <= to);
  };
  const missing = new Set<string>();
  for (const locale of LOCALES.filter(each => each !== 'ar'))
    for (const path of new Bun.Glob(
      `src/{dashboard/messages/*,library/messages,recommendations/messages}/${locale}.json`,
    ).scanSync())
      for (const letter of await Bun.file(path).text())
        if (/[\p{L}\p{Pi}\p{Pf}„]/u.test(letter) && !isCovered(letter)) missing.add(letter);
  expect([...missing]).toEqual([]);
});

test.each(['/', '/dashboard'])('%s is sent gzipped to clients that accept it', async path => {
  const packed = await get(path, { 'accept-encoding': 'br, gzip' });
  expect(packed.headers.get('content-encoding')).toBe('gzip');
  expect(packed.headers.get('content-security-policy')).toBe(POLICY);
  const plain = await get(path);
  expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([
    null,
    'Accept-Encoding, Accept-Language, Cookie',
  ]);
  expect(new TextDecoder().decode(Bun.gunzipSync(await packed.bytes()))).toBe(await plain.text());
});

test.each([...LOCALES])(
  'the document of every page in %s loads all of its scripts at once, with less than 60 kB',
  async locale => {
    const { pages, entry, catalogs: catalogsOf } = await loadBundle();
    const gzipped = { 'accept-encoding': 'gzip', cookie: `perkmint_locale=${locale}` };
    const sizes = new Map<string, number>();
    const imports = new Map<string, string[]>();
    const load = async (path: string) => {
      if (sizes.has(path)) return;
      const bytes = await (await get(path, gzipped)).bytes();
      const text = new TextDecoder().decode(Bun.gunzipSync(bytes));
      const found = text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g);
      sizes.set(path, bytes.byteLength);
      imports.set(
        path,
        [...found].map(([, name]) => `/assets/${name}`),
      );
    };
    const listCatalogs = (chunk: string) =>
      (catalogsOf[chunk]?.[locale] ?? []).map(name => `/assets/${name}`);
    expect(listCatalogs(entry)).toHaveLength(1);
    expect(Object.keys(pages).length).toBeGreaterThan(30);
    for (const [route, chunks] of Object.entries(pages)) {
      const path = route.replaceAll(/:\w+/g, 'x');
      const html = new TextDecoder().decode(Bun.gunzipSync(await (await get(path, gzipped)).bytes()));
      // Icons are for the home screen and the tab, and the content of a meta element is loaded later.
      expect(html).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`);
      const assets = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)]
        .map(([, asset]) => asset as string)
        .filter(asset => !asset.endsWith('.png'));
      await Promise.all(assets.map(load));
      expect([route, assets]).toEqual([
        route,
        expect.arrayContaining([
          `/assets/${chunks[0]}`,
          ...assets.flatMap(asset => imports.get(asset) ?? []),
        ]),
      ]);
      const catalogs = [...assets].flatMap(asset => listCatalogs(asset.slice('/assets/'.length)));
      expect([route, assets]).toEqual([route, expect.arrayContaining(catalogs)]);
      const bytes = assets.reduce(
        (sum, asset) => sum + (sizes.get(asset) ?? 0),
        Bun.gzipSync(html).byteLength,
      );
      expect([route, Math.max(bytes, FIRST_LOAD_LIMIT_BYTES)]).toEqual([route, FIRST_LOAD_LIMIT_BYTES]);
    }
  },
);

describe('Show as code', () => {
  test('the operation index lists every API operation with its fields', async () => {
    const { data } = await (await get('/operations.json')).json();
    expect(data.createCampaign).toMatchObject({ method: 'POST', path: '/api/v1/campaigns', pathFields: [] });
    expect(data.createCampaign.bodyFields).toContain('reward');
    expect(data.getCampaign).toMatchObject({ method: 'GET', pathFields: ['id'] });
    expect(Object.keys(data).sort()).toEqual(
      ctx.app.handler.routes.operations.map(({ operationId }) => operationId).sort(),
    );
  });

  test('values are quoted for the shell and for Python', () => {
    const operation: Operation = {
      method: 'PUT',
      path: '/api/v1/programs/{id}',
      pathFields: ['id'],
      queryFields: [],
      bodyFields: ['name', 'rewards'],
    };
    const values = { id: 'prg_1', name: "Ada's $HOME", rewards: { open: true, none: null }, left: undefined };
    const { curl, CLI, Python } = renderSnippets('updateProgram', operation, values, 'https://perks.example');
    expect(curl).toContain('curl -X PUT https://perks.example/api/v1/programs/prg_1 \\\n');
    expect(curl).toContain(`"name": "Ada'\\''s $HOME"`);
    expect(CLI).toContain(`--name 'Ada'\\''s $HOME' \\\n  --rewards '{"open":true,"none":null}'`);
    expect(Python).toContain('client.update_program(\n    id="prg_1",\n    name="Ada\'s $HOME",');
    expect(Python).toContain('rewards={"open": True, "none": None},');
    expect(CLI + Python).not.toContain('left');
  });
});
