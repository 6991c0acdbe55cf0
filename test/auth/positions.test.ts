import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../db/enums.ts';
import { listOperations } from '../../src/describe/openapi/document.ts';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createStaff } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
const tokens: Record<string, string> = {};
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  for (const position of ['manager', 'staff', 'counter'])
    tokens[position] = await createStaff(ctx, owner, position);
});
afterAll(() => ctx.close());

type Request = [method: string, path: string, body?: object];

const TOP_UP = { action: 'topup', amount: 20 };
const FOR_OWNERS: Request[] = [
  ['GET', '/api-keys'],
  ['POST', '/api-keys', { name: 'escalated' }],
  ['POST', '/api-keys/key_none/rotate', {}],
  ['DELETE', '/api-keys/key_none'],
  ['POST', '/webhooks', { url: 'https://example.com/hook' }],
  ['POST', '/webhooks/whk_none/rotate-secret'],
  ['PUT', '/business', { name: 'Mine now' }],
  ['GET', '/business/users'],
  ['POST', '/business/users', { email: 'friend@people.example', name: 'Friend' }],
  ['PUT', '/business/users/usr_none', { position: 'owner' }],
  ['POST', '/business/users/usr_none/invitation'],
  ['DELETE', '/business/users/usr_none'],
  ['POST', '/billing', TOP_UP],
  ['POST', '/billing', { action: 'subscribe', planId: 'starter', interval: 'month' }],
  ['POST', '/billing', { action: 'cancel' }],
  ['POST', '/billing', { action: 'resume' }],
  ['POST', '/billing', { action: 'portal' }],
  ['POST', '/billing', { action: 'status' }],
  ['POST', '/billing', { action: 'plans' }],
  ['POST', '/billing', { action: 'invoices' }],
];
const FOR_MANAGERS: Request[] = [
  ['POST', '/campaigns', CAMPAIGN],
  ['PUT', '/campaigns', { campaignId: 'cmp_none', action: 'pause' }],
  ['POST', '/programs', { name: 'Regulars' }],
  ['POST', '/ai/generate', {}],
  ['POST', '/exchange/enroll', {}],
  ['POST', '/influencers', { name: 'Mia' }],
  ['POST', '/oauth/connect', { platform: 'instagram', method: 'bioCode', handle: 'blue.cup' }],
  ['POST', '/webhooks/whk_none/test'],
];
const FOR_STAFF: Request[] = [
  ['GET', '/campaigns'],
  ['GET', '/submissions'],
  ['GET', '/webhooks'],
  ['GET', '/business/statistics'],
];
const REDEMPTION: Request = ['POST', '/rewards/redeem', { code: 'AAAAAAAAAA' }];
const FOR_EVERYBODY: Request[] = [
  ['GET', '/business'],
  ['GET', '/auth'],
  ['GET', '/account'],
  ['GET', '/programs'],
];

const REFUSED: [position: string, allowed: string, requests: Request[]][] = [
  ['manager', 'owner', FOR_OWNERS],
  ['staff', 'owner', FOR_OWNERS],
  ['counter', 'owner', FOR_OWNERS],
  ['staff', 'owner or manager', FOR_MANAGERS],
  ['counter', 'owner or manager', FOR_MANAGERS],
  ['counter', 'owner, manager or staff', FOR_STAFF],
  ['counter', 'owner, manager or staff', [['POST', '/submissions/review', { submissionId: 'sub_none' }]]],
];

const title = ([method, path, body]: Request) => `${method} ${path} ${JSON.stringify(body ?? '')}`;

for (const [position, allowed, requests] of REFUSED) {
  for (const request of requests) {
    test(`the error for ${position} names the position ${allowed} for ${title(request)}`, async () => {
      const [method, path, body] = request;
      const refused = await ctx.call(method, path, body, { as: tokens[position] });
      expectFailure(refused, 403, 'FORBIDDEN');
      expect(refused.error.message).toBe(
        `This operation requires the position ${allowed}; your position is ${position}`,
      );
    });
  }
}

const ALLOWED: [position: string, requests: Request[]][] = [
  ['manager', FOR_MANAGERS],
  ['staff', FOR_STAFF],
  ['counter', [...FOR_EVERYBODY, REDEMPTION]],
];
for (const [position, requests] of ALLOWED) {
  for (const request of requests) {
    test(`${position} may call ${title(request)}`, async () => {
      const [method, path, body] = request;
      expect((await ctx.call(method, path, body, { as: tokens[position] })).status).not.toBe(403);
    });
  }
}

describe('MCP tools', () => {
  const listTools = async (as: string): Promise<string[]> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    const headers = { accept: 'application/json, text/event-stream' };
    const { body } = await ctx.call('POST', '/mcp?toolsets=all', message, { as, headers });
    return body.result.tools.map(({ name }: { name: string }) => name);
  };

  test('managers see no tools for owners only', async () => {
    const offered = new Set(await listTools(tokens.manager as string));
    const withheld = (await listTools(owner.token)).filter(name => !offered.has(name));
    expect(withheld.sort()).toEqual([
      'add_business_user',
      'check_for_updates',
      'check_public_address',
      'create_api_key',
      'create_webhook',
      'delete_test_data',
      'end_user_sessions',
      'get_backups',
      'get_health_checks',
      'get_pass_settings',
      'get_updates',
      'install_update',
      'list_api_keys',
      'list_business_users',
      'list_mails',
      'manage_billing',
      'preview_mail',
      'remove_business_user',
      'remove_integration',
      'remove_pass_settings',
      'renew_invitation',
      'request_backup',
      'reset_pin',
      'revoke_api_key',
      'rotate_api_key',
      'rotate_webhook_secret',
      'set_apple_passes',
      'set_google_passes',
      'set_integration',
      'set_public_address',
      'set_update_check',
      'test_mail',
      'update_business',
      'update_business_user',
    ]);
  });

  test('the counter position sees tools to redeem rewards and read the business, but no campaigns', async () => {
    const tools = await listTools(tokens.counter as string);
    expect(tools).toEqual(expect.arrayContaining(['redeem_reward', 'get_business']));
    for (const name of ['list_campaigns', 'review_submission', 'list_submissions', 'void_reward'])
      expect(tools).not.toContain(name);
  });
});

test('an API key needs scopes, not a position', async () => {
  const { key } = (await ctx.call('POST', '/api-keys', { name: 'all' }, { as: owner.token })).data;
  expect((await ctx.call('PUT', '/business', { industry: 'cafe' }, { as: key })).status).toBe(200);
  expect((await ctx.call('POST', '/billing', TOP_UP, { as: key })).status).toBe(201);
});

test('the API description lists the required positions of each restricted operation', async () => {
  const { operations } = ctx.app.handler.routes;
  const document = (await ctx.call('GET', '/docs')).body;
  const described = listOperations(document).filter(({ operation }) => operation['x-required-positions']);
  const declared = operations.filter(({ permission }) => permission && permission !== 'counter');
  expect(described.map(({ operation }) => operation.operationId).sort()).toEqual(
    declared.map(({ operationId }) => operationId).sort(),
  );
  const everyPosition = 'counter';
  expect(new Set([...declared.map(({ permission }) => permission), everyPosition])).toEqual(
    new Set(PERMISSIONS),
  );
});
