import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseTar } from 'nanotar';
import type { Json } from '../../campaigns/fixture.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness } from '../../support/accounts.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

/** Runs the nodes of the package with a context like n8n's, against an installation. */

const SERVER = 'http://localhost';
/** The parts of n8n's library that the nodes need. */
const N8N_WORKFLOW = `class Failure extends Error {
  constructor(node, error, options) {
    super(typeof error === 'string' ? error : options.message ?? error.message);
    this.httpCode = String(error.response?.status ?? '');
  }
}
module.exports = { NodeApiError: Failure, NodeOperationError: Failure };`;

let ctx: TestApp;
let owner: BusinessFixture;
let apiKey: string;
let folder: string;
let nodes: { Perkmint: Json; PerkmintTrigger: Json; PerkmintApi: Json };

beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  apiKey = (await ctx.call('POST', '/api-keys', { name: 'n8n' }, { as: owner.token })).data.key;
  const response = await ctx.send(new Request(`${SERVER}/api/v1/sdk/n8n`));
  folder = mkdtempSync(join(tmpdir(), 'perkmint-n8n-'));
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const archive = Bun.gunzipSync(new Uint8Array(await response.arrayBuffer()));
  for (const { name, text } of parseTar(archive)) write(name, text);
  write('node_modules/n8n-workflow/index.js', N8N_WORKFLOW);
  const require = createRequire(join(folder, 'package/package.json'));
  const { n8n } = require('./package.json');
  nodes = Object.assign({}, ...[...n8n.nodes, ...n8n.credentials].map(path => require(`./${path}`)));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await ctx.close();
});

const requests: Json[] = [];

/** The parts of n8n's context that the nodes use. */
function createContext(parameters: Json, more: object = {}): Json {
  const context = {
    getInputData: () => [{ json: {} }],
    getNode: () => ({ id: 'node-1', name: 'Perkmint' }),
    getExecutionId: () => '17',
    evaluateExpression: () => 0,
    continueOnFail: () => false,
    getNodeParameter: (name: string, _index?: number, fallback?: unknown) => parameters[name] ?? fallback,
    getCredentials: () => ({ server: `${SERVER}/`, apiKey }),
    helpers: { httpRequestWithAuthentication: (_name: string, request: Json) => send(request) },
    ...more,
  };
  return context;
}

async function send(request: Json): Promise<Json> {
  requests.push(request);
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(request.qs)) url.searchParams.set(name, String(value));
  const { headers } = nodes.PerkmintApi.prototype ? new nodes.PerkmintApi().authenticate.properties : {};
  expect(Object.keys(headers)).toEqual(['X-API-Key']);
  const response = await ctx.send(
    new Request(url, {
      method: request.method,
      headers: { 'X-API-Key': apiKey, 'Content-Type': 'application/json', ...request.headers },
      ...(request.body ? { body: JSON.stringify(request.body) } : {}),
    }),
  );
  const data = await response.json();
  if (!response.ok)
    throw Object.assign(new Error('Request failed'), { response: { status: response.status, data } });
  return data;
}

const run = async (parameters: Json, more?: object): Promise<Json[]> => {
  const [items] = await new nodes.Perkmint().execute.call(createContext(parameters, more));
  return items.map(({ json }: Json) => json);
};

