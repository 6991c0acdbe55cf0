import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp();
});
afterAll(() => ctx.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  ctx.send(new Request(`http://localhost${path}`, { headers }));

describe('API reference', () => {
  test.each([
    ['/api/v1/docs', BROWSER],
    ['/docs', {}],
  ])(
    '%s serves the reference with a Content Security Policy that blocks other hosts',
    async (path, headers) => {
      const response = await get(path, headers);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
      expect(response.headers.get('vary')).toContain('Accept');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("connect-src 'self'");
      expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
      const text = await response.text();
      expect(text).not.toMatch(/(src|href)="https?:/);
      const inline = /<script>([^<]+)<\/script>/.exec(text)?.[1] ?? '';
      const hash = new Bun.CryptoHasher('sha256').update(inline).digest('base64');
      expect(policy).toContain(`'sha256-${hash}'`);
    },
  );

  test('clients that do not accept HTML get the OpenAPI document', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const response = await get('/api/v1/docs', { accept });
      expect(response.headers.get('content-type')).toStartWith('application/json');
      expect(response.headers.get('vary')).toContain('Accept');
    }
    const page = await get('/api/v1/docs', BROWSER);
    const document = await get('/api/v1/docs');
    expect(page.headers.get('etag')).not.toBe(document.headers.get('etag'));
  });

  test.each([
    ['/reference.js', 'text/javascript', 'SwaggerUIBundle'],
    ['/reference.css', 'text/css', '.swagger-ui'],
  ])('%s is served by this server, gzipped or not', async (path, type, content) => {
    const gzipped = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(gzipped.headers.get('content-encoding')).toBe('gzip');
    expect(gzipped.headers.get('content-type')).toStartWith(type);
    const plain = await get(path);
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(text).toContain(content);
    expect(new TextDecoder().decode(Bun.gunzipSync(await gzipped.arrayBuffer()))).toBe(text);
  });
});
