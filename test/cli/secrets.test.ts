import { afterEach, beforeEach, expect, test } from 'bun:test';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { postAuth, whoAmI } from '../auth/fixture.ts';
import { type BusinessFixture, createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

const NEW = 'the next encryption key of at least thirty-two bytes';

let ctx: TestApp;
let owner: BusinessFixture;
let cli: ReturnType<typeof createRunner>;
let webhookId: string;

beforeEach(async () => {
  ctx = await createTestApp(ON_SQLITE);
  cli = createRunner(ctx);
  owner = await createBusiness(ctx);
  const webhook = { url: 'https://hooks.example/', events: ['*'] };
  webhookId = (await ctx.call('POST', '/webhooks', webhook, { as: owner.token })).data.id;
});
afterEach(() => ctx.close());

const secretsFile = () => join(ctx.app.services.config.dataDir, 'secrets.json');
const readSecrets = () => JSON.parse(readFileSync(secretsFile(), 'utf8'));
const findEncryption = async (env: Record<string, string> = {}) => {
  const { json } = await cli('doctor --json', { env: { PORT: '0', ...env } });
  return (json as { check: string }[]).find(({ check }) => check === 'encrypted values');
};
/** Opens the data again, as a server that starts. */
const restart = async (settings: Record<string, string> = {}) => {
  const before = ctx;
  await before.app.close();
  ctx = await createTestApp({ ...ON_SQLITE, ...settings }, {}, before.app.services.config.dataDir);
  cli = createRunner(ctx);
  await before.close();
};

test('doctor says what has an earlier key, rotate encrypts it again, then the new key is enough', async () => {
  const { encryptionKey } = readSecrets();
  const both = { ENCRYPTION_KEY: `${NEW},${encryptionKey}` };
  expect(await findEncryption()).toMatchObject({ state: 'ok', found: '2 values, all of the newest key' });
  expect(await findEncryption(both)).toMatchObject({
    state: 'warning',
    found: '2 values of an earlier key: webhooks 1, facts 1',
    fix: 'perkmint secrets rotate',
  });
  const { code, json } = await cli('secrets rotate --json', { env: both });
  expect([code, json]).toEqual([
    0,
    {
      reencrypted: 2,
      tables: [
        { table: 'webhooks', values: 1, earlier: 0, unreadable: 0 },
        { table: 'facts', values: 1, earlier: 0, unreadable: 0 },
      ],
    },
  ]);
  expect(await findEncryption({ ENCRYPTION_KEY: NEW })).toMatchObject({ state: 'ok' });
  const again = await cli('secrets rotate', { env: both });
  expect([again.code, again.err]).toEqual([0, 'Encrypted 0 values again. All have the newest key\n']);
});

test('a key that is missing is a failed check that counts what it hides', async () => {
  const { encryptionKey } = readSecrets();
  await restart({ ENCRYPTION_KEY: `${NEW},${encryptionKey}` });
  const env = { ENCRYPTION_KEY: NEW };
  expect(await findEncryption(env)).toMatchObject({
    state: 'wrong',
    found: 'no key decrypts 2 values: webhooks 1, facts 1',
    fix: expect.stringContaining('ENCRYPTION_KEY'),
  });
  const { code, err } = await cli('secrets rotate', { env });
  expect([code, err]).toEqual([
    0,
    'Encrypted 0 values again. No key decrypts 2 values, which stay as they are\n',
  ]);
});

test('where secrets.json is lost, doctor reports it, rotate refuses, and neither generates another', async () => {
  rmSync(secretsFile());
  expect(await findEncryption()).toMatchObject({
    state: 'wrong',
    fix: expect.stringContaining('restore secrets.json'),
  });
  for (const line of ['secrets rotate', 'secrets rotate --new']) {
    const { code, err } = await cli(line);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('a secret is neither a setting nor in secrets.json'),
    ]);
  }
  expect(existsSync(secretsFile())).toBe(false);
});

test('rotate --new creates keys in secrets.json, and people stay logged in', async () => {
  const login = await postAuth(ctx, 'login', { email: 'owner@blue-cup.example', password: PASSWORD });
  const before = readSecrets();
  await ctx.app.close();
  const { code, err } = await cli('secrets rotate --new');
  expect([code, err]).toEqual([0, 'Encrypted 2 values again. All have the newest key\n']);
  const after = readSecrets();
  expect(after.encryptionKey).toEqual([expect.stringMatching(/^[\w-]{43}$/), before.encryptionKey]);
  expect(after.jwtSecret).not.toBe(before.jwtSecret);
  await restart();
  expect((await whoAmI(ctx, owner.token)).status).toBe(401);
  const { refreshToken } = login.data;
  const refreshed = await postAuth(ctx, 'refresh', { refreshToken });
  expect((await whoAmI(ctx, refreshed.data.accessToken)).status).toBe(200);
  const { data } = await ctx.call(
    'POST',
    `/webhooks/${webhookId}/test`,
    {},
    { as: refreshed.data.accessToken },
  );
  expect(data).toBeDefined();
  expect(await findEncryption()).toMatchObject({ state: 'ok' });
});

test('rotate --new changes nothing while a server runs', async () => {
  const before = readFileSync(secretsFile(), 'utf8');
  const lock = acquireLock(ctx.app.services.config.dataDir, 'perkmint serve', '2026-06-01T12:00:00.000Z');
  const { code, err } = await cli('secrets rotate --new');
  lock.release();
  expect(code).toBe(5);
  expect(err).toContain('Stop it first');
  expect(readFileSync(secretsFile(), 'utf8')).toBe(before);
});

test('rotate --new refuses where the keys are settings, and says what to do instead', async () => {
  const before = readFileSync(secretsFile(), 'utf8');
  const settings = [
    ['ENCRYPTION_KEY', readSecrets().encryptionKey],
    ['JWT_SECRET', NEW],
  ];
  for (const [name, value] of settings) {
    const env = { [name]: value };
    const { code, err } = await cli('secrets rotate --new', { env });
    expect(code).toBe(2);
    expect(err).toContain(`${name} is set`);
    expect(err).toContain('before the present one');
  }
  expect(readFileSync(secretsFile(), 'utf8')).toBe(before);
});

test('rotate refuses a key that is not the one of the data', async () => {
  for (const line of ['secrets rotate', 'secrets rotate --json']) {
    const { code, err } = await cli(line, { env: { ENCRYPTION_KEY: NEW } });
    expect(code).toBe(2);
    expect(err).toContain('is not the key that the data was encrypted with');
  }
  expect(await findEncryption()).toMatchObject({ state: 'ok' });
});
