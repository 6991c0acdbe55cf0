import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { AUTH_TEXTS, type SecurityChange } from '../../src/auth/messages/index.ts';
import { resetSecondFactor } from '../../src/auth/service/totp.ts';
import { create, setPassword } from '../../src/auth/service/users.ts';
import { CLI } from '../../src/context.ts';
import { LOCALES } from '../../src/platform/locales.ts';
import { openBrowser, PIN } from '../places/fixture.ts';
import { type BusinessFixture, createBusiness, PASSWORD } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { Authenticator } from './authenticator.ts';
import { createKey, login, postAuth } from './fixture.ts';
import { enableTotp } from './totp-app.ts';

const OWNER = 'owner@blue-cup.example';
const { en } = AUTH_TEXTS;
let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

/** Returns the notices that were mailed, as address and subject. */
async function notices(): Promise<[to: string, subject: string][]> {
  await ctx.app.services.backgroundTasks.settled();
  const subjects = Object.values(AUTH_TEXTS).flatMap(({ changes }) => Object.values(changes));
  const mails = ctx.mail.filter(({ subject }) => subjects.includes(subject));
  ctx.mail.length = 0;
  return mails.map(({ to, subject }) => [to, subject]);
}
const told = (change: SecurityChange, to = OWNER): [string, string] => [to, en.changes[change]];
const add = (email: string, position: string) =>
  ctx.call(
    'POST',
    '/business/users',
    { email, name: 'Eve', position, password: PASSWORD },
    { as: owner.token },
  );

describe('a notice is mailed', () => {
  test('for a passkey that is added and removed', async () => {
    const browser = openBrowser(ctx);
    await browser.send('POST', '/session', { action: 'login', email: OWNER, password: PASSWORD });
    const begun = await browser.send('POST', '/session/passkeys/challenge');
    const device = await Authenticator.create();
    const { data } = await browser.send('POST', '/session/passkeys', await device.register(begun.data));
    expect(await notices()).toEqual([told('passkeyAdded')]);
    await browser.send('DELETE', `/api/v1/account/passkeys/${data.id}`);
    expect(await notices()).toEqual([told('passkeyRemoved')]);
  });

  test('for a new address, to the former one, once it is confirmed', async () => {
    const change = { email: 'new@blue-cup.example', currentPassword: PASSWORD };
    await ctx.call('PUT', '/account', change, { as: owner.token });
    await ctx.app.services.backgroundTasks.settled();
    const token = /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    expect(await notices()).toEqual([]);
    await postAuth(ctx, 'confirmEmail', { token }, { as: owner.token });
    expect(await notices()).toEqual([told('emailChanged')]);
  });

  test('for no first proof of the own address', async () => {
    await ctx.call('PUT', '/account', { email: OWNER }, { as: owner.token });
    await ctx.app.services.backgroundTasks.settled();
    const token = /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    expect((await postAuth(ctx, 'confirmEmail', { token }, { as: owner.token })).status).toBe(200);
    expect(await notices()).toEqual([]);
  });

  test('for a password that is changed, reset, or set by the operator', async () => {
    const next = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    await postAuth(ctx, 'changePassword', next, { as: owner.token });
    expect(await notices()).toEqual([told('passwordChanged')]);
    await postAuth(ctx, 'forgotPassword', { email: OWNER });
    await ctx.app.services.backgroundTasks.settled();
    const token = /token=([\w-]+)/.exec(ctx.mail.at(-1)?.text ?? '')?.[1];
    await postAuth(ctx, 'resetPassword', { token, password: PASSWORD });
    expect(await notices()).toEqual([told('passwordChanged')]);
    await setPassword(ctx.app.as(CLI), OWNER, 'yet another horse');
    expect(await notices()).toEqual([told('passwordChanged')]);
  });

  test('for an authenticator app', async () => {
    await enableTotp(ctx, owner.token);
    const change = (action: string) =>
      ctx.call('POST', '/account/totp', { action, currentPassword: PASSWORD }, { as: owner.token });
    await change('renewCodes');
    await change('disable');
    expect(await notices()).toEqual([told('appOn'), told('recoveryCodes'), told('appOff')]);
    await enableTotp(ctx, owner.token);
    await resetSecondFactor(ctx.app.as(CLI), OWNER);
    expect(await notices()).toEqual([told('appOn'), told('appOff')]);
  });

  test('for a PIN and API keys', async () => {
    await ctx.call('PUT', '/account/pin', { pin: PIN }, { as: owner.token });
    const { id, key } = (await createKey(ctx, owner.token)).data;
    await ctx.call('POST', `/api-keys/${id}/rotate`, {}, { as: owner.token });
    expect(await notices()).toEqual([told('pinChanged'), told('keyIssued'), told('keyIssued')]);
    await createKey(ctx, { apiKey: key });
    expect(await notices()).toEqual([]);
  });

  test('for a PIN that an owner has removed, to its person', async () => {
    const { data: sam } = await add('sam@blue-cup.example', 'staff');
    await ctx.call('DELETE', `/business/users/${sam.id}/pin`, undefined, { as: owner.token });
    expect(await notices()).toEqual([told('pinChanged', sam.email)]);
  });

  test('to all former owners for another owner, also to one who is removed', async () => {
    const { data: eve } = await add('eve@blue-cup.example', 'owner');
    await add('sam@blue-cup.example', 'staff');
    expect(await notices()).toEqual([told('ownersChanged')]);
    const both = [told('ownersChanged'), told('ownersChanged', eve.email)];
    const as = owner.token;
    await ctx.call('PUT', `/business/users/${eve.id}`, { position: 'manager' }, { as });
    expect((await notices()).sort()).toEqual([...both].sort());
    await ctx.call('PUT', `/business/users/${eve.id}`, { position: 'owner' }, { as });
    expect(await notices()).toEqual([told('ownersChanged')]);
    await ctx.call('DELETE', `/business/users/${eve.id}`, undefined, { as });
    expect((await notices()).sort()).toEqual([...both].sort());
    const { businessId } = owner;
    const zoe = { email: 'zoe@blue-cup.example', name: 'Zoe', role: 'business', position: 'owner' } as const;
    await create(ctx.app.as(CLI), { ...zoe, businessId, password: PASSWORD });
    expect(await notices()).toEqual([told('ownersChanged')]);
  });
});

