import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { MAX_BATCH } from '../../src/mcp/http.ts';
import { callTool } from '../../src/mcp/tools.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: string;
let document: OpenApiDocument;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = (await createBusiness(ctx)).token;
  document = (await ctx.call('GET', '/docs')).body;
});
afterAll(() => ctx.close());

/** The limits of the MCP endpoint. Its errors are JSON-RPC errors instead of API errors. */
async function post(body: unknown) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${owner}`,
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const response = await ctx.send(new Request('http://localhost/api/v1/mcp', init));
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
}
const request = (id: number | string, method: string, params: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
const call = (id: number, name: string, given: object) =>
  request(id, 'tools/call', { name, arguments: given });

describe('MCP batch', () => {
  test('responds to each message of a batch in order, but not to notifications', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const { status, body } = await post([
      request('a', 'ping'),
      notification,
      call(2, 'get_business', {}),
      request(3, 'no/such/method'),
    ]);
    expect(status).toBe(200);
    expect(body.map(({ id }: { id: unknown }) => id)).toEqual(['a', 2, 3]);
    expect(body[1].result.structuredContent.name).toBe('Blue Cup');
    expect(body[2].error.code).toBe(-32_601);
    expect((await post([notification])).status).toBe(202);
  });

  test('rejects a batch of more than ten messages without running any', async () => {
    const many = Array.from({ length: MAX_BATCH + 1 }, (_, id) => call(id, 'create_campaign', CAMPAIGN));
    const { status, body } = await post(many);
    expect([status, body.error]).toEqual([
      400,
      { code: -32_600, message: 'A batch can have up to 10 messages' },
    ]);
    const campaigns = await ctx.call('GET', '/campaigns', undefined, { as: owner });
    expect(campaigns.data.pagination.total).toBe(0);
  });

  test('a batch lists the same tools as a single message', async () => {
    const single = (await post(request('"tools":[]', 'tools/list'))).body;
    const [first, second] = (await post([request(1, 'tools/list'), request(2, 'tools/list')])).body;
    expect(single.id).toBe('"tools":[]');
    expect(single.result.tools.length).toBeGreaterThan(50);
    expect([first.result, second.result]).toEqual([single.result, single.result]);
  });
});

describe('MCP message', () => {
  test('rejects a message with too many values', async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`field${at}`, at]));
    const nested = Array.from({ length: 200 }, () => Array(100).fill(0));
    for (const given of [many, { name: nested }]) {
      const { status, body } = await post(call(1, 'create_campaign', given));
      expect([status, body.error.message]).toEqual([400, 'A message can have up to 10000 values']);
    }
  });

  test('lists up to ten unknown arguments', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
    const { body } = await post(call(1, 'create_campaign', many));
    expect(JSON.parse(body.result.content[0].text).details).toHaveLength(10);
  });
});

describe('MCP tool result', () => {
  test('rejects a result larger than one megabyte and explains how to fetch it', async () => {
    const bytes = new Uint8Array(1024 * 1024 + 1);
    for (const type of ['image/png', 'application/json']) {
      const send = async () => new Response(bytes, { headers: { 'content-type': type } });
      const permissions = { role: 'business', position: 'owner', scopes: null };
      const result = await callTool({ document, permissions, send }, 'get_upload', { id: 'upl_1' });
      expect(result?.isError).toBe(true);
      expect(JSON.stringify(result?.content)).toContain(
        'The response is 1048577 bytes, which exceeds the tool limit of 1048576 bytes; fetch it over HTTP',
      );
    }
  });
});
