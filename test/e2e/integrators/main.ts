/**
 * Checks the API description and the Python client with tools that we did not write: `bun run check:integrators`. Installs them
 * from npm into a temporary folder, because no other check needs them. Prints a table; exits with 1 if a check fails.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp } from '../../support/test-app.ts';
import heyWalk from './hey-api.txt' with { type: 'text' };
import fetchWalk from './openapi-fetch.txt' with { type: 'text' };
import orvalWalk from './orval.txt' with { type: 'text' };
import pythonWalk from './python.txt' with { type: 'text' };

const PACKAGES = [
  '@redocly/cli@2.77.0',
  '@stoplight/spectral-cli@6.16.3',
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.99.0',
  'orval@8.38.0',
  'pyright@1.1.414',
  'typescript@5.9',
];
const STRICT = {
  compilerOptions: {
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noEmit: true,
  },
  files: ['openapi-fetch.ts', 'hey-api.ts', 'orval.ts'],
};
const DOCUMENT = 'openapi.json';
const folder = mkdtempSync(join(tmpdir(), 'perkmint-integrators-'));
const rows: { check: string; result: string; seconds: string }[] = [];

async function run(command: string[]): Promise<{ code: number; output: string }> {
  const child = Bun.spawn(command, { cwd: folder, stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, output: out + err };
}

/** Runs a check and notes whether it passed; prints what a failed one says. */
async function check(name: string, command: string[]): Promise<void> {
  const startMs = performance.now();
  const { code, output } = await run(command);
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  rows.push({ check: name, result: code === 0 ? 'passed' : 'FAILED', seconds });
  if (code !== 0) console.error(`${name}:\n${output}`);
}

const tool = (name: string, ...args: string[]) => ['node', join('node_modules/.bin', name), ...args];

async function writeInputs(): Promise<void> {
  const app = await createTestApp();
  const document = JSON.stringify((await app.call('GET', '/docs')).body);
  const python = (await app.call('GET', '/sdk/python')).body;
  await app.close();
  const files = {
    [DOCUMENT]: document,
    'perkmint.py': python,
    'walk.py': pythonWalk,
    'openapi-fetch.ts': fetchWalk,
    'hey-api.ts': heyWalk,
    'orval.ts': orvalWalk,
    'package.json': '{"type":"module","private":true}',
    'tsconfig.json': JSON.stringify(STRICT),
    '.spectral.yaml': 'extends: ["spectral:oas"]',
    'redocly.yaml': 'extends: [recommended-strict]',
    'pyrightconfig.json': JSON.stringify({
      include: ['perkmint.py', 'walk.py'],
      typeCheckingMode: 'strict',
      pythonVersion: '3.9',
    }),
  };
  for (const [name, text] of Object.entries(files)) await Bun.write(join(folder, name), text);
  console.log(`${DOCUMENT}: ${document.length} bytes, ${Bun.gzipSync(document).length} compressed`);
}

try {
  await writeInputs();
  const { code, output } = await run([process.execPath, 'add', '--silent', ...PACKAGES]);
  if (code !== 0) throw new Error(`The packages could not be installed: ${output}`);
  await check('Redocly recommended-strict', tool('redocly', 'lint', DOCUMENT, '--max-problems', '20'));
  await check('Spectral oas', tool('spectral', 'lint', DOCUMENT, '--fail-severity', 'warn'));
  await check('openapi-typescript generates', tool('openapi-typescript', DOCUMENT, '-o', 'ts.d.ts'));
  await check('hey-api generates', tool('openapi-ts', '-i', DOCUMENT, '-o', 'hey'));
  await check(
    'orval generates',
    tool('orval', '--input', DOCUMENT, '--output', 'orval-client.ts', '--client', 'fetch'),
  );
  await check('The three walk-throughs compile under strict', tool('tsc', '-p', '.'));
  await check('pyright strict', tool('pyright', '-p', '.'));
  const mypy = ['python3', '-m', 'mypy'];
  if ((await run([...mypy, '--version'])).code === 0)
    await check('mypy --strict', [...mypy, '--strict', 'perkmint.py', 'walk.py']);
  else rows.push({ check: 'mypy --strict', result: 'not installed', seconds: '' });
  console.table(rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = rows.some(({ result }) => result === 'FAILED') ? 1 : 0;
