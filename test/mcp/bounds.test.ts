import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { isForAgents } from '../../src/describe/mcp/toolsets.ts';
import {
  type OpenApiDocument,
  type ResponseObject,
  resolveReference,
  type Schema,
} from '../../src/describe/openapi/document.ts';
import { listOperationCalls } from '../../src/describe/operation-calls.ts';
import { MAX_BATCH } from '../../src/mcp/http.ts';
import { callTool } from '../../src/mcp/tools.ts';
import { MAX_ANSWER_BYTES, trimAnswer } from '../../src/mcp/trim-answer.ts';
import { snakeCase } from '../../src/platform/names.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { expectNoLonger } from '../support/growth.ts';
import { expectNoStall } from '../support/stalls.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { readAnswer } from './support.ts';

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
async function post(message: unknown, body = JSON.stringify(message)) {
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    authorization: `Bearer ${owner}`,
  };
  const init = { method: 'POST', headers, body };
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
    expect(readAnswer(body[1].result).name).toBe('Blue Cup');
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
    expect(single.result.tools.length).toBeGreaterThan(15);
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

  test('rejects a megabyte of values without holding the event loop', async () => {
    const message = call(1, 'create_campaign', { name: Array(490_000).fill(1) });
    const body = JSON.stringify(message);
    await expectNoStall(async () => {
      expect((await post(message, body)).body.error.message).toStartWith('A message can have up to');
    });
  });

  test('rejects an argument that is too long for an address', async () => {
    const { body } = await post(call(1, 'list_campaigns', { q: 'a'.repeat(8_001) }));
    expect(JSON.parse(body.result.content[0].text).details).toEqual([
      { field: 'q', issue: 'must have at most 8000 characters', rule: 'maxLength', limit: 8_000 },
    ]);
  });

  test('lists up to ten unknown arguments', async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]));
    const { body } = await post(call(1, 'create_campaign', many));
    expect(JSON.parse(body.result.content[0].text).details).toHaveLength(10);
  });
});

describe('MCP search', () => {
  const found = async (query: string) =>
    readAnswer((await post(call(1, 'search_tools', { query }))).body.result).tools;

  test('finds tools that are not listed, and call_tool calls them', async () => {
    const [first] = await found('webhook deliveries');
    expect(first).toMatchObject({ name: 'list_deliveries', inputSchema: { type: 'object' } });
    const given = { name: 'list_webhooks', arguments: { perPage: 5 } };
    const { body } = await post(call(2, 'call_tool', given));
    expect(readAnswer(body.result).pagination.perPage).toBe(5);
    const dry = { name: 'create_place', arguments: { name: 'Station', dryRun: true } };
    const dryRun = (await post(call(3, 'call_tool', dry))).body.result;
    expect([dryRun.isError, readAnswer(dryRun).dryRun]).toEqual([undefined, true]);
  });

  test('finds no secrets and nothing for unknown words', async () => {
    const names = (await found('create api key secret')).map(({ name }: { name: string }) => name);
    expect(names).not.toContain('create_api_key');
    const nothing = (await post(call(1, 'search_tools', { query: 'zzzz' }))).body.result;
    expect(readAnswer(nothing)).toEqual({
      tools: [],
      hint: expect.stringContaining('Name the kind of record'),
    });
  });

  test.each([['call_tool'], ['search_tools'], ['no_such_tool']])('call_tool rejects %s', async name => {
    const { result } = (await post(call(1, 'call_tool', { name }))).body;
    expect([result.isError, JSON.parse(result.content[0].text).details[0].field]).toEqual([true, 'name']);
  });

  const refusedArguments: [string, string, object, string, string][] = [
    [
      'an argument beside arguments',
      'call_tool',
      { name: 'create_campaign', dryRun: true },
      'dryRun',
      'unknown',
    ],
    [
      'arguments that are no object',
      'call_tool',
      { name: 'get_business', arguments: 'x' },
      'arguments',
      'type',
    ],
    ['a query above its limit', 'search_tools', { query: 'word '.repeat(50) }, 'query', 'maxLength'],
    ['an empty query', 'search_tools', { query: '' }, 'query', 'minLength'],
    ['a call without a query', 'search_tools', {}, 'query', 'required'],
    ['a limit above its maximum', 'search_tools', { query: 'mail', limit: 11 }, 'limit', 'maximum'],
    ['an argument that search_tools lacks', 'search_tools', { query: 'mail', page: 2 }, 'page', 'unknown'],
  ];
  test.each(refusedArguments)('%s is rejected', async (_, tool, given, field, rule) => {
    const { result } = (await post(call(1, tool, given))).body;
    expect(result.isError).toBe(true);
    expect(JSON.parse(result.content[0].text)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [{ field, rule }],
    });
  });

  test('a dry run in the wrong place changes nothing, and the error says where it belongs', async () => {
    const total = async () =>
      (await ctx.call('GET', '/campaigns', undefined, { as: owner })).data.pagination.total;
    const before = await total();
    const given = { name: 'create_campaign', arguments: CAMPAIGN, dryRun: true };
    const { result } = (await post(call(1, 'call_tool', given))).body;
    expect(JSON.parse(result.content[0].text).message).toContain('such as dryRun, into arguments');
    expect(await total()).toBe(before);
  });
});

