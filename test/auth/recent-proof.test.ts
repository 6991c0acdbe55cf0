import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { resolveReference } from '../../src/describe/openapi/document.ts';
import { expectFailure } from '../http/fixture.ts';
import { openBrowser, PIN } from '../places/fixture.ts';
import { type BusinessFixture, createBusiness, createStaff, PASSWORD } from '../support/accounts.ts';
import { readCredentials } from '../support/credentials.ts';
import { readDescribedRoutes } from '../support/routes.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { Authenticator } from './authenticator.ts';
import {
  challengeOf,
  confirmIdentity,
  createKey,
  login,
  mailCode,
  PROOF_LIFETIME_MS,
  postAuth,
  readMailedToken,
  removePasswords,
  whoAmI,
} from './fixture.ts';

const OWNER = 'owner@blue-cup.example';
const ADA = 'ada@people.example';
let ctx: TestApp;
let owner: BusinessFixture;
beforeEach(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'http://localhost:3000' });
  owner = await createBusiness(ctx);
});
afterEach(() => ctx.close());

const confirm = (challenge: string, proof: object, options: CallOptions = { as: owner.token }) =>
  confirmIdentity(ctx, challenge, proof, options);
const settled = () => ctx.app.services.backgroundTasks.settled();
async function signInByCode(email = ADA): Promise<string> {
  return (await postAuth(ctx, 'codeLogin', { email, code: await mailCode(ctx, email) })).data.accessToken;
}
const changeEmail = (as: string) => ctx.call('PUT', '/account', { email: 'ada@new.example' }, { as });

describe('a login', () => {
  test('counts as a proof for five minutes, also when it is refreshed', async () => {
    const { accessToken, refreshToken } = (await login(ctx, OWNER)).data;
    ctx.clock.advance(PROOF_LIFETIME_MS - 1);
    expect((await createKey(ctx, accessToken)).status).toBe(201);
    ctx.clock.advance(1);
    const refreshed = (await postAuth(ctx, 'refresh', { refreshToken })).data.accessToken;
    for (const as of [accessToken, refreshed]) {
      const response = await createKey(ctx, as);
      expectFailure(response, 401, 'RECENT_PROOF_REQUIRED');
      const challenge = { token: expect.any(String), expiresIn: 300, methods: ['password'] };
      expect(response.body.error.challenge).toEqual(challenge);
    }
    expect((await createKey(ctx, (await login(ctx, OWNER)).data.accessToken)).status).toBe(201);
  });

  test('of an API key needs no proof, because its scopes limit it', async () => {
    const { key } = (await createKey(ctx, owner.token)).data;
    ctx.clock.advance(PROOF_LIFETIME_MS);
    expect((await createKey(ctx, { apiKey: key })).status).toBe(201);
  });
});

/** The requests that require a proof, by operation. */
const GUARDED: Record<string, (as: string, ids: Ids) => ReturnType<TestApp['call']>> = {
  createApiKey: as => createKey(ctx, as),
  rotateApiKey: (as, { keyId }) => ctx.call('POST', `/api-keys/${keyId}/rotate`, {}, { as }),
  changePin: as => ctx.call('PUT', '/account/pin', { pin: PIN }, { as }),
  removePasskey: (as, { passkeyId }) =>
    ctx.call('DELETE', `/account/passkeys/${passkeyId}`, undefined, { as }),
  eraseAccount: as => ctx.call('DELETE', '/account', undefined, { as }),
  addBusinessUser: as =>
    ctx.call('POST', '/business/users', { email: 'e@x.example', name: 'Eve', position: 'owner' }, { as }),
  updateBusinessUser: (as, { managerId }) =>
    ctx.call('PUT', `/business/users/${managerId}`, { position: 'owner' }, { as }),
  renewInvitation: (as, { invitedId }) =>
    ctx.call('POST', `/business/users/${invitedId}/invitation`, undefined, { as }),
  removeBusinessUser: (as, { partnerId }) =>
    ctx.call('DELETE', `/business/users/${partnerId}`, undefined, { as }),
};
/** Those that require it of accounts without a password; the others send the password. */
const WITHOUT_PASSWORD: typeof GUARDED = {
  updateAccount: as => changeEmail(as),
  changeTotp: as => ctx.call('POST', '/account/totp', { action: 'start' }, { as }),
};
/** The one of the person who runs the installation, tried in test/system/updates.test.ts. */
const OPERATORS = ['installUpdate'];

interface Ids {
  keyId: string;
  passkeyId: string;
  managerId: string;
  invitedId: string;
  partnerId: string;
}

async function createIds(): Promise<Ids> {
  const add = async (name: string, position: string, password?: string) =>
    (
      await ctx.call(
        'POST',
        '/business/users',
        { email: `${name}@x.example`, name, position, password },
        { as: owner.token },
      )
    ).data.id;
  const begun = await ctx.send(pageRequest('/session/passkeys/challenge', owner.token));
  const device = await Authenticator.create();
  const registration = await device.register(((await begun.json()) as { data: never }).data);
  const passkey = await ctx.send(pageRequest('/session/passkeys', owner.token, registration));
  return {
    keyId: (await createKey(ctx, owner.token)).data.id,
    passkeyId: ((await passkey.json()) as { data: { id: string } }).data.id,
    managerId: await add('manager', 'manager', PASSWORD),
    invitedId: await add('invited', 'owner'),
    partnerId: await add('partner', 'owner', PASSWORD),
  };
}

