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

describe('the interactive reference', () => {
  test.each([
    ['/api/v1/docs', BROWSER],
    ['/docs', {}],
  ])('is a page at %s, under a policy that lets nothing out', async (path, headers) => {
    const answer = await get(path, headers);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(answer.headers.get('vary')).toContain('Accept');
    const policy = answer.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|unsafe-eval|script-src[^;]*unsafe-inline/);
    const text = await answer.text();
    expect(text).not.toMatch(/(src|href)="https?:/);
    const inline = /<script>([^<]+)<\/script>/.exec(text)?.[1] ?? '';
    const hash = new Bun.CryptoHasher('sha256').update(inline).digest('base64');
    expect(policy).toContain(`'sha256-${hash}'`);
  });

  test('is the document for everybody who does not ask for a page', async () => {
    for (const accept of ['*/*', 'application/json']) {
      const answer = await get('/api/v1/docs', { accept });
      expect(answer.headers.get('content-type')).toStartWith('application/json');
      expect(answer.headers.get('vary')).toContain('Accept');
    }
    const page = await get('/api/v1/docs', BROWSER);
    const document = await get('/api/v1/docs');
    expect(page.headers.get('etag')).not.toBe(document.headers.get('etag'));
  });

  test('gets its script from this process, packed or not', async () => {
    const packed = await get('/reference.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('content-type')).toStartWith('text/javascript');
    const plain = await get('/reference.js');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(text).toContain('createApiReference');
    expect(new TextDecoder().decode(Bun.gunzipSync(await packed.arrayBuffer()))).toBe(text);
  });
});