describe('secrets', () => {
  /** Fields that work as a credential, or lead to one. */
  const SECRET = /^(?:secret|key|accessToken|refreshToken|recoveryCodes|inviteLink)$/;

  /** Returns whether a schema has such a field, at any depth. */
  function hasSecret(schema: Schema | undefined, seen = new Set<Schema>()): boolean {
    const whole = schema && resolveReference(document, schema);
    if (!whole || seen.has(whole)) return false;
    seen.add(whole);
    const inner = [...Object.values(whole.properties ?? {}), ...(whole.anyOf ?? []), whole.items];
    return (
      Object.keys(whole.properties ?? {}).some(name => SECRET.test(name)) ||
      inner.some(each => hasSecret(each, seen))
    );
  }

  test('no operation whose answer has a secret can be found, or called with call_tool', async () => {
    const secret = listOperationCalls(document).filter(({ operation }) =>
      ['200', '201'].some(status =>
        hasSecret((operation.responses[status] as ResponseObject)?.content?.['application/json']?.schema),
      ),
    );
    expect(secret.map(({ id }) => id)).toContain('createApiKey');
    expect(secret.filter(isForAgents).map(({ id }) => id)).toEqual([]);
    for (const { id } of [...secret, { id: 'createExportLink' }]) {
      const given = { name: snakeCase(id), arguments: { name: 'Agent', url: 'https://hooks.example.com' } };
      const { result } = (await post(call(1, 'call_tool', given))).body;
      expect([id, result.isError, JSON.parse(result.content[0].text).details[0].field]).toEqual([
        id,
        true,
        'name',
      ]);
    }
    expect((await ctx.call('GET', '/api-keys', undefined, { as: owner })).data.pagination.total).toBe(0);
  });

  test('call_tool answers every other operation like its own tool', async () => {
    const calls = listOperationCalls(document).filter(each => isForAgents(each) && each.method === 'GET');
    expect(calls.length).toBeGreaterThan(50);
    for (const { id } of calls) {
      const name = snakeCase(id);
      const direct = (await post(call(1, name, {}))).body.result;
      const found = (await post(call(1, 'call_tool', { name }))).body.result;
      expect([id, found.isError]).toEqual([id, direct.isError]);
      expect([id, Object.keys(readAnswer(found))]).toEqual([id, Object.keys(readAnswer(direct))]);
    }
  });
});

