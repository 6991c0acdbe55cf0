import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSIONS } from '../../src/describe/mcp/definition.ts';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { callTool } from '../../src/mcp/tools.ts';
import { CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { readAnswer } from './support.ts';

let ctx: TestApp;
let owner: string;

beforeAll(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on', CORS_ORIGINS: 'https://friend.example' });
  owner = (await createBusiness(ctx)).token;
});
afterAll(() => ctx.close());

const TYPES = { accept: 'application/json, text/event-stream' };
let id = 0;
const send = (method: string, params: object, options: CallOptions = { as: owner }) =>
  ctx.call(
    'POST',
    '/mcp',
    { jsonrpc: '2.0', id: ++id, method, params },
    {
      ...options,
      headers: { ...TYPES, ...options.headers },
    },
  );
const tool = (name: string, given: object, options?: CallOptions) =>
  send('tools/call', { name, arguments: given }, options);
const initialize = (options?: CallOptions) =>
  send(
    'initialize',
    { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
    options,
  );
const refusalIn = (response: { body: { result: { content: { text: string }[] } } }) =>
  JSON.parse(response.body.result.content[0]?.text ?? '{}');

describe('POST /mcp', () => {
  test('rejects an id that would call another operation', async () => {
    for (const given of [{ id: '..' }, { id: '.' }, { id: '' }]) {
      const refusal = refusalIn(await tool('get_campaign', given));
      expect([refusal.code, refusal.details?.[0]?.field]).toEqual(['VALIDATION_ERROR', 'id']);
    }
  });

  test('accepts 120 messages per minute and responds with JSON', async () => {
    const response = await initialize();
    expect([response.status, response.headers.get('x-ratelimit-limit')]).toEqual([200, '120']);
    expect(response.body.result.serverInfo.name).toBe('perkmint');
    expect(response.body.result.protocolVersion).toBe('2025-06-18');
  });

  test('supports the protocol revisions of the official package', () => {
    expect(PROTOCOL_VERSIONS).toEqual(['2026-07-28', ...SUPPORTED_PROTOCOL_VERSIONS]);
  });

  test('returns 401 without a credential or with an invalid one', async () => {
    const anonymous = await initialize({});
    expect([anonymous.status, anonymous.error.code]).toEqual([401, 'UNAUTHENTICATED']);
    expect(anonymous.headers.get('www-authenticate')).toStartWith('Bearer resource_metadata=');
    expect((await initialize({ as: 'x' })).status).toBe(401);
  });

  test('rejects requests from pages of other origins', async () => {
    const from = (origin: string) => initialize({ as: owner, headers: { origin } });
    expect((await from('https://evil.example')).error.code).toBe('FORBIDDEN');
    expect((await from('null')).status).toBe(403);
    expect((await from('https://friend.example')).status).toBe(200);
    expect((await from(new URL(ctx.app.services.config.publicUrl).origin)).status).toBe(200);
  });

  test('responds to invalid messages with a protocol error', async () => {
    const headers = { ...TYPES, 'content-type': 'application/json', authorization: `Bearer ${owner}` };
    const request = { method: 'POST', headers, body: '{"jsonrpc":' };
    const broken = await ctx.send(new Request('http://localhost/api/v1/mcp', request));
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { code: -32_700 } });
    const absent = await tool('no_such_tool', {});
    expect(absent.body.error.code).toBe(-32_602);
    expect((await send('no/such/method', {})).body.error.code).toBe(-32_601);
  });
});

describe('MCP tool call', () => {
  test("a tool call counts against its operation's rate limit like a direct call", async () => {
    const peer = '192.0.2.77';
    const direct = await ctx.call('GET', '/campaigns', undefined, { as: owner, peer });
    const before = Number(direct.headers.get('x-ratelimit-remaining'));
    await tool('list_campaigns', {}, { as: owner, peer });
    const after = await ctx.call('GET', '/campaigns', undefined, { as: owner, peer });
    expect(Number(after.headers.get('x-ratelimit-remaining'))).toBe(before - 2);
  });

  test("a tool call over its operation's rate limit returns an error while messages are still accepted", async () => {
    const peer = '192.0.2.78';
    for (let i = 0; i < TIER_LIMITS.strict; i++) await tool('get_caller', {}, { as: owner, peer });
    const refused = await tool('get_caller', {}, { as: owner, peer });
    expect(refused.status).toBe(200);
    expect(refused.body.result.isError).toBe(true);
    expect(refusalIn(refused).code).toBe('RATE_LIMITED');
  });

  test('a tool call with an idempotency key runs once', async () => {
    const given = { ...CAMPAIGN, name: 'Once', idempotencyKey: 'agent-1' };
    const first = readAnswer((await tool('create_campaign', given)).body.result);
    const again = readAnswer((await tool('create_campaign', given)).body.result);
    expect(again.id).toBe(first.id);
  });

  test("a tool call cannot access another business's record", async () => {
    const campaign = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner });
    const other = (await createBusiness(ctx, 'Red Bowl')).token;
    expect(refusalIn(await tool('get_campaign', { id: campaign.data.id }, { as: other })).code).toBe(
      'NOT_FOUND',
    );
  });

  test('callers see only tools that they can use', async () => {
    const { token } = await createCustomer(ctx);
    const { body } = await send('tools/list', {}, { as: token });
    const names = body.result.tools.map((one: { name: string }) => one.name);
    expect(names).toContain('create_submission');
    expect(names).not.toContain('create_campaign');
    expect(names).not.toContain('list_businesses');
  });

  test("a dry run also counts against its operation's rate limit", async () => {
    const options = { as: owner, peer: '192.0.2.79' };
    const given = { ...CAMPAIGN, dryRun: true };
    for (let i = 0; i < 30; i++)
      expect((await tool('create_campaign', given, options)).body.result.isError).toBeUndefined();
    expect(refusalIn(await tool('create_campaign', given, options)).code).toBe('RATE_LIMITED');
    expect((await ctx.call('POST', '/campaigns', CAMPAIGN, options)).status).toBe(429);
  });

  test('a dry run that the server did not confirm is reported as an error', async () => {
    const document = (await ctx.call('GET', '/docs')).body;
    const send = async () => Response.json({ success: true, data: { id: 'cmp_made' } }, { status: 201 });
    const agent = { document, permissions: { role: 'business', position: null, scopes: null }, send };
    const result = await callTool(agent, 'create_campaign', { ...CAMPAIGN, dryRun: true });
    expect(result?.isError).toBe(true);
    expect(result?.content[0]).toMatchObject({
      text: expect.stringContaining("didn't confirm the dry run"),
    });
  });
});
