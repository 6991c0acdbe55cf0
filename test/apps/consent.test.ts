import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness, createCustomer, createStaff } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { approve, askConsent, createClient, REDIRECT_URI, toRequest } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let clientId: string;
beforeAll(async () => {
  ctx = await createTestApp({ ACCESS_TOKEN_TTL: '1000000' });
  owner = await createBusiness(ctx);
  clientId = await createClient(ctx);
});
afterAll(() => ctx.close());

const ask = (changes: Record<string, string | undefined> = {}, as = owner.token) =>
  askConsent(ctx, toRequest(clientId, changes), as);

describe('the consent', () => {
  test('names the app, where it is, and the scopes that it asks for', async () => {
    const { data } = await ask();
    expect(data).toEqual({
      consent: {
        name: 'Assistant',
        app: 'assistant.example',
        isLocal: false,
        scopes: ['read', 'review'],
        denyUrl: `${REDIRECT_URI}?error=access_denied&error_description=The+app+was+not+connected&state=xyz&iss=http%3A%2F%2F127.0.0.1%3A3000`,
      },
      redirectTo: null,
    });
  });

  test('asks for reading, writing and reviewing if the app names no scope, and ignores those of other systems', async () => {
    expect((await ask({ scope: undefined })).data.consent.scopes).toEqual(['read', 'write', 'review']);
    expect((await ask({ scope: 'offline_access trade openid' })).data.consent.scopes).toEqual(['trade']);
  });

  test('needs no address in the request if the app has one', async () => {
    expect((await ask({ redirect_uri: undefined })).data.consent.app).toBe('assistant.example');
  });

  for (const resource of ['/api/v1/mcp', '/api/v1', '', '/'])
    test(`accepts the resource ${resource || 'of the installation'}`, async () => {
      expect((await ask({ resource: `http://127.0.0.1:3000${resource}` })).data.consent).not.toBeNull();
    });

  for (const [changes, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ response_type: undefined }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ code_challenge: 'too-short' }, 'invalid_request'],
    [{ resource: 'https://other.example/mcp' }, 'invalid_target'],
    [{ scope: 'admin' }, 'invalid_scope'],
  ] as const)
    test(`returns ${error} to the app for ${JSON.stringify(changes)}, and approves nothing`, async () => {
      const { data } = await ask(changes);
      expect(data.consent).toBeNull();
      const url = new URL(data.redirectTo);
      expect(url.origin + url.pathname).toBe(REDIRECT_URI);
      const { searchParams } = url;
      expect([searchParams.get('error'), searchParams.get('state')]).toEqual([error, 'xyz']);
      const approved = await approve(ctx, toRequest(clientId, changes), owner.token);
      expect([approved.status, approved.error?.details?.[0].field]).toEqual([400, 'request']);
    });

  test('keeps the query of the address', async () => {
    const uri = `${REDIRECT_URI}?tenant=7`;
    const { data } = await approve(
      ctx,
      toRequest(await createClient(ctx, [uri]), { redirect_uri: uri }),
      owner.token,
    );
    expect(data.redirectTo).toMatch(
      /^https:\/\/assistant\.example\/callback\?tenant=7&code=[\w-]{43}&state=xyz&iss=/,
    );
  });
});

describe('an approval', () => {
  test('can leave out scopes, and add none', async () => {
    expect((await approve(ctx, toRequest(clientId), owner.token, ['review'])).status).toBe(200);
    const { status, error } = await approve(ctx, toRequest(clientId), owner.token, ['read', 'manage']);
    expect([status, error?.details?.[0].field]).toEqual([400, 'scopes']);
    expect((await approve(ctx, toRequest(clientId), owner.token, [])).status).toBe(400);
  });

  test('is for owners', async () => {
    const key = await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token });
    const callers = {
      manager: await createStaff(ctx, owner, 'manager'),
      staff: await createStaff(ctx, owner),
      customer: (await createCustomer(ctx)).token,
      key: key.data.key,
    };
    for (const [name, token] of Object.entries(callers))
      expect([name, (await approve(ctx, toRequest(clientId), token)).status]).toEqual([name, 403]);
  });

  test('needs the second factor that the installation requires', async () => {
    const strict = await createTestApp({ REQUIRE_SECOND_FACTOR: 'on' });
    const { token } = await createBusiness(strict);
    const { status, error } = await approve(strict, toRequest(await createClient(strict)), token);
    expect([status, error.details[0].field]).toEqual([403, 'secondFactor']);
    await strict.close();
  });

  test('needs a recent proof of the person', async () => {
    ctx.clock.advance(300_001);
    const { status, error } = await approve(ctx, toRequest(clientId), owner.token);
    expect([status, error.code]).toEqual([401, 'RECENT_PROOF_REQUIRED']);
  });
});
