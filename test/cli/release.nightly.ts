import { afterAll, beforeAll, expect, test } from 'bun:test';
import { copyFileSync, existsSync, mkdtempSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { SIGNATURE, SUMS } from '../../cli/release.ts';
import { generateKeyPair, toKeyId } from '../../src/platform/ed25519.ts';
import { perkmint } from './fixture.ts';

const ROOT = join(import.meta.dir, '../..');
const BUILD_MS = 120_000;
const keys = generateKeyPair();
let folder: string;
let binary: string;

const run = async (command: string[], env: Record<string, string> = {}) => {
  const child = Bun.spawn(command, {
    cwd: folder,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'own'), ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
};
/** Copies the release to an own folder. @returns the path of its binary, and of another file in the folder */
const download = (name = basename(binary)) => {
  const own = mkdtempSync(join(folder, 'download-'));
  const file = join(own, name);
  copyFileSync(binary, file);
  for (const each of [SUMS, SIGNATURE]) copyFileSync(join(folder, each), join(own, each));
  return { file, path: (each: string) => join(own, each) };
};
const verify = (file: string, publicKey = keys.publicKey) =>
  perkmint(join(folder, 'data'), ['version', '--verify', file, '--key', publicKey, '--json']);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-release-'));
  binary = join(folder, 'perkmint-linux-x64');
  const build = [process.execPath, join(ROOT, 'cli/build.ts'), '--outfile', binary];
  expect(await run([...build, '--release-key', keys.publicKey])).toMatchObject({ code: 0 });
  const RELEASE_KEY = JSON.stringify(keys);
  expect(
    await run([process.execPath, join(ROOT, 'cli/build/sign.ts'), folder], { RELEASE_KEY }),
  ).toMatchObject({
    code: 0,
  });
}, BUILD_MS);
afterAll(() => rmSync(folder, { recursive: true }));

test('the binary contains no path of the machine that built it', async () => {
  const content = Buffer.from(await Bun.file(binary).arrayBuffer());
  for (const path of [`${tmpdir()}/perkmint-`, folder, ROOT])
    expect([path, content.includes(path)]).toEqual([path, false]);
});

test('the binary plans a month in any folder: the thread of the solver is inside', async () => {
  const runBinary = async (...args: string[]) => {
    const { code, out, err } = await run([binary, ...args], { LOG_LEVEL: 'silent' });
    expect([code, err]).toEqual([0, expect.any(String)]);
    return out;
  };
  await runBinary('seed');
  const business = ['businesses', 'create', '--name', 'Blue Cup', '--industry', 'cafe', '--json'];
  const { id } = JSON.parse(await runBinary(...business));
  const plan = await runBinary('plan', '--business', id, '--budget', '300', '--json');
  expect(JSON.parse(plan).campaigns.length).toBeGreaterThan(0);
});

test('the binary verifies a download with the key inside, under any name and without data', async () => {
  const { file } = download('perkmint (1)');
  const { code, out, err } = await run([binary, 'version', '--verify', file], {
    DATA_DIR: join(folder, 'other'),
  });
  const keyId = toKeyId(keys.publicKey);
  expect([code, out, err]).toEqual([
    0,
    `perkmint (1) is perkmint-linux-x64, signed with the release key ${keyId}\n`,
    '',
  ]);
  const shown = JSON.parse((await run([binary, 'version', '--json'])).out);
  expect(shown).toMatchObject({ releaseKeys: [keys.publicKey], bun: Bun.version });
  expect(existsSync(join(folder, 'other'))).toBe(false);
});

test('a changed file, changed checksums and another signer are refused', async () => {
  const changed = download();
  writeFileSync(changed.file, 'malware');
  expect(await verify(changed.file)).toMatchObject({
    code: 7,
    err: expect.stringContaining('Do not run it'),
  });

  const listed = download();
  writeFileSync(listed.file, 'malware');
  const sum = new Bun.CryptoHasher('sha256').update('malware').digest('hex');
  writeFileSync(listed.path(SUMS), `${sum}  ${basename(listed.file)}\n`);
  expect(await verify(listed.file)).toMatchObject({ code: 7, err: expect.stringContaining('is not signed') });

  const { file } = download();
  expect(await verify(file, generateKeyPair().publicKey)).toMatchObject({ code: 7 });
  expect(await verify(file)).toMatchObject({ code: 0 });
});

test('a missing file or key is reported by name', async () => {
  const { file, path } = download();
  unlinkSync(path(SIGNATURE));
  expect(await verify(file)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`${SIGNATURE} cannot be read`),
  });
  expect(await verify(file, 'short')).toMatchObject({
    code: 2,
    err: expect.stringContaining('--key must be'),
  });
  const unkeyed = await perkmint(join(folder, 'data'), ['version', '--verify', file]);
  expect(unkeyed).toMatchObject({ code: 2, err: expect.stringContaining('contains no release key') });
});
