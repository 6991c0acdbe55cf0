import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { buildMcpDefinition, type Definition } from '../../src/describe/mcp/definition.ts';
import { ADVICE } from '../../src/describe/mcp/toolsets.ts';
import { listOperations, type OpenApiDocument, type Schema } from '../../src/describe/openapi/document.ts';
import {
  listOperationCalls,
  type OperationCall,
  prepareRequest,
} from '../../src/describe/operation-calls.ts';
import { snakeCase } from '../../src/platform/names.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let document: OpenApiDocument;
let definition: Definition;

beforeAll(async () => {
  ctx = await createTestApp();
  document = (await ctx.call('GET', '/docs')).body;
  definition = (await ctx.call('GET', '/mcp?toolsets=all')).body;
});
afterAll(() => ctx.close());

/** Tools that spend, void, reverse, cancel, delete, rotate or decide. */
const DESTRUCTIVE = [
  'cancel_order',
  'change_campaign_states',
  'create_cashback',
  'delete_campaign',
  'delete_program',
  'delete_webhook',
  'deposit_cash',
  'disconnect_platform',
  'manage_billing',
  'place_order',
  'redeem_perk',
  'redeem_reward',
  'remove_business_user',
  'review_submission',
  'revoke_api_key',
  'rotate_api_key',
  'rotate_webhook_secret',
  'take_order',
  'update_campaign',
  'void_reward',
];
const toolOf = (name: string) => definition.tools.find(tool => tool.name === name);

describe('path argument', () => {
  const callNamed = (id: string) =>
    listOperationCalls(document).find(call => call.id === id) as OperationCall;

  test.each(['.', '..', '', undefined, ['..']])(
    '%p is rejected because it would call another operation',
    id => {
      expect(() => prepareRequest(callNamed('getCampaign'), { id })).toThrow(
        /^id (is required|must not be \. or \.\.)$/,
      );
    },
  );

  test.each(['../rewards', '..%2f', '%2e%2e', 'a/b', '?x', '#x', '\\', '...', '\ud83d', '$&'])(
    '%p is encoded as a single path segment',
    id => {
      const { path } = prepareRequest(callNamed('getCampaign'), { id });
      const { pathname, search, hash } = new URL(path, 'http://localhost');
      expect(pathname.split('/')).toHaveLength(5);
      expect(decodeURIComponent(pathname)).toBe(`/api/v1/campaigns/${id.toWellFormed()}`);
      expect(search + hash).toBe('');
    },
  );
});

