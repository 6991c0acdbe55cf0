import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { isStreaming } from '../../src/describe/operation-calls.ts';
import { snakeCase } from '../../src/platform/names.ts';
import { CAMPAIGN, createBusiness } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { sample } from '../support/long-run.ts';
import { exampleCalls, type OperationFixture, setupOperation } from '../support/operation-fixture.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { type Connect, connectV1, connectV2, type McpClient, readAnswer } from './support.ts';

const CLIENTS: [string, Connect][] = [
  ['@modelcontextprotocol/sdk v1', connectV1],
  ['@modelcontextprotocol/client v2', connectV2],
];

let ctx: TestApp;
let live: LiveServer;
let url: string;
let document: OpenApiDocument;
let owner: string;
let readOnly: string;

beforeAll(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on' });
  live = startLiveServer(ctx);
  url = `${live.url}/api/v1/mcp`;
  document = (await ctx.call('GET', '/docs')).body;
  owner = (await createBusiness(ctx)).token;
  const key = await ctx.call('POST', '/api-keys', { name: 'Reader', scopes: ['read'] }, { as: owner });
  readOnly = key.data.key;
});
afterAll(async () => {
  await live.close();
  await ctx.close();
});

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

/** A client that keeps its tools while the installation behind the URL changes, so it compiles their output schemas once. */
interface SwitchableClient {
  client: McpClient;
  live: LiveServer;
  /** The headers that authenticate the client; read for each request. */
  credential: Record<string, string>;
}

async function tour(connect: Connect, ctx: TestApp): Promise<SwitchableClient> {
  const liveServer = startLiveServer(ctx);
  const credential = bearer(await createAdmin(ctx));
  const client = await connect(`${liveServer.url}/api/v1/mcp?toolsets=all`, credential);
  // List the tools first, so that the client validates each result against the tool's output schema.
  await client.listTools();
  return { client, live: liveServer, credential };
}

/** Calls an operation over MCP, as an admin if it is public, because POST /mcp always requires authentication. */
async function play({ client, live: liveServer, credential }: SwitchableClient, fixture: OperationFixture) {
  const { call, token, args } = fixture;
  liveServer.switchTo(fixture.testApp);
  Object.assign(credential, bearer(token ?? (await createAdmin(fixture.testApp))));
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    Buffer.isBuffer(value) ? value.toString('base64') : value,
  ]);
  return client.callTool({ name: snakeCase(call.id), arguments: Object.fromEntries(entries) });
}

/** Each client plays every tenth call: dry-run.test.ts plays all of them, and compiling an output schema takes long. */
const STEP = 10;

describe.each(CLIENTS)('%s', (_, connect) => {
  test('the client lists the tools, resources and prompts of the definition', async () => {
    const client = await connect(url, bearer(await createAdmin(ctx).catch(() => owner)));
    const { tools } = await client.listTools();
    const definition = (await ctx.call('GET', '/mcp')).body;
    const known = new Map(definition.tools.map((tool: { name: string }) => [tool.name, tool]));
    for (const tool of tools) expect(tool).toEqual(known.get(tool.name));
    expect((await client.listResources()).resources).toEqual(definition.resources);
    expect((await client.listPrompts()).prompts).toEqual(definition.prompts);
    await client.close();
  });

  test('every tool call with its examples returns a result that matches the output schema', async () => {
    const failed: unknown[] = [];
    // An admin is there once: the example that makes the first cannot follow one. A signed webhook is for the
    // holder of its secret.
    const playable = exampleCalls(document).filter(
      ([, call, example]) => !call.isSigned && !isStreaming(call) && example !== 'setup',
    );
    // One example of each operation: what the others answer is validated with the other clients.
    const calls = sample([...new Map(playable.map(row => [row[1].id, row])).values()], STEP);
    const home = await createTestApp();
    const touring = await tour(connect, home);
    for (const [title, call, example] of calls) {
      const fixture = await setupOperation(document, call, example);
      const result = await play(touring, fixture);
      if (result.isError || result.content.length === 0) failed.push([title, result.content]);
      await fixture.testApp.close();
    }
    await touring.client.close();
    await touring.live.close();
    await home.close();
    expect(failed).toEqual([]);
  });

  test('an API error is returned as a result with code and details', async () => {
    const client = await connect(url, bearer(owner));
    const result = await client.callTool({ name: 'create_campaign', arguments: { ...CAMPAIGN, name: '' } });
    expect(result.isError).toBe(true);
    const refusal = JSON.parse(result.content[0].text);
    expect(refusal).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
    expect(refusal.details[0].field).toBe('name');
    const typo = await client.callTool({
      name: 'create_campaign',
      arguments: { ...CAMPAIGN, color: 'red' },
    });
    expect(JSON.parse(typo.content[0].text).details[0].field).toBe('color');
    await client.close();
  });

  test('the client reads resources and prompts', async () => {
    const client = await connect(url, bearer(owner));
    const { contents } = await client.readResource({ uri: 'perkmint://actions' });
    expect(JSON.parse(contents[0].text).pagination.total).toBe(107);
    const prompt = await client.getPrompt({ name: 'launch_campaign', arguments: { goal: 'more lunch' } });
    expect(prompt.messages[0].content.text).toContain('more lunch');
    const absent = await client.readResource({ uri: 'perkmint://nothing' }).catch(error => error);
    expect(absent).toBeInstanceOf(Error);
    const unsaid = await client.getPrompt({ name: 'launch_campaign' }).catch(error => error);
    expect(unsaid).toBeInstanceOf(Error);
    await client.close();
  });

  test('with a read-only key, the client sees and calls only read tools', async () => {
    const client = await connect(url, { 'X-API-Key': readOnly });
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(5);
    expect(tools.filter(tool => !tool.annotations.readOnlyHint)).toEqual([]);
    const result = await client.callTool({ name: 'create_campaign', arguments: CAMPAIGN });
    expect(JSON.parse(result.content[0].text).code).toBe('INSUFFICIENT_SCOPE');
    await client.close();
  });

  test('the client is rejected without a credential', async () => {
    const failure = await connect(url, {}).catch(error => error);
    expect(failure).toBeInstanceOf(Error);
  });

  test('the client finds an action, launches a campaign, reviews a submission and reads the result', async () => {
    const ctx = await createTestApp();
    const server = startLiveServer(ctx);
    const { token } = await createBusiness(ctx);
    const client = await connect(`${server.url}/api/v1/mcp`, bearer(token));
    const done = async (name: string, given: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: given });
      if (result.isError) throw new Error(`${name}: ${result.content[0].text}`);
      return readAnswer(result);
    };
    const { items } = await done('list_actions', { platform: 'instagram', rewardable: true });
    const draft = await done('create_campaign', { ...CAMPAIGN, actionId: items[0].id });
    const campaign = await done('update_campaign', { id: draft.id, state: 'active' });
    expect(campaign.state).toBe('active');
    const proof = { campaignId: draft.id, proofUrl: 'https://www.instagram.com/p/abc/', userId: 'guest-1' };
    const submission = await done('create_submission', proof);
    const queue = await done('list_submissions', { status: 'pending' });
    expect(queue.items[0].id).toBe(submission.id);
    await done('review_submission', { submissionId: submission.id, action: 'approve' });
    expect((await done('get_campaign', { id: draft.id })).stats.approved).toBe(1);
    expect((await done('list_rewards', {})).items).toHaveLength(1);
    await client.close();
    await server.close();
    await ctx.close();
  });
});