describe('MCP answer', () => {
  test('is cut to a length that a model can read, says so, and continues after the last record', () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ id: `cmp_${at}`, text: 'x'.repeat(1_000) }));
    const { data, note } = trimAnswer({ items, pagination: { total: 100, next: null } });
    const shown = data.items as typeof items;
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(data)))).toBeLessThanOrEqual(MAX_ANSWER_BYTES);
    expect(shown.length).toBeGreaterThan(15);
    expect(data.pagination).toEqual({ total: 100, next: shown.at(-1)?.id });
    expect(note).toContain(`items shows ${shown.length} of 100`);
    expect(items).toHaveLength(100);
  });

  test('is sent once, in up to 20 kB', async () => {
    for (const [name, given] of Object.entries({
      list_actions: {},
      list_benchmarks: {},
      get_pricing: {},
      list_events: { perPage: 100 },
      get_statistics: {},
      plan_marketing: { budget: 300, goals: ['sales'] },
      generate_campaigns: {},
      search_tools: { query: 'member', limit: 10 },
    })) {
      const { result } = (await post(call(1, name, given))).body;
      expect([name, result.isError, result.structuredContent]).toEqual([name, undefined, undefined]);
      expect([name, Buffer.byteLength(JSON.stringify(result)) <= 20_000]).toEqual([name, true]);
    }
  });

  test('is sent as structured content, too, if its schema is listed', async () => {
    const send = async () => Response.json({ success: true, data: { id: 'cmp_1' } });
    const permissions = { role: 'business', position: 'owner', scopes: null };
    const result = await callTool({ document, permissions, toolsets: ['all'], send }, 'get_campaign', {
      id: 'cmp_1',
    });
    expect(result?.structuredContent).toEqual({ id: 'cmp_1' });
  });

  test('suggests the argument that was meant', async () => {
    const given = { ...CAMPAIGN, endDate: '2027-01-01T00:00:00Z' };
    const { result } = (await post(call(1, 'create_campaign', given))).body;
    expect(readAnswer(result).message).toBe('endDate is an unknown argument (did you mean endsAt?)');
  });

  test('looks for the argument that was meant in no time, however long the name is', async () => {
    const names = Array.from({ length: 9 }, (_, at) => `${at}${'x'.repeat(90_000)}`);
    const given = Object.fromEntries(names.map(name => [name, 1]));
    await expectNoStall(() => post(call(1, 'create_campaign', given)));
  });

  test('names the platforms for one that is unknown', async () => {
    const { result } = (await post(call(1, 'create_campaign', { ...CAMPAIGN, platform: 'insta' }))).body;
    const [{ message }] = readAnswer(result).warnings;
    expect(message).toContain('interpreted as "instagram"');
    expect(message).toContain('(email, facebook, google, instagram, linkedin,');
  });

  test('keeps records rather than their sources', () => {
    const [items, sources] = [100, 100].map(length => Array.from({ length }, () => 'x'.repeat(150)));
    expect(trimAnswer({ items, sources }).data).toEqual({ items, sources: expect.any(Array) });
  });

  test('is unchanged when it fits', () => {
    const data = { items: [{ id: 'a' }], pagination: { next: null } };
    expect(trimAnswer(data)).toMatchObject({ data });
  });
});

describe('MCP tool result', () => {
  test('rejects a result larger than two megabytes and explains how to fetch it', async () => {
    const bytes = new Uint8Array(2 * 1024 * 1024 + 1);
    for (const type of ['image/png', 'application/json']) {
      const send = async () => new Response(bytes, { headers: { 'content-type': type } });
      const permissions = { role: 'business', position: 'owner', scopes: null };
      const result = await callTool({ document, permissions, send }, 'get_upload', { id: 'upl_1' });
      expect(result?.isError).toBe(true);
      expect(JSON.stringify(result?.content)).toContain(
        'The response is 2097153 bytes, which exceeds the tool limit of 2097152 bytes; fetch it over HTTP',
      );
    }
  });
});

/** Returns a document with this many short lists. */
function createDocument(lists: number) {
  const entries = Array.from({ length: lists }, (_, n) => [
    `/path/${n}`,
    { get: { tags: ['a'], schema: { required: ['id', 'name'] } } },
  ]);
  return { openapi: '3.1.0', paths: Object.fromEntries(entries) };
}

test('a long answer with thousands of short lists stays whole, in linear time', () => {
  const [long, short] = [createDocument(8_000), createDocument(1_000)];
  expect(trimAnswer(long)).toMatchObject({ data: long });
  expectNoLonger(
    () => trimAnswer(long),
    () => {
      for (let n = 0; n < 8; n++) trimAnswer(short);
    },
  );
});
