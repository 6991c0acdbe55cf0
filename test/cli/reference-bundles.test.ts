import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSeed, SEED } from '../../seed/load.ts';
import { forbidAction } from '../reference/stricter.ts';
import { perkmint } from './fixture.ts';

/** The path of a bundle that forbids what the demo shop rewards, and of one with a changed byte. */
let bundle: string;
let altered: string;
let folder: string;
let dataDir: string;
let env: Record<string, string>;
const FORBIDDEN_NOW = 'instagram-story-mention';
const SEED_FOLDER = join(import.meta.dir, '../../seed');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-reference-'));
  dataDir = join(folder, 'data');
  const files = join(folder, 'seed');
  mkdirSync(files);
  for (const name of readdirSync(SEED_FOLDER).filter(each => each.endsWith('.json')))
    copyFileSync(join(SEED_FOLDER, name), join(files, name));
  const { actions, pricing, legal } = forbidAction(FORBIDDEN_NOW);
  for (const [name, value] of Object.entries({ actions, pricing, legal }))
    await Bun.write(join(files, `${name}.json`), JSON.stringify(value));

  const keys = join(folder, 'keys.json');
  const { json } = await perkmint(dataDir, ['reference', 'keygen', keys, '--json']);
  expect(statSync(keys).mode & 0o777).toBe(0o600);
  env = { REFERENCE_KEYS: json.publicKey };
  bundle = join(folder, 'bundle.json');
  altered = join(folder, 'altered.json');
  const sign = [
    'reference',
    'sign',
    files,
    '--key',
    keys,
    '--out',
    bundle,
    '--notes',
    'New rules of Instagram',
  ];
  expect((await perkmint(dataDir, sign)).code).toBe(0);
  const text = await Bun.file(bundle).text();
  const { payload, ...rest } = JSON.parse(text);
  const changed = `${payload.slice(0, 1_000)}${payload[1_000] === 'A' ? 'B' : 'A'}${payload.slice(1_001)}`;
  await Bun.write(altered, JSON.stringify({ ...rest, payload: changed }));
  expect((await perkmint(dataDir, ['db', 'migrate'])).code).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const reference = (...line: string[]) => perkmint(dataDir, ['reference', ...line], { env });
const status = async () => (await reference('status', '--json')).json;

describe('perkmint reference', () => {
  test('shows the differences of a signed bundle, applies it, and returns to what was before', async () => {
    const shown = await reference('update', bundle, '--dry-run');
    expect(shown.out).toMatch(/^actions\/instagram-story-mention\/policy +\w+ +forbidden$/m);
    expect((await status()).origin).toBe('builtIn');

    expect((await reference('update', bundle, '--yes')).out).toContain('The bundle is in use');
    expect(await status()).toMatchObject({ origin: 'bundle', notes: 'New rules of Instagram' });
    const { json } = await perkmint(dataDir, ['actions', '--platform', 'instagram', '--json'], { env });
    const action = json.items.find(({ id }: { id: string }) => id === FORBIDDEN_NOW);
    expect(action.policy).toBe('forbidden');

    const again = await reference('update', bundle, '--yes');
    expect(again.err).toContain('is not newer than the data in use');
    expect((await reference('undo', '--yes')).code).toBe(0);
    expect(await status()).toMatchObject({ origin: 'builtIn', hash: hashSeed(SEED) });
    expect((await reference('undo', '--yes')).err).toContain('No bundle is in use');
  });

  test('refuses an altered bundle, and one of an unknown key', async () => {
    const refused = await reference('update', altered, '--yes');
    expect([refused.code === 0, refused.err]).toEqual([
      false,
      expect.stringContaining('altered after it was signed'),
    ]);
    const unknown = await perkmint(dataDir, ['reference', 'update', bundle, '--yes']);
    expect([unknown.code === 0, unknown.err]).toEqual([false, expect.stringContaining('key')]);
    expect((await status()).origin).toBe('builtIn');
  });

  test('refuses other files, and unreadable ones', async () => {
    expect((await reference('update', join(folder, 'keys.json'), '--yes')).code).not.toBe(0);
    expect((await reference('update', join(folder, 'none.json'), '--yes')).code).toBe(2);
    expect((await reference('update', 'http://127.0.0.1:9/bundle.json', '--yes')).err).toContain(
      "can't be read",
    );
    expect((await reference('keygen', join(folder, 'keys.json'))).err).toContain('exists already');
    expect((await reference('sign', folder, '--key', join(folder, 'keys.json'), '--out', bundle)).code).toBe(
      2,
    );
  });
});