describe('the mail', () => {
  const rotate = async (times: number) => {
    for (let i = 0; i < times; i++) await createKey(ctx, owner.token);
  };

  test('says when, and what to do, and nothing that the person typed', async () => {
    await createKey(ctx, owner.token);
    await ctx.app.services.backgroundTasks.settled();
    const minute = new Date(ctx.clock.now()).toISOString().slice(0, 16).replace('T', ' ');
    expect(ctx.mail.at(-1)?.text).toBe(`Hello,

An API key was created or replaced with your account.
Time: ${minute} UTC

If it wasn't you, set a new password, which ends all logins, and then check the passkeys and API keys under Your account:
http://localhost:3000/forgot
`);
  });

  test('is in the language of the person, or else of the shop', async () => {
    await ctx.call('PUT', '/business', { locale: 'fr-FR' }, { as: owner.token });
    await createKey(ctx, owner.token);
    expect(await notices()).toEqual([[OWNER, AUTH_TEXTS.fr.changes.keyIssued]]);
    await ctx.call('PUT', '/account', { locale: 'de-AT' }, { as: owner.token });
    await createKey(ctx, owner.token);
    expect(await notices()).toEqual([[OWNER, AUTH_TEXTS.de.changes.keyIssued]]);
  });

  test('is sent ten times an hour, and takes nothing from links and codes', async () => {
    await rotate(12);
    expect(await notices()).toHaveLength(10);
    await postAuth(ctx, 'forgotPassword', { email: OWNER });
    await ctx.app.services.backgroundTasks.settled();
    expect(ctx.mail.at(-1)?.subject).toBe('Reset your password');
    ctx.clock.advance(3_600_000);
    owner.token = (await login(ctx, OWNER)).data.accessToken;
    await rotate(1);
    expect(await notices()).toHaveLength(1);
  });
});

test('dry runs use up no notices', async () => {
  const { data: eve } = await add('eve@blue-cup.example', 'owner');
  expect(await notices()).toHaveLength(1);
  const demote = (headers: Record<string, string>) =>
    ctx.call('PUT', `/business/users/${eve.id}`, { position: 'manager' }, { as: owner.token, headers });
  for (let i = 0; i < 12; i++) expect((await demote({ 'x-dry-run': 'true' })).status).toBe(200);
  expect(await notices()).toEqual([]);
  await demote({});
  expect(await notices()).toHaveLength(2);
});

test('each language has its own text for each change', () => {
  for (const change of Object.keys(en.changes) as SecurityChange[])
    expect(new Set(LOCALES.map(locale => AUTH_TEXTS[locale].changes[change])).size).toBe(LOCALES.length);
});