describe('MCP definition', () => {
  test('returns a document of version 1.0.0 without an envelope and with an ETag', async () => {
    expect(definition).toMatchObject({ name: 'perkmint', version: '1.0.0' });
    for (const name of ['protocolVersions', 'transport', 'authentication', 'tools', 'resources', 'prompts'])
      expect(definition).toHaveProperty(name);
    const { headers } = await ctx.call('GET', '/mcp');
    const etag = headers.get('etag') ?? '';
    expect((await ctx.call('GET', '/mcp', undefined, { headers: { 'if-none-match': etag } })).status).toBe(
      304,
    );
    expect(headers.get('vary')).toContain('Accept');
  });

  test('contains one tool per operation, named in snake_case', () => {
    const ids = listOperations(document).map(({ operation }) => snakeCase(operation.operationId));
    expect(definition.tools.map(tool => tool.name).sort()).toEqual(ids.sort());
    expect(toolOf('create_campaign')?.title).toBe('Create a campaign');
  });

  test('contains only self-contained schemas', () => {
    const ajv = new Ajv2020({ strict: false });
    addFormats.default(ajv);
    for (const { inputSchema, outputSchema } of definition.tools) {
      expect(inputSchema.type).toBe('object');
      ajv.compile(inputSchema);
      if (outputSchema) ajv.compile(outputSchema);
    }
    expect(JSON.stringify(definition.tools)).not.toContain('$ref');
  });

  test('has no numeric keywords that refuse a whole request to Gemini', () => {
    expect(JSON.stringify(definition.tools)).not.toMatch(/"(exclusiveM|multipleOf)/);
    const budget = toolOf('create_campaign')?.inputSchema.properties?.budget;
    expect(JSON.stringify(budget)).toContain('"minimum":0');
  });

  test('annotates read-only and destructive tools', () => {
    expect(toolOf('list_campaigns')?.annotations).toMatchObject({
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
    });
    expect(toolOf('create_campaign')?.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
    });
    for (const name of DESTRUCTIVE)
      expect([name, toolOf(name)?.annotations.destructiveHint]).toEqual([name, true]);
  });

  test('flattens a body with several variants into one list of fields', () => {
    const { properties, required }: Schema = toolOf('authenticate')?.inputSchema ?? {};
    expect(required).toEqual(['action']);
    expect(properties?.action?.enum).toContain('login');
    expect(properties).toHaveProperty('refreshToken');
  });

  test('lists the existing resources and three prompts', () => {
    const uris = definition.resources.map(({ uri }) => uri);
    expect(uris).toEqual(expect.arrayContaining(['perkmint://actions', 'perkmint://benchmarks']));
    expect(uris.includes('perkmint://legal')).toBe('/api/v1/legal' in document.paths);
    expect(definition.prompts.map(({ name }) => name)).toEqual([
      'launch_campaign',
      'review_queue',
      'monthly_report',
    ]);
  });

  test('the MCP definition is generated from the OpenAPI document alone', () => {
    expect(buildMcpDefinition(document, ['all'])).toEqual(definition);
  });

  test('rejects a request for an event stream and points to POST', async () => {
    const headers = { accept: 'text/event-stream' };
    const response = await ctx.call('GET', '/mcp', undefined, { headers });
    expect([response.status, response.error.code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('MCP toolsets', () => {
  const MAX_BYTES = 60_000;
  const MAX_TOOLS = 24;
  const read = async (query = ''): Promise<Definition> => (await ctx.call('GET', `/mcp${query}`)).body;
  const namesOf = ({ tools }: Definition) => tools.map(({ name }) => name);

  test('the default one has few tools that a model can read, each with advice', async () => {
    const { tools } = await read();
    expect(tools.length).toBeLessThanOrEqual(MAX_TOOLS);
    expect(JSON.stringify(tools).length).toBeLessThan(MAX_BYTES);
    for (const id of Object.keys(ADVICE)) expect(tools.map(({ name }) => name)).toContain(snakeCase(id));
  });

  test('more are listed beside it, and all lists every operation', async () => {
    const few = namesOf(await read());
    const more = namesOf(await read('?toolsets=webhooks'));
    expect(more).toEqual(expect.arrayContaining([...few, 'list_deliveries', 'replay_events']));
    expect(more).not.toContain('create_webhook');
    expect(namesOf(await read('?toolsets=all'))).toHaveLength(listOperations(document).length);
  });

  test('an unknown one is rejected with the names', async () => {
    const { status, error } = await ctx.call('GET', '/mcp?toolsets=webhook');
    expect(status).toBe(400);
    expect(error?.details).toMatchObject([{ field: 'toolsets', allowed: (await read()).toolsets }]);
  });

  test('none but all has secrets, streams, signed webhooks or documents', async () => {
    const { toolsets } = await read();
    const names = namesOf(await read(`?toolsets=${toolsets.filter(name => name !== 'all').join(',')}`));
    for (const name of [
      'create_api_key',
      'rotate_webhook_secret',
      'stream_events',
      'receive_billing_event',
      'get_api_description',
      'get_python_client',
    ])
      expect(names).not.toContain(name);
    expect(names).toContain('get_upload');
  });
});

describe('operation call', () => {
  /** An operation whose path, query and body all have a field of the same name. */
  const clash = structuredClone({
    openapi: '3.1.0',
    info: {},
    servers: [],
    tags: [],
  }) as never as OpenApiDocument;
  const properties = { id: { type: 'string' }, note: { type: 'string' } };
  Object.assign(clash, {
    components: { schemas: {} },
    paths: {
      '/api/v1/things/{id}': {
        post: {
          operationId: 'moveThing',
          summary: 'Move a thing',
          parameters: [
            { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
            { name: 'id', in: 'query', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: { type: 'object', properties } } } },
          responses: {},
        },
      },
    },
  });

  test('path, query and body inputs with the same name get distinct names', () => {
    const [call] = listOperationCalls(clash) as [OperationCall];
    expect(call.inputs.map(({ name }) => name)).toEqual(['id', 'queryId', 'bodyId', 'note']);
    const request = prepareRequest(call, { id: 'a/b', queryId: 'c d', bodyId: 'e', note: null, other: 1 });
    expect(request.path).toBe('/api/v1/things/a%2Fb?id=c+d');
    expect(request.body).toBe('{"id":"e","note":null}');
    expect(request.unknown).toEqual(['other']);
  });
});