describe('the action node', () => {
  test('creates a record once per run, and reads lists to the end', async () => {
    const { name, platform, actionType, reward } = CAMPAIGN;
    const parameters = {
      operation: 'createCampaign',
      name,
      platform,
      actionType,
      reward: JSON.stringify(reward),
    };
    const [created] = await run({ ...parameters, options: { description: 'From n8n' } });
    expect([created.name, created.reward.value, created.description]).toEqual([name, 5, 'From n8n']);
    const again = await run({ ...parameters, options: { description: 'From n8n' } });
    expect(again[0].id).toBe(created.id);
    for (let n = 0; n < 3; n += 1) await ctx.call('POST', '/campaigns', CAMPAIGN, { as: owner.token });
    const list = { operation: 'listCampaigns', options: { state: 'draft' } };
    expect(await run({ ...list, returnAll: true })).toHaveLength(4);
    expect(await run({ ...list, returnAll: false, limit: 2 })).toHaveLength(2);
    const [found] = await run({ operation: 'getCampaign', id: created.id });
    expect(found).toEqual(created);
  });

  test('reports errors of the API, and continues if the workflow says so', async () => {
    const parameters = { operation: 'getCampaign', id: 'cmp_none' };
    expect(run(parameters)).rejects.toThrow('Campaign not found');
    expect(await run(parameters, { continueOnFail: () => true })).toEqual([{ error: 'Campaign not found' }]);
    for (const id of ['', '..']) expect(run({ operation: 'getCampaign', id })).rejects.toThrow('path');
    expect(run({ operation: 'createCampaign', reward: '{' })).rejects.toThrow('reward must be JSON');
  });

  test('has each operation of its resources once, with unique fields', () => {
    const { properties } = new nodes.Perkmint().description;
    const [resource, ...rest] = properties;
    const choices = rest.filter(({ name }: Json) => name === 'operation');
    expect(choices.map(({ displayOptions }: Json) => displayOptions.show.resource[0])).toEqual(
      resource.options.map(({ value }: Json) => value),
    );
    const ids = choices.flatMap(({ options }: Json) => options.map(({ value }: Json) => value));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('recordVisit');
    expect(ids).not.toContain('streamEvents');
    for (const id of ids) {
      const fields = rest.filter(({ displayOptions }: Json) => displayOptions.show.operation?.includes(id));
      const names = fields.map(({ name }: Json) => name);
      expect([id, new Set(names).size]).toEqual([id, names.length]);
    }
  });
});

describe('the trigger node', () => {
  const staticData: Json = {};
  const subscribe = (parameters: Json): Json =>
    createContext(parameters, {
      getWorkflowStaticData: () => staticData,
      getNodeWebhookUrl: () => 'https://n8n.example/webhook/1',
      getWorkflow: () => ({ id: '1', name: 'Thank members' }),
    });
  const listWebhooks = async () =>
    (await ctx.call('GET', '/webhooks', undefined, { as: owner.token })).data.items;

  test('subscribes, notices what has changed, and unsubscribes', async () => {
    const { checkExists, create, delete: remove } = new nodes.PerkmintTrigger().webhookMethods.default;
    const context = subscribe({ events: ['reward.issued', 'campaign.created'] });
    expect(await checkExists.call(context)).toBe(false);
    expect(await create.call(context)).toBe(true);
    expect(await checkExists.call(context)).toBe(true);
    expect((await listWebhooks())[0]).toMatchObject({
      url: 'https://n8n.example/webhook/1',
      description: 'n8n: Thank members',
    });
    // Other events need another subscription.
    expect(await checkExists.call(subscribe({ events: ['reward.issued'] }))).toBe(false);
    expect(await listWebhooks()).toEqual([]);
    await create.call(context);
    await ctx.call('DELETE', `/webhooks/${staticData.webhookId}`, undefined, { as: owner.token });
    expect(await remove.call(context)).toBe(true);
    expect(staticData).toEqual({});
  });

  test('starts a workflow only for signed deliveries', async () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
    const rawBody = Buffer.from('{"id":"evt_1","type":"reward.issued"}');
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key)
      .update(`evt_1.${timestamp}.`)
      .update(rawBody)
      .digest('base64');
    const receive = async (headers: Json, body = rawBody) => {
      const statuses: number[] = [];
      const reply = { status: (code: number) => ({ json: () => void statuses.push(code) }) };
      const result = await new nodes.PerkmintTrigger().webhook.call(
        createContext(
          {},
          {
            getRequestObject: () => ({ rawBody: body }),
            getResponseObject: () => reply,
            getHeaderData: () => headers,
            getBodyData: () => JSON.parse(String(body)),
            getWorkflowStaticData: () => ({ secret }),
          },
        ),
      );
      return statuses[0] ?? result.workflowData[0][0].json;
    };
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,AAAA v1,${signature}`,
    };
    expect(await receive(headers)).toEqual({ id: 'evt_1', type: 'reward.issued' });
    expect(await receive(headers, Buffer.from('{"id":"evt_2"}'))).toBe(401);
    expect(await receive({ ...headers, 'webhook-id': 'evt_2' })).toBe(401);
    expect(await receive({ ...headers, 'webhook-timestamp': String(Number(timestamp) - 301) })).toBe(401);
    expect(await receive({})).toBe(401);
  });
});
