import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createBusiness } from '../support/accounts.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type LossyProxy, startLossyProxy } from './lossy-proxy.ts';
import { runPython, writeModuleFolder } from './python/support.ts';
import typescriptStory from './typescript/story.txt' with { type: 'text' };
import { compile, createFolder } from './typescript/support.ts';

/** Both clients run the same walk-through, over a connection that loses two answers, and find the same. */

const SECRET = 'whsec_cGVya21pbnQtd2ViaG9vay10ZXN0LXZlY3Rvci1rZXk=';
/** Lines of a walk-through without its comments and blank lines. */
const MAX_LINES = 60;
const PYTHON_STORY = new URL('python/story.py', import.meta.url).pathname;

let ctx: TestApp;
let live: LiveServer;
let proxy: LossyProxy;
const { folder, remove } = createFolder();

beforeAll(async () => {
  ctx = await createTestApp();
  live = startLiveServer(ctx);
  proxy = startLossyProxy(live.url);
});
afterAll(async () => {
  remove();
  await proxy.close();
  await live.close();
  await ctx.close();
});

/** Runs a walk-through as a business of its own. */
async function tell(name: string, run: (args: string[]) => Promise<string>): Promise<void> {
  const { token } = await createBusiness(ctx, name);
  const { data: key } = await ctx.call('POST', '/api-keys', { name }, { as: token });
  proxy.lose(2);
  const found = JSON.parse(await run([proxy.url, key.key ?? key.secret, SECRET]));
  expect(found.names).toEqual(['Story of the week active']);
  expect(found.types).toHaveLength(2);
  expect(found.errors).toEqual(['NOT_FOUND', 'VALIDATION_ERROR name', 'INVALID_SIGNATURE']);
  // The request whose answers were lost was repeated with the same key, so that it made one campaign.
  const { data } = await ctx.call('GET', '/campaigns', undefined, { as: token });
  expect(data.items.map(({ id }: { id: string }) => id)).toEqual([found.id]);
}

describe('the walk-through of an integrator', () => {
  test('runs with the Python client', async () => {
    const module = writeModuleFolder((await ctx.call('GET', '/sdk/python')).body);
    const lead = `import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_path(sys.argv.pop(1), run_name="__main__")`;
    await tell('Python Shop', args => runPython(['-c', lead, module, PYTHON_STORY, ...args]));
    rmSync(module, { recursive: true });
  });

  test('compiles, and runs on Node.js with the package and on Bun with the module', async () => {
    const project = join(folder, 'project');
    const archive = join(folder, 'perkmint.tgz');
    const packed = await ctx.send(new Request('http://localhost/api/v1/sdk/typescript?format=tarball'));
    await Bun.write(archive, await packed.arrayBuffer());
    await Bun.write(join(folder, 'perkmint.ts'), (await ctx.call('GET', '/sdk/typescript')).body);
    await Bun.write(join(folder, 'package.json'), '{"type":"module"}');
    await run(['tar', '-xzf', archive, '-C', folder]);
    await Bun.write(join(project, 'story.ts'), typescriptStory);
    await Bun.write(join(project, 'globals.d.ts'), 'declare const process: { argv: string[] };\n');
    const options = {
      paths: { perkmint: [join(folder, 'package/index.d.ts')] },
      outDir: join(project, 'out'),
    };
    expect(await compile(project, ['story.ts', 'globals.d.ts'], options)).toBe('');
    const script = readFileSync(join(project, 'out', 'story.js'), 'utf8');
    await Bun.write(join(project, 'node.js'), script.replace("'perkmint'", "'../package/index.js'"));
    await Bun.write(join(project, 'bun.ts'), typescriptStory.replace("'perkmint'", "'../perkmint.ts'"));
    await tell('Node Shop', args => run(['node', join(project, 'node.js'), ...args]));
    await tell('Bun Shop', args => run([process.execPath, join(project, 'bun.ts'), ...args]));
  });

  test('has at most 60 lines in both languages', () => {
    for (const text of [typescriptStory, readFileSync(PYTHON_STORY, 'utf8')]) {
      const lines = text
        .split('\n')
        .filter(line => line.trim() !== '' && !/^\s*(#|\/\/|\/\*|""")/.test(line));
      expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
    }
  });
});

async function run(command: string[]): Promise<string> {
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe', env });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  expect([await child.exited, err]).toEqual([0, '']);
  return out;
}
