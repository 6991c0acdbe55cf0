import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { PERMISSIONS } from '../../db/enums.ts';
import { listOperations } from '../../src/describe/openapi/document.ts';
import { expectFailure } from '../http/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createStaff } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let staff: string;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  staff = await createStaff(ctx, owner);
});
afterAll(() => ctx.close());

const TOP_UP = { action: 'topup', amount: 20 };
const FOR_OWNERS: [method: string, path: string, body?: object][] = [
  ['GET', '/api-keys'],
  ['POST', '/api-keys', { name: 'escalated' }],
  ['POST', '/api-keys/key_none/rotate', {}],
  ['DELETE', '/api-keys/key_none'],
  ['POST', '/webhooks', { url: 'https://example.com/hook' }],
  ['POST', '/webhooks/whk_none/rotate-secret'],
  ['PUT', '/business', { name: 'Mine now' }],
  ['GET', '/business/users'],
  ['POST', '/business/users', { email: 'friend@people.example', name: 'Friend' }],
  ['DELETE', '/business/users/usr_none'],
  ['POST', '/billing', TOP_UP],
  ['POST', '/billing', { action: 'subscribe', planId: 'starter', interval: 'month' }],
  ['POST', '/billing', { action: 'cancel' }],
  ['POST', '/billing', { action: 'resume' }],
  ['POST', '/billing', { action: 'portal' }],
];
const FOR_EVERY_POSITION: [method: string, path: string, body?: object][] = [
  ['GET', '/business'],
  ['GET', '/webhooks'],
  ['POST', '/campaigns', CAMPAIGN],
  ['POST', '/billing', { action: 'status' }],
  ['POST', '/billing', { action: 'plans' }],
  ['POST', '/billing', { action: 'invoices' }],
];

describe('staff position', () => {
  for (const [method, path, body] of FOR_OWNERS) {
    test(`staff gets an error naming the required position for ${method} ${path} ${JSON.stringify(body ?? '')}`, async () => {
      const refused = await ctx.call(method, path, body, { as: staff });
      expectFailure(refused, 403, 'FORBIDDEN');
      expect(refused.error.message).toBe(
        'This operation requires the position owner; your position is staff',
      );
    });
  }

  for (const [method, path, body] of FOR_EVERY_POSITION) {
    test(`staff may call ${method} ${path} ${JSON.stringify(body ?? '')}`, async () => {
      const { status } = await ctx.call(method, path, body, { as: staff });
      expect([200, 201]).toContain(status);
    });
  }

  test('staff sees no MCP tools for owners only', async () => {
    const toolsOf = async (as: string): Promise<string[]> => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
      const headers = { accept: 'application/json, text/event-stream' };
      const { body } = await ctx.call('POST', '/mcp', message, { as, headers });
      return body.result.tools.map(({ name }: { name: string }) => name);
    };
    const offered = new Set(await toolsOf(staff));
    const withheld = (await toolsOf(owner.token)).filter(name => !offered.has(name));
    expect(withheld.sort()).toEqual([
      'add_business_user',
      'create_api_key',
      'create_webhook',
      'list_api_keys',
      'list_business_users',
      'remove_business_user',
      'revoke_api_key',
      'rotate_api_key',
      'rotate_webhook_secret',
      'set_public_address',
      'update_business',
    ]);
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
  const declared = operations.filter(({ permission }) => permission);
  expect(described.map(({ operation }) => operation.operationId).sort()).toEqual(
    declared.map(({ operationId }) => operationId).sort(),
  );
  expect(new Set(declared.map(({ permission }) => permission))).toEqual(new Set(PERMISSIONS));
});
