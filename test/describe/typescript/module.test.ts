import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTar } from 'nanotar';
import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import { isStreaming, listOperationCalls, prepareRequest } from '../../../src/describe/operation-calls.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { compile, createFolder, importModule, type Module } from './support.ts';

const { folder, remove } = createFolder();
let ctx: TestApp;
let document: OpenApiDocument;
let source: string;
let tarball: Uint8Array;
let client: Module;

beforeAll(async () => {
  ctx = await createTestApp();
  document = (await ctx.call('GET', '/docs')).body;
  source = (await ctx.call('GET', '/sdk/typescript')).body;
  tarball = await download(ctx);
  client = await importModule(folder, source);
});
afterAll(async () => {
  remove();
  await ctx.close();
});

async function download({ send }: TestApp): Promise<Uint8Array> {
  const response = await send(new Request('http://localhost/api/v1/sdk/typescript?format=tarball'));
  expect(response.headers.get('content-disposition')).toMatch(/filename="perkmint-[\d.]+\.tgz"/);
  return new Uint8Array(await response.arrayBuffer());
}

describe('TypeScript client', () => {
  test('compiles under the strictest settings, and the package declares what the module has', async () => {
    const out = join(folder, 'declarations');
    const emitted = { declaration: true, emitDeclarationOnly: true, outDir: out };
    expect(await compile(folder, ['perkmint.ts'], emitted)).toBe('');
    const declarations = readFileSync(join(out, 'perkmint.d.ts'), 'utf8');
    const start = declarations.indexOf('/** The code of an error without a response. */');
    const committed = '../../../src/describe/typescript/runtime-declarations.txt';
    // After a change of the runtime, this text is the new content of the file.
    expect(readFileSync(new URL(committed, import.meta.url), 'utf8')).toBe(declarations.slice(start));
  });

  test('sends the same request as the other clients for every operation', async () => {
    const calls = listOperationCalls(document).filter(call => !call.isSigned);
    expect(calls.length).toBeGreaterThan(100);
    for (const call of calls) {
      const args = Object.fromEntries(
        call.inputs.map(({ name, isFile }) => [name, isFile ? new Blob(['x']) : `a/${name}`]),
      );
      let sent: { url: string; init: RequestInit } | undefined;
      const fetch = async (url: string, init: RequestInit) => {
        sent = { url, init };
        return new Response('data: {}\n\n', { headers: { 'Content-Type': 'text/event-stream' } });
      };
      const api = new client.Client({ baseUrl: 'http://localhost/', fetch });
      if (isStreaming(call)) await api[call.id as 'streamEvents']?.(args).next();
      else await api[call.id]?.(args);
      const { method, path, headers, body } = prepareRequest(call, args);
      const found = sent?.init.headers as Record<string, string>;
      expect([call.id, sent?.url, sent?.init.method]).toEqual([call.id, `http://localhost${path}`, method]);
      const { 'X-Dry-Run': dryRun, ...others } = headers;
      expect(found).toMatchObject({ ...others, ...(dryRun && { 'X-Dry-Run': 'true' }) });
      const content = sent?.init.body;
      if (body instanceof FormData) expect([...(content as FormData).keys()]).toEqual([...body.keys()]);
      else
        expect(content === null ? undefined : JSON.parse(String(content))).toEqual(body && JSON.parse(body));
    }
  });

  test.each(['Both credentials', 'An empty path argument'])('%s are refused before a request', async kind => {
    const { Client } = client;
    const fetch = () => Promise.reject(new Error('must not be called'));
    if (kind === 'Both credentials')
      expect(() => new Client({ apiKey: 'pmk_x', token: 'y' })).toThrow('not both');
    else expect(new Client({ fetch }).getCampaign?.({ id: '..' })).rejects.toThrow('id must not be empty');
  });

  test('the package is byte-identical every time it is built, and its script has no dependencies', async () => {
    const other = await createTestApp();
    expect(Buffer.compare(await download(other), tarball)).toBe(0);
    await other.close();
    const files = parseTar(Bun.gunzipSync(tarball as Uint8Array<ArrayBuffer>));
    expect(files.map(({ name }) => name)).toEqual(
      ['package.json', 'README.md', 'index.js', 'index.d.ts'].map(name => `package/${name}`),
    );
    expect(files.find(({ name }) => name.endsWith('index.js'))?.text).not.toMatch(
      /\bimport\b.*from|require\(/,
    );
  });

  test('rejects an unknown format', async () => {
    const { status, error } = await ctx.call('GET', '/sdk/typescript?format=zip');
    expect([status, error]).toMatchObject([400, { details: [{ field: 'format' }] }]);
  });
});
