import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getTableName } from 'drizzle-orm';
import { findFact } from '../../db/facts.ts';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import { webhooks } from '../../db/schema/webhooks.ts';
import { CLI } from '../../src/context.ts';
import { createVault } from '../../src/platform/crypto.ts';
import { createMail } from '../../src/platform/mail.ts';
import { listEncrypted } from '../../src/system/encrypted-store.ts';
import { countEncrypted, ENCRYPTED_COLUMNS, reencrypt } from '../../src/system/service/encrypted-values.ts';
import { SIGNING_KEYS_OWNER } from '../../src/system/service/prepare-secrets.ts';
import { login, postAuth } from '../auth/fixture.ts';
import { enableTotp } from '../auth/totp-app.ts';
import { setup } from '../campaigns/fixture.ts';
import { appSettings, beginConsent, createConnection, startFakeX } from '../connections/fixture.ts';
import { type Browser, createPerson, openBrowser, PIN, signInDevice } from '../places/fixture.ts';
import { CAMPAIGN, createStaff } from '../support/accounts.ts';
import { ISSUER_ID, SERVICE_ACCOUNT_KEY } from '../support/google-wallet.ts';
import { keepDatabase, NODE_SECRETS } from '../support/postgres-app.ts';
import { propose } from '../support/propose.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const OLD = NODE_SECRETS.ENCRYPTION_KEY;
const NEW = 'the next encryption key of at least thirty-two bytes';
/** A port on which nothing listens. */
const UNREACHABLE_PORT = 1;
/** Texts of an earlier key, more than one batch. */
const MANY = 450;

/** Things that people and programs keep outside the server, and use again after a rotation. */
interface Kept {
  owner: string;
  card: string;
  recoveryCode: string;
  person: string;
  cookies: Map<string, string>;
  campaign: { id: string };
}

let folder: string;
let kept: Kept;
let ctx: TestApp;
const x = startFakeX();
const settings = (ENCRYPTION_KEY: string) => ({
  ...NODE_SECRETS,
  ...appSettings('x', x.url),
  ENCRYPTION_KEY,
});
/** Opens a copy of the installation with these keys. */
const open = async (keys: string, like = folder) => {
  ctx = await createTestApp(settings(keys), {}, like);
  return ctx.app.as(CLI);
};
/** Stops the server and opens a copy of its data with other keys. */
const restart = async (keys: string) => {
  const before = ctx;
  await before.app.close();
  const opened = await open(keys, before.app.services.config.dataDir);
  await before.close();
  return opened;
};
const count = async (name: 'values' | 'earlier' | 'unreadable') =>
  (await countEncrypted(ctx.app.as(CLI))).reduce((sum, table) => sum + table[name], 0);
const retryCampaign = (as = kept.owner) =>
  ctx.call('POST', '/campaigns', CAMPAIGN, { as, headers: { 'idempotency-key': 'first' } });

beforeAll(async () => {
  // A mail server that can't be reached, so that a code waits to be mailed.
  const mail = createMail(`smtp://127.0.0.1:${UNREACHABLE_PORT}`, 'noreply@perks.example');
  const scene = await setup(settings(OLD), { mail });
  ctx = scene;
  const as = scene.business.token;
  const call = async (method: string, path: string, body?: object, by: string | { apiKey: string } = as) =>
    (await ctx.call(method, path, body, { as: by })).data;
  const webhook = { url: 'https://hooks.example/orders', events: ['*'] };
  const { id } = await call('POST', '/webhooks', webhook);
  await call('POST', `/webhooks/${id}/rotate-secret`, {});
  const { key: apiKey } = await call('POST', '/api-keys', { name: 'test', test: true });
  await call('POST', '/webhooks', webhook, { apiKey });
  await createConnection(scene, 'x');
  await beginConsent(scene, 'x', await createStaff(scene, scene.business, 'manager'));
  const program = await call('POST', '/programs', { name: 'Regulars', rewards: { pointsPerVisit: 1 } });
  await call('POST', `/programs/${program.id}/members`, { memberId: 'till-1' });
  await call('PUT', '/integrations/shopify', { secret: 'shop-system-secret', programId: program.id });
  const issuer = { issuerId: ISSUER_ID, serviceAccountKey: SERVICE_ACCOUNT_KEY };
  await call('PUT', '/business/passes/google', issuer);
  await propose(scene, { owner: as, program: program.id, memberId: 'till-1' });
  const { card } = await call('GET', `/programs/${program.id}/members/till-1/card`);
  const place = await call('POST', '/business/places', { name: 'Station' });
  const { browser } = await signInDevice(scene, scene.business, place.id);
  const { userId: person } = await createPerson(scene, scene.business);
  const { recoveryCodes } = await enableTotp(scene, as);
  await call('POST', '/auth', { action: 'requestCode', email: 'owner@blue-cup.example' });
  await scene.app.services.backgroundTasks.settled();
  kept = {
    owner: as,
    card,
    person,
    cookies: browser.cookies,
    recoveryCode: recoveryCodes[0]!,
    campaign: { id: '' },
  };
  kept.campaign = (await retryCampaign()).data;
  folder = scene.app.services.config.dataDir;
  await scene.app.close();
  await keepDatabase(folder);
});
afterAll(() => x.stop());
afterEach(() => ctx.close());