function pageRequest(path: string, token: string, body?: object): Request {
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
}

describe('changes of what opens an account', () => {
  test.each(Object.keys(GUARDED))('%s requires a recent proof, and nothing changes before', async name => {
    const ids = await createIds();
    const send = GUARDED[name] as (typeof GUARDED)[string];
    const before = await readCredentials(ctx);
    const challenge = await challengeOf(ctx, owner.token, as => send(as, ids));
    expect(await readCredentials(ctx)).toBe(before);
    expect((await confirm(challenge, { password: PASSWORD })).data).toEqual({ confirmed: true });
    const { status } = await send(owner.token, ids);
    expect(status).toBeOneOf([200, 201]);
  });

  test.each(Object.keys(WITHOUT_PASSWORD))('%s requires it of an account without password', async name => {
    const send = WITHOUT_PASSWORD[name] as (typeof GUARDED)[string];
    await ctx.call(
      'POST',
      '/business/users',
      { email: ADA, name: 'Ada', position: 'owner' },
      { as: owner.token },
    );
    // The first proof of the address ends the password, so the account signs in by code.
    const token = readMailedToken(ctx);
    await postAuth(ctx, 'resetPassword', { token, password: PASSWORD });
    await removePasswords(ctx);
    const as = await signInByCode();
    const challenge = await challengeOf(ctx, as, each => send(each, {} as Ids));
    expect((await confirm(challenge, { code: await mailCode(ctx, ADA) }, { as })).status).toBe(200);
    expect((await send(as, {} as Ids)).status).toBe(200);
  });

  test('a passkey requires it where its creation begins', async () => {
    const browser = openBrowser(ctx);
    await browser.send('POST', '/session', { action: 'login', email: OWNER, password: PASSWORD });
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const refused = await browser.send('POST', '/session/passkeys/challenge');
    expect([refused.status, refused.error.code]).toEqual([401, 'RECENT_PROOF_REQUIRED']);
    const proof = { action: 'confirmIdentity', challenge: refused.error.challenge.token, password: PASSWORD };
    expect((await browser.send('POST', '/api/v1/auth', proof)).data).toEqual({ confirmed: true });
    expect((await browser.send('POST', '/session/passkeys/challenge')).status).toBe(200);
  });

  test('are all in the description, and nothing else is', async () => {
    const { contract, operations } = await readDescribedRoutes();
    const isGuarded = ({ operation: { responses } }: (typeof operations)[number]) =>
      responses[401] !== undefined &&
      JSON.stringify(resolveReference(contract.document, responses[401])).includes('RECENT_PROOF_REQUIRED');
    // A batch can contain any of them.
    const own = operations.filter(({ operation }) => operation.operationId !== 'runBatch');
    const described = own.filter(isGuarded).map(({ operation }) => operation.operationId as string);
    const tried = [...Object.keys(GUARDED), ...Object.keys(WITHOUT_PASSWORD), ...OPERATORS];
    expect(described.sort()).toEqual(tried.sort());
  });

  test('that add no owner, and revocations, require none', async () => {
    const { keyId, managerId } = await createIds();
    ctx.clock.advance(PROOF_LIFETIME_MS);
    const as = owner.token;
    const statuses = [
      await ctx.call('POST', '/business/users', { email: 'sam@x.example', name: 'Sam' }, { as }),
      await ctx.call('PUT', `/business/users/${managerId}`, { name: 'Max', position: 'staff' }, { as }),
      await ctx.call('DELETE', `/business/users/${managerId}`, undefined, { as }),
      await ctx.call('PUT', '/account', { name: 'Olga' }, { as }),
      await ctx.call('DELETE', `/api-keys/${keyId}`, undefined, { as }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 200, 200, 200, 200]);
  });

  test('with an Idempotency-Key are made by the same request after the proof', async () => {
    const headers = { 'idempotency-key': 'one-key' };
    const challenge = await challengeOf(ctx, owner.token, as => createKey(ctx, as, { headers }));
    await confirm(challenge, { password: PASSWORD });
    const created = await createKey(ctx, owner.token, { headers });
    expect([created.status, created.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await createKey(ctx, owner.token, { headers })).data.key).toBe(created.data.key);
  });

  test('in a dry run get a challenge that works', async () => {
    const manager = await createStaff(ctx, owner, 'manager');
    const { id } = (await whoAmI(ctx, manager)).data.user;
    const ask = (as: string) =>
      ctx.call(
        'PUT',
        `/business/users/${id}`,
        { position: 'owner' },
        { as, headers: { 'x-dry-run': 'true' } },
      );
    expect((await confirm(await challengeOf(ctx, owner.token, ask), { password: PASSWORD })).status).toBe(
      200,
    );
    await settled();
    ctx.mail.length = 0;
    expect((await ask(owner.token)).data.position).toBe('owner');
    await settled();
    expect(ctx.mail).toEqual([]);
  });
});
