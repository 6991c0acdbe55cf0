import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { ATTACHMENTS, GUIDES } from '../../src/guides/index.ts';
import { toHtml } from '../../src/guides/render.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  app.send(new Request(`http://localhost${path}`, { headers }));

/** The paths of all guides, and of the list. */
const PAGES = ['/guides', ...GUIDES.map(({ name }) => `/guides/${name}`)];

describe.each(PAGES)('the page %s', path => {
  test('the page is HTML with a policy that allows only its own style', async () => {
    const page = await get(path);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('vary')).toContain('Accept');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'none'");
    expect(policy).not.toContain('unsafe');
    const html = await page.text();
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
    const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64');
    expect(policy).toContain(`style-src 'sha256-${hash}'`);
    expect(html).toContain('name="viewport"');
    expect(html).not.toMatch(/<(script|img|iframe|link rel="stylesheet")|[ "]style=|[ "]on\w+="|[ "]src=/);
    expect(html).not.toContain('&lt;!--');
  });

  test('the page has one level-one heading and unique anchors', async () => {
    const html = await (await get(path)).text();
    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(ids).not.toContain('');
  });

  test('the page links only to existing paths', async () => {
    const html = await (await get(path)).text();
    for (const [, href = ''] of html.matchAll(/ href="([^"]*)"/g)) {
      if (/^(https?:|data:)/.test(href)) continue;
      expect(href).toMatch(/^\/|^#./);
      const url = new URL(href, `http://localhost${path}`);
      const target = await get(url.pathname, { accept: 'text/html' });
      expect([href, target.status]).toEqual([href, 200]);
      if (url.hash) expect(await target.text()).toContain(` id="${url.hash.slice(1)}"`);
    }
  });

  test('the page is available as Markdown', async () => {
    const source = await get(path, { accept: 'text/markdown' });
    expect(source.headers.get('content-type')).toBe('text/markdown;charset=utf-8');
    expect(await source.text()).toStartWith('# ');
  });
});

test('the path of a guide with .md returns its source', async () => {
  for (const { name, markdown } of GUIDES) {
    const source = await get(`/guides/${name}.md`);
    expect(source.headers.get('content-type')).toBe('text/markdown;charset=utf-8');
    expect(await source.text()).toBe(markdown);
  }
});

test('the attachments are JSON', async () => {
  for (const name of Object.keys(ATTACHMENTS)) {
    const response = await get(`/guides/${name}`);
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect(await response.json()).toBeArray();
  }
});

test.each(['/guides/nothing', '/guides/nothing.md', '/guides/__proto__', '/guides/webhooks.txt'])(
  'GET %s returns 404',
  async path => {
    expect((await get(path)).status).toBe(404);
  },
);

test('a guide that has not changed is not sent again', async () => {
  const etag = (await get('/guides/webhooks')).headers.get('etag') ?? '';
  const again = await get('/guides/webhooks', { 'if-none-match': etag });
  expect(again.status).toBe(304);
});

test('the guides are linked from llms.txt, the API description and the dashboard', async () => {
  const llms = await (await get('/llms.txt')).text();
  for (const { name } of GUIDES) expect(llms).toContain(`/guides/${name}.md`);
  const document = (await (await get('/api/v1/docs')).json()) as { externalDocs: { url: string } };
  expect(document.externalDocs.url).toEndWith('/guides');
  const frame = await Bun.file(new URL('../../src/dashboard/shell/frame.tsx', import.meta.url)).text();
  expect(frame).toContain('href="/guides"');
});

test('every operation that a guide names exists', () => {
  const known = new Set(
    app.app.handler.routes.operations.map(
      ({ method, pathPattern }) => `${method} ${pathPattern.replaceAll(/:\w+/g, '*')}`,
    ),
  );
  const named = GUIDES.flatMap(({ name, markdown }) =>
    [...markdown.matchAll(/`(GET|POST|PUT|DELETE) (\/api\/v1\/[\w/{}<>.-]*)`/g)].map(
      ([, method, path = '']) => ({
        guide: name,
        operation: `${method} ${path.replaceAll(/\{\w+\}|<\w+>|(?<=\/oauth\/)(?!connect)[\w]+/g, '*')}`,
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(15);
  // MCP is JSON-RPC and not an operation of the description.
  const unknown = named.filter(({ operation }) => !known.has(operation) && operation !== 'POST /api/v1/mcp');
  expect(unknown).toEqual([]);
});

describe('the Markdown of a guide', () => {
  test('the Markdown of a guide cannot add raw HTML or unsafe links', () => {
    const html = toHtml(
      '<script>alert(1)</script>\n\nA <b>b</b> [x](javascript:alert(1)) [y](//evil.example) ![z](/z.png)\n',
    );
    expect(html).not.toMatch(/<script|<b>|javascript:|evil|<img/);
    expect(html).toContain('&lt;script&gt;');
  });

  test('the Markdown of a guide gets anchors as GitHub forms them, and links to other guides', () => {
    expect(toHtml('## Exit codes\n\n## Exit codes\n\n[CLI](cli.md#exit-codes)')).toBe(
      '<h2 id="exit-codes">Exit codes</h2>\n<h2 id="exit-codes-1">Exit codes</h2>\n' +
        '<p><a href="/guides/cli#exit-codes">CLI</a></p>\n',
    );
  });
});
