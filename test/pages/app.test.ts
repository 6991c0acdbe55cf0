import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Operation, renderSnippets } from '../../src/dashboard/data/snippets.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const FIRST_LOAD_LIMIT_BYTES = 60_000;
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; " +
  "font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

function get(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return ctx.send(new Request(`http://localhost${path}`, { headers }));
}

async function assetsOfShell(): Promise<string[]> {
  const html = await (await get('/')).text();
  return [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path as string);
}

describe('the pages', () => {
  test.each([
    '/',
    '/login',
    '/register',
    '/campaigns/cmp_x',
    '/my/rewards',
    '/dashboard',
    '/dashboard/webhooks/whk_x',
  ])('%s is the one document, with a policy that lets nothing in from outside', async path => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(POLICY);
    expect(page.headers.get('x-request-id')).toStartWith('req_');
    expect(page.headers.get('x-ratelimit-limit')).toBe('60');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('hold nothing inline and nothing of another host', async () => {
    const html = await (await get('/')).text();
    expect(html).toContain('<html lang="en">');
    expect(html).not.toMatch(/<style|<script>| style=| on\w+=|(src|href)="https?:/);
    for (const path of await assetsOfShell()) {
      expect(await (await get(path)).text()).not.toMatch(/@import|url\(["']?https?:/);
    }
  });

  test('leave unknown addresses to the envelope', async () => {
    for (const path of ['/nothing', '/assets/nothing.js', '/assets/__proto__']) {
      const answer = await get(path);
      expect(answer.status).toBe(404);
      expect((await answer.json()).error.code).toBe('NOT_FOUND');
    }
  });

  test('are no operations of the API', () => {
    expect(
      ctx.app.handler.routes.operations.filter(({ pathPattern }) => !pathPattern.startsWith('/api/v1/')),
    ).toEqual([]);
  });
});

describe('an asset', () => {
  test('is packed, and kept for good under a name that changes with it', async () => {
    for (const path of await assetsOfShell()) {
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

test('the first load of any page is below 60 kB', async () => {
  const shell = await assetsOfShell();
  const sizes = new Map<string, number>();
  const parts = new Map<string, { needs: string[]; opens: string[] }>();
  const read = async (path: string): Promise<void> => {
    if (sizes.has(path)) return;
    const packed = await (await get(path, { 'accept-encoding': 'gzip' })).bytes();
    sizes.set(path, packed.byteLength);
    const text = new TextDecoder().decode(Bun.gunzipSync(packed));
    const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => `/assets/${name}`);
    const needs = found(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g);
    const opens = found(/import\("\.\/([\w.-]+\.js)"\)/g);
    parts.set(path, { needs, opens });
    for (const next of [...needs, ...opens]) await read(next);
  };
  for (const path of shell) await read(path);
  const withNeeds = (path: string, seen: Set<string>): Set<string> => {
    if (!seen.has(path))
      for (const need of parts.get(path.valueOf())?.needs ?? []) withNeeds(need, seen.add(path));
    return seen.add(path);
  };
  const html = (await (await get('/')).bytes()).byteLength;
  const entry = shell.find(path => path.includes('/app-')) as string;
  const pages = parts.get(entry)?.opens ?? [];
  expect(pages.length).toBeGreaterThan(5);
  const loads = pages.map(page => {
    const all = withNeeds(page, new Set(shell.flatMap(path => [...withNeeds(path, new Set())])));
    return html + [...all].reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  });
  expect(Math.max(...loads)).toBeLessThan(FIRST_LOAD_LIMIT_BYTES);
});

describe('what a page shows as code', () => {
  test('is of an operation that the index has as the document has it', async () => {
    const { data } = await (await get('/operations.json')).json();
    expect(data.createCampaign).toMatchObject({ method: 'POST', path: '/api/v1/campaigns', pathFields: [] });
    expect(data.createCampaign.bodyFields).toContain('reward');
    expect(data.getCampaign).toMatchObject({ method: 'GET', pathFields: ['id'] });
    expect(Object.keys(data).sort()).toEqual(
      ctx.app.handler.routes.operations.map(({ operationId }) => operationId).sort(),
    );
  });

  test('quotes what a shell and Python would misread', () => {
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
