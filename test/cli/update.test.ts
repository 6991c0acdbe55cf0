import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPair } from '../../src/platform/ed25519.ts';
import { VERSION } from '../../src/platform/version.ts';
import { writeUpdate } from '../../src/updates/record.ts';
import { type Release, signReleaseList } from '../../src/updates/release-list.ts';
import { perkmint } from './fixture.ts';

const KEYS = generateKeyPair();
const KEY = ['--key', KEYS.publicKey];
const release = (version: string): Release => ({
  version,
  date: '2026-12-01',
  notes: `Staff find members by name in ${version}.`,
  schema: '0083_mandates',
  files: {},
});

let folder: string;
let dataDir: string;
let env: Record<string, string>;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-update-'));
  dataDir = join(folder, 'data');
  env = { UPDATE_URL: `file://${join(folder, 'releases.json')}` };
});
afterEach(() => rmSync(folder, { recursive: true }));

const list = (...versions: string[]) => {
  const content = { issuedAt: '2026-12-01T00:00:00.000Z', releases: versions.map(release) };
  writeFileSync(join(folder, 'releases.json'), JSON.stringify(signReleaseList(content, KEYS)));
};
const update = (...line: string[]) => perkmint(dataDir, ['update', ...line], { env });

describe('update --check', () => {
  test('says what the newest version changes, in plain words, and creates no data', async () => {
    list('900.1.0', '900.0.0', VERSION);
    const { code, out, err } = await update('--check', ...KEY);
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(
      `Version 900.1.0 of 2026-12-01 is available. This is ${VERSION}.\n\n` +
        '900.1.0, 2026-12-01\nStaff find members by name in 900.1.0.\n\n' +
        '900.0.0, 2026-12-01\nStaff find members by name in 900.0.0.\n',
    );
    expect((await update('--check', '--json', ...KEY)).json).toEqual({
      version: VERSION,
      newest: '900.1.0',
      isAvailable: true,
      issuedAt: '2026-12-01T00:00:00.000Z',
      changes: ['900.1.0', '900.0.0'].map(version => ({
        version,
        date: '2026-12-01',
        notes: `Staff find members by name in ${version}.`,
      })),
      lastUpdate: null,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('says that there is none', async () => {
    list(VERSION, '0.0.1');
    expect((await update('--check', ...KEY)).out).toBe(`${VERSION} is the newest version\n`);
    expect((await update('--check', '--json', ...KEY)).json).toMatchObject({
      isAvailable: false,
      changes: [],
    });
    list();
    expect((await update('--check', '--json', ...KEY)).json).toMatchObject({
      newest: null,
      isAvailable: false,
    });
  });

  test('refuses a list of another signer, and names a list that is missing', async () => {
    list('900.0.0');
    const foreign = await update('--check', '--key', generateKeyPair().publicKey);
    expect([foreign.code, foreign.err]).toEqual([7, expect.stringContaining('which is not trusted')]);
    rmSync(join(folder, 'releases.json'));
    const missing = await update('--check', ...KEY);
    expect([missing.code, missing.err]).toEqual([
      6,
      expect.stringContaining('releases.json could not be reached'),
    ]);
    env = {};
    const unset = await update('--check', ...KEY);
    expect([unset.code, unset.err]).toEqual([2, expect.stringContaining('set UPDATE_URL')]);
    env = { UPDATE_URL: 'ftp://updates.example' };
    expect((await update('--check', ...KEY)).err).toContain('UPDATE_URL must be a URL starting with');
  });
});

test('options that exclude each other are named, and sources update themselves', async () => {
  for (const line of [
    ['--file', 'x', '--check'],
    ['--file', 'x', '--to', '0.3.0'],
  ])
    expect(await update(...line)).toMatchObject({
      code: 2,
      err: expect.stringContaining('cannot be combined'),
    });
  expect(await update('--yes')).toMatchObject({
    code: 2,
    err: expect.stringContaining('runs from its sources'),
  });
});

test('other commands wait while a new version is tried, because their changes could be taken back', async () => {
  await perkmint(dataDir, ['init', '--json']);
  const file = { version: '0.3.0', sha256: '' };
  const times = { startLimitMs: 1, startedAt: '2026-06-01T12:00:00.000Z', endedAt: null };
  const record = {
    from: file,
    to: file,
    executable: 'x',
    previous: 'y',
    snapshot: null,
    reason: null,
    ...times,
  };
  const lines = [
    ['users', 'list'],
    ['db', 'migrate'],
    ['db', 'restore', join(dataDir, 'perkmint.sqlite'), '--yes'],
  ];
  const codes = () => Promise.all(lines.map(async line => (await perkmint(dataDir, line)).code));
  for (const busy of [
    { state: 'installed', starts: 1 } as const,
    { state: 'returning', starts: 0 } as const,
  ]) {
    writeUpdate(dataDir, { ...record, ...busy });
    expect(await codes()).toEqual([5, 5, 5]);
    expect((await perkmint(dataDir, ['users', 'list'])).err).toContain('An update is being tried');
  }
  writeUpdate(dataDir, { ...record, state: 'confirmed', starts: 1 });
  expect(await codes()).toEqual([0, 0, 0]);
});