const signIn = (browser: Browser) => browser.send('POST', '/session/pin', { userId: kept.person, pin: PIN });

/** Uses everything that depends on the encryption key. */
async function expectEverythingWorks(): Promise<void> {
  const as = kept.owner;
  expect((await ctx.call('GET', `/members?card=${kept.card}`, undefined, { as })).data.items).toHaveLength(1);
  expect((await signIn(openBrowser(ctx, kept.cookies))).status).toBe(200);
  const replayed = await retryCampaign();
  expect([replayed.headers.get('idempotency-replayed'), replayed.data.id]).toEqual([
    'true',
    kept.campaign.id,
  ]);
  const opened = await login(ctx, 'owner@blue-cup.example');
  const challenge = opened.body.error.challenge.token;
  const { status } = await postAuth(ctx, 'secondFactor', { challenge, code: kept.recoveryCode });
  expect(status).toBe(200);
}

test('every column with encrypted texts is known, and has some in this test', async () => {
  const callers = readdirSync('src', { recursive: true, encoding: 'utf8' }).flatMap(file => {
    const calls = file.endsWith('.ts')
      ? readFileSync(join('src', file), 'utf8').match(/\bvault\.seal\(/g)
      : null;
    return calls ? [`${calls.length} ${file}`] : [];
  });
  expect(callers.sort()).toEqual([
    '1 auth/service/second-factor.ts',
    '1 connections/service/connect.ts',
    '1 connections/service/finish.ts',
    '1 connections/service/refresh.ts',
    '1 http/idempotency.ts',
    '1 mandates/service/proposals.ts',
    '1 passes/service/issuers.ts',
    '1 system/service/prepare-secrets.ts',
    '1 urgent-mails/service.ts',
    '2 programs/integrations/service/integrations.ts',
    '2 webhooks/service/endpoints.ts',
  ]);
  const { db } = await open(OLD);
  for (const column of ENCRYPTED_COLUMNS) {
    const texts = await listEncrypted(db, column, { after: undefined, limit: 1 });
    expect([getTableName(column.column.table), column.column.name, texts.length]).toEqual([
      expect.any(String),
      expect.any(String),
      1,
    ]);
  }
  await expectEverythingWorks();
});

test('everything works with a new key before and after a rotation, and then without the old one', async () => {
  const both = await open(`${NEW},${OLD}`);
  const values = await count('values');
  expect(await count('earlier')).toBe(values);
  await expectEverythingWorks();
  expect(await reencrypt(both)).toBeGreaterThanOrEqual(values);
  expect([await count('earlier'), await count('unreadable')]).toEqual([0, 0]);
  expect(await reencrypt(both)).toBe(0);
  await restart(NEW);
  expect([await count('earlier'), await count('unreadable')]).toEqual([0, 0]);
});

test('after a rotation, cards, PINs, recovery codes and replays are the same with the new key alone', async () => {
  await reencrypt(await open(`${NEW},${OLD}`));
  await restart(NEW);
  await expectEverythingWorks();
});

test('the test data of a business is encrypted again, too, and its database is closed', async () => {
  await reencrypt(await open(`${NEW},${OLD}`));
  const { testEnvironments } = ctx.app.services;
  expect(testEnvironments.list()).toEqual([]);
  const { data } = await ctx.call('GET', '/auth', undefined, { as: kept.owner });
  const environment = await testEnvironments.open(data.business.id);
  const [text] = await listEncrypted(environment.database.reader, ENCRYPTED_COLUMNS[0]!, {
    after: undefined,
    limit: 1,
  });
  expect(createVault([NEW]).open(text!.sealed)).toMatch(/^whsec_/);
});

describe('with many texts', () => {
  const add = (vault: { seal(text: string): string }, name: string) =>
    ctx.app.services.database.transaction(async db => {
      for (let n = 0; n < MANY; n++)
        await db
          .insert(idempotencyKeys)
          .values({
            caller: 'usr_1',
            key: `${name}${n}`,
            fingerprint: '',
            status: 200,
            body: vault.seal(String(n)),
            expiresAt: '2027-01-01T00:00:00.000Z',
          })
          .run();
    });

  const hasSigningKeysOf = async (key: string) => {
    const sealed = await findFact(ctx.app.services.database.reader, 'signingKeys');
    return createVault([key]).reseal(sealed!, SIGNING_KEYS_OWNER) === undefined;
  };

  test('an interrupted rotation continues, and the signing keys come last', async () => {
    const both = await open(`${NEW},${OLD}`);
    await add(createVault([OLD]), 'old');
    const interrupt = (done: number) => {
      if (done > MANY / 2) throw new Error('killed');
    };
    const outcome = await reencrypt(both, interrupt).catch((error: Error) => error.message);
    expect(outcome).toBe('killed');
    const left = await count('earlier');
    expect(left).toBeGreaterThan(0);
    expect(await count('unreadable')).toBe(0);
    expect(await hasSigningKeysOf(OLD)).toBe(true);
    expect(await reencrypt(both)).toBe(left);
    expect(await hasSigningKeysOf(NEW)).toBe(true);
    expect([await count('earlier'), await count('unreadable')]).toEqual([0, 0]);
  });

  test('texts that no key decrypts stay as they are, and are counted', async () => {
    const both = await open(`${NEW},${OLD}`);
    await add(createVault(['a key that is lost']), 'lost');
    await reencrypt(both);
    expect([await count('earlier'), await count('unreadable')]).toEqual([0, MANY]);
  });

  test('while a server still encrypts with the earlier key, the signing keys keep it', async () => {
    const both = await open(`${NEW},${OLD}`);
    let hasWritten = false;
    await reencrypt(both, async () => {
      if (hasWritten) return;
      hasWritten = true;
      // The column of the first batch.
      await ctx.app.services.database.transaction(db =>
        db
          .update(webhooks)
          .set({ secret: createVault([OLD]).seal('whsec_behind') })
          .run(),
      );
    });
    expect(await count('earlier')).toBe(2);
    expect(await hasSigningKeysOf(OLD)).toBe(true);
  });

  test('64 writers at the same time lose nothing', async () => {
    const both = await open(`${NEW},${OLD}`);
    await add(createVault([OLD]), 'old');
    const as = kept.owner;
    const webhook = { url: 'https://hooks.example/', events: ['*'] };
    const { data } = await ctx.call('POST', '/webhooks', webhook, { as });
    const writers = Array.from({ length: 64 }, (_, n) =>
      n % 2 === 0
        ? ctx.call('POST', `/webhooks/${data.id}/rotate-secret`, {}, { as })
        : ctx.call('POST', '/webhooks', webhook, {
            as,
            headers: { 'idempotency-key': `writer ${n}`.replace(' ', '-') },
          }),
    );
    const [responses] = await Promise.all([Promise.all(writers), reencrypt(both)]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect([await count('earlier'), await count('unreadable')]).toEqual([0, 0]);
    await restart(NEW);
    expect(await count('unreadable')).toBe(0);
  });
});
