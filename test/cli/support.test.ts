import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createBusinessWithSubmission, createRunner, perkmint, type RunOptions } from './fixture.ts';

let ctx: TestApp;
let folder: string;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  folder = mkdtempSync(join(tmpdir(), 'perkmint-support-'));
});
afterEach(async () => {
  await ctx.close();
  rmSync(folder, { recursive: true });
});

/** Returns the files of an archive as texts. */
function unpack(file: string): Record<string, string> {
  const decoder = new TextDecoder();
  const files = Object.entries(unzipSync(readFileSync(file)));
  return Object.fromEntries(files.map(([name, bytes]) => [name, decoder.decode(bytes)]));
}

const run = (out: string, options: RunOptions = {}) =>
  createRunner(ctx)(`support --out ${join(folder, out)} --json`, options);

test('the archive has checks, settings, tables and backups, and nothing that names a person, the shop or the machine', async () => {
  await createBusinessWithSubmission(ctx);
  const env = {
    PORT: '0',
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'https://perks.cafe-linde.example',
    MAIL_FROM: 'Eva Linde <eva@cafe-linde.example>',
    SMTP_URL: 'smtps://eva:hunter2hunter2@mail.cafe-linde.example',
    ADMIN_EMAIL: 'eva@cafe-linde.example',
    ADMIN_PASSWORD: 'a secret password',
    BILLING_BANK_DETAILS: 'payee=Eva Linde; iban=DE89 3704 0044 0532 0130 00',
    WEBHOOK_ALLOW: '10.1.2.3',
  };
  const { code, json, err } = await run('a.zip', { env });
  expect([code, err]).toEqual([
    0,
    'It contains no personal data and no secrets. Read it before you send it\n',
  ]);
  const names = ['version', 'machine', 'settings', 'doctor', 'tables', 'backups'].map(name => `${name}.json`);
  expect(json.entries).toEqual(['README.txt', ...names]);
  expect(statSync(json.file).mode & 0o777).toBe(0o600);
  const files = unpack(json.file);
  const { dataDir } = ctx.app.services.config;
  const secrets: string[] = Object.values(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
  const personal = [
    'eva',
    'linde',
    'hunter2',
    'a secret password',
    '3704',
    '10.1.2.3',
    'blue-cup',
    'Blue Cup',
  ];
  for (const [name, text] of Object.entries(files))
    for (const word of [...personal, dataDir, ...secrets])
      expect([name, word, text.toLowerCase().includes(word.toLowerCase())]).toEqual([name, word, false]);
  const settings = JSON.parse(files['settings.json'] as string);
  expect(settings).toContainEqual({ name: 'RATE_LIMIT', origin: 'environment', value: 'off' });
  expect(settings).toContainEqual({ name: 'SMTP_URL', origin: 'environment', value: '(set)' });
  expect(JSON.parse(files['tables.json'] as string).tables).toContainEqual(
    expect.objectContaining({ name: 'businesses', rows: 1 }),
  );
  expect(JSON.parse(files['doctor.json'] as string)).toContainEqual(
    expect.objectContaining({ check: 'rate limit', state: 'warning' }),
  );
});

test('what cannot be read is an error in its own file', async () => {
  const { dataDir } = ctx.app.services.config;
  await ctx.app.close();
  writeFileSync(join(dataDir, 'perkmint.sqlite'), 'not a database');
  const { code, json } = await run('b.zip');
  expect(code).toBe(0);
  const files = unpack(json.file);
  expect(JSON.parse(files['tables.json'] as string)).toEqual({ error: 'file is not a database' });
  expect(JSON.parse(files['backups.json'] as string)).toMatchObject({ here: [], destination: null });
  const empty = await perkmint(join(folder, 'none'), ['support', '--out', join(folder, 'c.zip')]);
  expect([empty.code, existsSync(join(folder, 'none'))]).toEqual([0, false]);
});

test('a file that exists is not replaced', async () => {
  const file = join(folder, 'a.zip');
  writeFileSync(file, 'mine');
  expect((await run('a.zip')).code).toBe(5);
  expect(readFileSync(file, 'utf8')).toBe('mine');
  expect((await run('missing/a.zip')).code).toBe(2);
  expect((await createRunner(ctx)('support')).code).toBe(2);
});
