import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import {
  isAllowedRedirect,
  isRegistered,
  toClientName,
  toMetadataUrl,
} from '../../src/apps/rules/clients.ts';
import { OutboundError } from '../../src/platform/outbound/errors.ts';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { askConsent, createClient, REDIRECT_URI, register, toRequest } from './fixture.ts';

const DOCUMENT_URL = 'https://assistant.example/client.json';
let document: object | string | Error = {};
let ctx: TestApp;
let owner: BusinessFixture;
const outbound = recordingOutbound(() =>
  document instanceof Error
    ? document
    : { body: typeof document === 'string' ? document : JSON.stringify(document) },
);
beforeAll(async () => {
  ctx = await createTestApp({}, { outbound });
  owner = await createBusiness(ctx);
});
afterAll(() => ctx.close());

describe('the addresses that codes may be sent to', () => {
  for (const uri of [
    REDIRECT_URI,
    'http://127.0.0.1:33418/callback',
    'http://localhost/callback',
    'http://[::1]:1/',
    'cursor://anysphere.cursor-retrieval/oauth/callback',
    'com.example.app:/callback',
  ])
    test(`include ${uri}`, () => expect(isAllowedRedirect(uri)).toBe(true));

  for (const uri of [
    'http://assistant.example/callback',
    'http://127.0.0.1.assistant.example/',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'https://user:secret@assistant.example/',
    'https://assistant.example/#fragment',
    'https://assistant.example/#',
    '/callback',
    '',
  ])
    test(`exclude ${JSON.stringify(uri)}`, () => expect(isAllowedRedirect(uri)).toBe(false));
});

test('an address must be registered exactly, but for the port of the own computer', () => {
  const client = { id: '', name: '', redirectUris: [REDIRECT_URI, 'http://127.0.0.1/callback'] };
  expect(isRegistered(REDIRECT_URI, client)).toBe(true);
  expect(isRegistered('http://127.0.0.1:5000/callback', client)).toBe(true);
  for (const uri of [
    `${REDIRECT_URI}/`,
    `${REDIRECT_URI}?x=1`,
    'https://assistant.example:8443/callback',
    'http://127.0.0.1:5000/other',
    'http://localhost:5000/callback',
    'https://evil.example/callback',
  ])
    expect([uri, isRegistered(uri, client)]).toEqual([uri, false]);
});

test('a document of a client has an https address with a path, and nothing that hides the host', () => {
  expect(toMetadataUrl(DOCUMENT_URL)?.host).toBe('assistant.example');
  for (const id of [
    'http://assistant.example/client.json',
    'https://assistant.example/',
    'https://assistant.example',
    'https://claude.ai@assistant.example/client.json',
    'https://assistant.example/client.json#x',
    'https://assistant.example/a/../client.json',
    'HTTPS://assistant.example/client.json',
    'pmc_x',
  ])
    expect([id, toMetadataUrl(id)]).toEqual([id, undefined]);
});

test('a name loses characters that are not seen or turn the text around', () => {
  expect(toClientName('Assis\u202Etant\u0000 \u200B', 'x')).toBe('Assistant');
  expect(toClientName(' \u200B ', 'assistant.example')).toBe('assistant.example');
});

describe('POST /oauth/register', () => {
  test('returns an ID that keeps the registration, and stores nothing', async () => {
    const { status, headers, body } = await register(ctx, {
      client_name: 'Assistant',
      redirect_uris: [REDIRECT_URI],
      token_endpoint_auth_method: 'client_secret_post',
      software_id: 'ignored',
    });
    expect(status).toBe(201);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      client_id: expect.stringMatching(/^pmc_/),
      client_id_issued_at: ctx.clock.now() / 1_000,
      client_name: 'Assistant',
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
    const { data } = await askConsent(ctx, toRequest(body.client_id), owner.token);
    expect(data.consent).toMatchObject({ name: 'Assistant', app: 'assistant.example', isLocal: false });
  });

  test('names an app without a name by its address', async () => {
    expect((await register(ctx, { redirect_uris: ['cursor://x/cb'] })).body.client_name).toBe('cursor:');
  });

  for (const [why, metadata, error] of [
    ['no address', { redirect_uris: [] }, 'invalid_client_metadata'],
    ['no list', { redirect_uris: REDIRECT_URI }, 'invalid_client_metadata'],
    ['no object', null, 'invalid_client_metadata'],
    ['a number as the name', { client_name: 7, redirect_uris: [REDIRECT_URI] }, 'invalid_client_metadata'],
    ['an address that runs code', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    [
      'one wrong address of two',
      { redirect_uris: [REDIRECT_URI, 'http://x.example'] },
      'invalid_redirect_uri',
    ],
    [
      'more than an ID can hold',
      {
        redirect_uris: Array.from(
          { length: 10 },
          (_, index) => `https://x.example/${index}${'x'.repeat(400)}`,
        ),
      },
      'invalid_client_metadata',
    ],
  ] as const)
    test(`rejects ${why}`, async () => {
      const { status, body } = await register(ctx, metadata);
      expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }]);
    });

  test('can be called by pages of any origin', async () => {
    const init = { method: 'POST', headers: { Origin: 'https://inspector.example' }, body: '{}' };
    const response = await ctx.send(new Request('http://localhost/oauth/register', init));
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
  });
});

describe('the client of a request', () => {
  const ask = (clientId: string, changes: Record<string, string> = {}) =>
    askConsent(ctx, toRequest(clientId, changes), owner.token);

  test('is rejected if its ID was changed or comes from another installation', async () => {
    const id = await createClient(ctx);
    const payload = Buffer.from(JSON.stringify(['Bank', ['https://evil.example/']])).toString('base64url');
    for (const forged of [
      id.slice(0, -1),
      `pmc_${payload}.${id.split('.')[1]}`,
      'pmc_',
      'pmc_.',
      'nobody',
      '',
    ]) {
      const { status, error } = await ask(forged);
      expect([forged, status, error?.code]).toEqual([forged, 400, 'VALIDATION_ERROR']);
      expect(error.details[0].field).toBe('client_id');
    }
  });

  test('can describe itself in a document at its ID', async () => {
    document = { client_id: DOCUMENT_URL, client_name: 'Assistant 2', redirect_uris: [REDIRECT_URI] };
    const { data } = await ask(DOCUMENT_URL);
    expect(data.consent).toMatchObject({ name: 'Assistant 2', app: 'assistant.example' });
    expect(outbound.sent.at(-1)).toMatchObject({ url: DOCUMENT_URL, method: 'GET', maxBytes: 5_120 });
  });

  for (const [why, given] of [
    ['names another ID', { client_id: 'https://other.example/c', redirect_uris: [REDIRECT_URI] }],
    ['lacks addresses', { client_id: DOCUMENT_URL }],
    ['has an address that runs code', { client_id: DOCUMENT_URL, redirect_uris: ['javascript:alert(1)'] }],
    ['is not JSON', '<html>'],
    ['is null', 'null'],
    ["can't be reached", new OutboundError('refused', 'assistant.example is not allowed')],
  ] as const)
    test(`is rejected if its document ${why}`, async () => {
      document = given;
      const { status, error } = await ask(DOCUMENT_URL);
      expect([status, error?.details?.[0].field]).toEqual([400, 'client_id']);
    });

  test('gets no answer at an address that it did not register', async () => {
    const { status, error } = await ask(await createClient(ctx), { redirect_uri: 'https://evil.example/' });
    expect([status, error?.details?.[0].field]).toEqual([400, 'redirect_uri']);
  });
});
