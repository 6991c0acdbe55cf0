import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { loadConfig } from '../../src/config/index.ts';
import { listOperations, type OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PUBLIC = 'https://perks.blue-cup.example';
let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: PUBLIC });
});
afterAll(() => ctx.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  ctx.send(new Request(`http://localhost${path}`, { headers }));

describe('discovery manifests', () => {
  const paths = [
    ['/.well-known/ai-plugin.json', 'application/json'],
    ['/server.json', 'application/json'],
    ['/llms.txt', 'text/plain'],
    ['/logo.svg', 'image/svg+xml'],
  ] as const;
  test.each(paths)('%s has no envelope, is cacheable and allows any origin', async (path, type) => {
    const response = await get(path, { origin: 'https://elsewhere.example' });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toStartWith(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=300');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('x-ratelimit-limit')).toBe('60');
    expect(await response.text()).not.toContain('"success"');
    const again = await get(path, { 'if-none-match': response.headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
  });

  test('the plugin manifest links to the API description at the public URL', async () => {
    const manifest = (await (await get('/.well-known/ai-plugin.json')).json()) as Record<string, object>;
    expect(manifest).toMatchObject({
      schema_version: 'v1',
      name_for_model: 'perkmint',
      api: { type: 'openapi', url: `${PUBLIC}/api/v1/docs` },
    });
  });

  test('server.json contains the URL of the MCP server', async () => {
    const manifest = await (await get('/server.json')).json();
    expect(manifest).toMatchObject({ remotes: [{ type: 'streamable-http', url: `${PUBLIC}/api/v1/mcp` }] });
  });

  test('security.txt names a contact, and expires within a year', async () => {
    const response = await get('/.well-known/security.txt');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/plain;charset=utf-8',
    ]);
    const text = await response.text();
    expect(text).toBe(
      [
        'Contact: mailto:security@perks.blue-cup.example',
        'Expires: 2026-11-28T00:00:00.000Z',
        'Preferred-Languages: en',
        `Canonical: ${PUBLIC}/.well-known/security.txt`,
        '',
      ].join('\n'),
    );
    for (const [set, contact] of [
      ['Sec@Shop.example', 'mailto:sec@shop.example'],
      ['https://shop.example/report', 'https://shop.example/report'],
    ] as const)
      expect(loadConfig({ env: { SECURITY_CONTACT: set } }).config.securityContact).toBe(contact);
    const { problems } = loadConfig({ env: { SECURITY_CONTACT: 'http://shop.example' } });
    expect(problems.join()).toContain('SECURITY_CONTACT must be an email address');
  });

  test('llms.txt lists every operation', async () => {
    const text = await (await get('/llms.txt')).text();
    const document = (await ctx.call('GET', '/docs')).body as OpenApiDocument;
    for (const { method, path } of listOperations(document)) expect(text).toContain(`\`${method} ${path}\``);
  });
});
