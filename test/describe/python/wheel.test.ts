import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { type LiveServer, startLiveServer } from '../../support/live-server.ts';
import { isLongRun } from '../../support/long-run.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { runPython } from './support.ts';

let ctx: TestApp;
let bytes: Uint8Array;
let live: LiveServer;
let disposition: string;
let folder: string;

beforeAll(async () => {
  ctx = await createTestApp();
  live = startLiveServer(ctx);
  const response = await ctx.send(new Request('http://localhost/api/v1/sdk/python?format=wheel'));
  bytes = new Uint8Array(await response.arrayBuffer());
  disposition = response.headers.get('content-disposition') ?? '';
  folder = mkdtempSync(join(tmpdir(), 'perkmint-wheel-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await live.close();
  await ctx.close();
});

const nameIn = (text: string) => /filename="([^"]+)"/.exec(text)?.[1] ?? '';

describe('Python wheel', () => {
  test('contains the served module, marked as typed, with the hash of every file', async () => {
    const files = unzipSync(bytes);
    const source = (await ctx.call('GET', '/sdk/python')).body;
    expect(new TextDecoder().decode(files['perkmint/__init__.py'])).toBe(source);
    expect(Object.keys(files)).toContain('perkmint/py.typed');
    const record = Object.keys(files).find(path => path.endsWith('/RECORD')) ?? '';
    const lines = new TextDecoder().decode(files[record]).trim().split('\n');
    expect(lines).toHaveLength(Object.keys(files).length);
    for (const line of lines) {
      const [path = '', hash] = line.split(',');
      const digest = new Bun.CryptoHasher('sha256').update(files[path] as Uint8Array).digest('base64url');
      expect(hash).toBe(path === record ? '' : `sha256=${digest}`);
    }
  });

  test('the Python wheel is byte-identical every time it is built', async () => {
    const other = await createTestApp();
    const again = await other.send(new Request('http://localhost/api/v1/sdk/python?format=wheel'));
    expect(Buffer.compare(new Uint8Array(await again.arrayBuffer()), bytes)).toBe(0);
    await other.close();
  });

  // pip takes four seconds of processor time.
  test.skipIf(!isLongRun)('installs with pip from its address and can be imported', async () => {
    const address = `${live.url}/api/v1/sdk/python/${nameIn(disposition)}`;
    expect(Buffer.compare(new Uint8Array(await (await fetch(address)).arrayBuffer()), bytes)).toBe(0);
    await runPython(['-m', 'venv', join(folder, 'venv')]);
    const own = join(folder, 'venv', 'bin', 'python');
    const script = [
      'import subprocess, sys',
      'pip = [sys.argv[1], "-m", "pip", "install", "--no-index", "--quiet", sys.argv[2]]',
      'subprocess.run(pip, check=True)',
      'code = "import perkmint; print(perkmint.__version__, perkmint.Client.__name__)"',
      'print(subprocess.run([sys.argv[1], "-W", "error", "-c", code], check=True, capture_output=True).stdout)',
    ].join('\n');
    expect(await runPython(['-c', script, own, address])).toContain('Client');
  });

  test('another file name is not found', async () => {
    const { status, error } = await ctx.call('GET', '/sdk/python/perkmint-0.0.1-py3-none-any.whl');
    expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('rejects an unknown format', async () => {
    const { status, error } = await ctx.call('GET', '/sdk/python?format=egg');
    expect([status, error.code]).toEqual([400, 'VALIDATION_ERROR']);
  });
});
