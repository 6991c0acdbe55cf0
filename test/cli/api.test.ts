import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { listOperations } from '../../src/describe/openapi/document.ts';
import { readAnswer } from '../mcp/support.ts';
import { createBusiness } from '../support/accounts.ts';
import { PNG } from '../support/fixtures.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { getEngineSettings } from '../support/postgres-app.ts';
import { PROGRAM } from '../support/program.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createRunner } from './fixture.ts';

let ctx: TestApp;
let live: LiveServer;
let token: string;
let key: string;
let businessId: string;
let folder: string;
let run: ReturnType<typeof createRunner>;

beforeAll(async () => {
  ctx = await createTestApp();
  live = startLiveServer(ctx);
  const owner = await createBusiness(ctx);
  ({ businessId, token } = owner);
  key = (await ctx.call('POST', '/api-keys', { name: 'CLI' }, { as: token })).data.key;
  folder = mkdtempSync(join(tmpdir(), 'perkmint-api-'));
  run = createRunner(ctx);
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await live.close();
  await ctx.close();
});

const CREATE = 'api createCampaign --name Lunch --platform instagram --action-type story --reward.type fixed';

describe('perkmint api', () => {
  test('lists every operation of the OpenAPI document', async () => {
    const document = (await ctx.call('GET', '/docs')).body;
    const { code, out } = await run('api');
    expect(code).toBe(0);
    for (const { operation } of listOperations(document)) expect(out).toContain(operation.operationId);
  });

  test('names the setting for the API key when a server requires one', async () => {
    const { code, err } = await run(`api listCampaigns --server ${live.url}`);
    expect(code).toBe(3);
    expect(err).toContain('set PERKMINT_API_KEY or --api-key-file');
  });

  test('rejects an ID that would call another operation, locally and on a server', async () => {
    const file = join(folder, 'key-of-dots');
    writeFileSync(file, key, { mode: 0o600 });
    const remote = `--server ${live.url} --api-key-file ${file}`;
    for (const words of [
      `api getCampaign --id ..`,
      `api getCampaign --id .. ${remote}`,
      `campaigns show .. ${remote}`,
    ]) {
      const { code, err } = await run(words);
      expect([words, code]).toEqual([words, 2]);
      expect(err).toContain('id must not be . or ..');
    }
  });

  test('explains the fields of an operation', async () => {
    const { code, out } = await run('api createCampaign --help');
    expect(code).toBe(0);
    expect(out).toContain('Create a campaign (POST /api/v1/campaigns');
    expect(out).toMatch(/--name <string> +required/);
    expect(out).toContain('--reward <object>'.replace('object', 'json'));
    expect((await run('api --help')).out).toContain('Examples:');
  });

  test('runs on the local data as one business, with typed and nested fields', async () => {
    const made = await run(`${CREATE} --reward.value 4.5 --launch --business ${businessId} --json`);
    expect(made.err).toBe('');
    expect(made.json).toMatchObject({ name: 'Lunch', state: 'active', businessId, reward: { value: 4.5 } });
    const shown = await run(`api get-campaign --id ${made.json.id} --business ${businessId}`);
    expect(shown.out).toContain('Lunch');
    const listed = await run(`api listCampaigns --state=active --per-page 5 --business ${businessId}`);
    expect(listed.out).toContain(made.json.id);
  });

  test('reads fields from stdin', async () => {
    const stdin = JSON.stringify({ description: 'Piped in' });
    const made = await run(`${CREATE} --reward.value 2 --input - --business ${businessId} --json`, { stdin });
    expect([made.err, made.json?.description]).toEqual(['', 'Piped in']);
  });

  test('refuses fields in a file that is not UTF-8', async () => {
    const input = join(folder, 'latin.json');
    writeFileSync(input, Buffer.from('{"name":"Caf\xe9"}', 'latin1'));
    const refused = await run(`api createCampaign --input ${input} --business ${businessId}`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('is not UTF-8')]);
  });

  test('previews a change with --dry-run, locally and on a server', async () => {
    const tryOut = `${CREATE} --reward.value 4.5 --dry-run --json`;
    const env = { PERKMINT_API_KEY: key };
    const total = async () =>
      (await run(`api listCampaigns --business ${businessId} --json`)).json.pagination.total;
    const before = await total();
    const local = await run(`${tryOut} --business ${businessId}`);
    const remote = await run(`${tryOut} --server ${live.url}`, { env });
    expect([local.json.name, remote.json.name, local.code, remote.code]).toEqual(['Lunch', 'Lunch', 0, 0]);
    expect([local.err, remote.err]).toEqual(Array(2).fill('Dry run: no changes were made\n'));
    expect(await total()).toBe(before);
    const refused = await run(`api createApiKey --name Key --dry-run --business ${businessId}`);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('has no field dry-run')]);
  });

  test('runs on a server with a key from the environment or a file', async () => {
    const env = { PERKMINT_API_KEY: key };
    const caller = await run(`api getCaller --server ${live.url} --json`, { env });
    expect(caller.json.authMethod).toBe('apiKey');
    const file = join(folder, 'key');
    writeFileSync(file, `${key}\n`);
    const listed = await run(`api listCampaigns --server ${live.url}/api/v1 --api-key-file ${file} --json`);
    expect(listed.json.items).toBeArray();
  });

  test('uploads a file and writes one', async () => {
    const picture = join(folder, 'proof.png');
    writeFileSync(picture, PNG);
    const kept = await run(`api createUpload --file ${picture} --business ${businessId} --json`);
    const copy = join(folder, 'copy.png');
    await run(`api getUpload --id ${kept.json.id} --business ${businessId} --out ${copy}`);
    expect(Buffer.compare(readFileSync(copy), PNG)).toBe(0);
  });

  test('prints or writes a list as CSV with all records, locally and from a server', async () => {
    const words = 'api listPlaces --created-from 2020-01-01T00:00:00Z --csv';
    const named = Array.from({ length: 130 }, (_, at) => `Place ${at}`);
    for (const name of named) await ctx.call('POST', '/business/places', { name }, { as: token });
    const path = join(folder, 'places.csv');
    const local = await run(`${words} --business ${businessId}`);
    const remote = await run(`${words} --server ${live.url}`, { env: { PERKMINT_API_KEY: key } });
    const written = await run(`${words} --business ${businessId} --out ${path}`);
    expect([local.code, remote.code, written.code]).toEqual([0, 0, 0]);
    expect(local.out).toStartWith('\uFEFFid,businessId,name,');
    expect(named.filter(name => !local.out.includes(`,${name},`))).toEqual([]);
    expect([remote.out, readFileSync(path, 'utf8')]).toEqual([local.out, local.out]);
    const filtered = await run(
      `api listPlaces --created-to 2020-01-01T00:00:00Z --csv --business ${businessId}`,
    );
    expect(filtered.out.trim().split('\n')).toHaveLength(1);
  });

  const refused: [string, string, number, RegExp][] = [
    ['an unknown operation', 'api flyToTheMoon', 2, /Unknown operation/],
    ['an unknown field', 'api getCampaign --color red', 2, /no field color/],
    ['a word without a field', 'api getCampaign red', 2, /Unexpected argument/],
    ['a field without its value', 'api getCampaign --id', 2, /needs a value/],
    ['what the service refuses', 'api createCampaign --name x', 2, /is required/],
    ['CSV of a single record', 'api getCampaign --id cmp_none --csv', 2, /is not a list/],
    ['CSV as JSON', 'api listCampaigns --csv --json', 2, /can't be combined with --json/],
    ['a page as CSV', 'api listCampaigns --csv --page 2', 2, /can't be combined with format=csv/],
    ['an absent record', 'api getCampaign --id cmp_none', 4, /./],
    ['a server that is not there', 'api getHealth --server http://127.0.0.1:1', 6, /No server/],
    ['a business that is not there', 'api getCaller --business biz_none', 4, /./],
  ];
  test.each(refused)('fails for %s', async (_, line, expected, words) => {
    const { code, err } = await run(line);
    expect(err).toMatch(words);
    expect(code).toBe(expected);
  });

  test('prints the rule of each invalid field with --json, locally and against a server', async () => {
    const env = { PERKMINT_API_KEY: key };
    const invalid = `${CREATE} --reward.value 0 --json`;
    const results = [
      await run(`${invalid} --business ${businessId}`),
      await run(`${invalid} --server ${live.url}`, { env }),
    ];
    for (const { code, err } of results) {
      const detail = { field: 'reward.value', issue: 'must be at least 0.01', rule: 'minimum', limit: 0.01 };
      expect([code, JSON.parse(err).error.details]).toEqual([2, [detail]]);
    }
  });

  test('without a key, a server rejects operations that need one', async () => {
    expect((await run(`api listCampaigns --server ${live.url}`)).code).toBe(3);
    const bad = { env: { PERKMINT_API_KEY: 'pmk_bad' } };
    expect((await run(`api listCampaigns --server ${live.url}`, bad)).code).toBe(3);
  });
});

describe('perkmint sdk python', () => {
  test('prints or writes the module that the server provides', async () => {
    const { out } = await run('sdk python');
    const served: string = (await ctx.call('GET', '/sdk/python')).body;
    expect(out.replaceAll(/http:[^"]+/g, '')).toBe(served.replaceAll(/http:[^"]+/g, ''));
    await run(`sdk python --out ${join(folder, 'perkmint.py')}`);
    expect(readFileSync(join(folder, 'perkmint.py'), 'utf8')).toBe(out);
    await run(`sdk python --out ${join(folder, 'perkmint.whl')}`);
    expect(readFileSync(join(folder, 'perkmint.whl')).subarray(0, 2).toString()).toBe('PK');
  });
});

describe('perkmint sdk typescript', () => {
  test('prints or writes the module that the server provides', async () => {
    const { out } = await run('sdk typescript');
    const served: string = (await ctx.call('GET', '/sdk/typescript')).body;
    expect(out.replaceAll(/http:[^']+/g, '')).toBe(served.replaceAll(/http:[^']+/g, ''));
    await run(`sdk typescript --out ${join(folder, 'perkmint.ts')}`);
    expect(readFileSync(join(folder, 'perkmint.ts'), 'utf8')).toBe(out);
    await run(`sdk typescript --out ${join(folder, 'perkmint.tgz')}`);
    expect([...readFileSync(join(folder, 'perkmint.tgz')).subarray(0, 2)]).toEqual([0x1f, 0x8b]);
  });
});

test('perkmint sdk bruno writes a collection with the address of the server, also over an earlier one', async () => {
  const target = join(folder, 'bruno');
  for (const url of ['https://perks.example', 'https://shop.example']) {
    const { code } = await run(`sdk bruno --out ${target}`, { env: { PUBLIC_URL: url } });
    expect(code).toBe(0);
    const environment = readFileSync(join(target, 'environments/Perkmint.bru'), 'utf8');
    expect(environment).toContain(`baseUrl: ${url}/api/v1\n`);
  }
  expect(JSON.parse(readFileSync(join(target, 'bruno.json'), 'utf8')).type).toBe('collection');
  expect(readFileSync(join(target, 'Campaigns/listCampaigns.bru'), 'utf8')).toStartWith('meta {\n');
});

describe('perkmint mcp', () => {
  async function agent(args: string[], env: Record<string, string> = {}) {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const { dataDir } = ctx.app.services.config;
    const [command = '', ...words] = PROGRAM;
    const transport = new StdioClientTransport({
      command,
      args: [...words, 'mcp', '--data-dir', dataDir, ...args],
      env: { LOG_LEVEL: 'silent', ...getEngineSettings(dataDir), ...env },
      stderr: 'ignore',
    });
    await client.connect(transport as never);
    return client;
  }

  const ways: [string, () => [string[], Record<string, string>]][] = [
    ['the local data of a business', () => [['--business', businessId], {}]],
    ['a server', () => [['--server', live.url], { PERKMINT_API_KEY: key }]],
  ];
  test.each(ways)('serves the tools over stdio, on %s', async (_, way) => {
    const client = await agent(...way());
    const { tools } = await client.listTools();
    const names = tools.map(tool => tool.name);
    expect(names).toContain('create_campaign');
    expect(names).not.toContain('create_business');
    const business = await client.callTool({ name: 'get_business', arguments: {} });
    expect(readAnswer(business)).toMatchObject({ id: businessId });
    const dry = await client.callTool({
      name: 'update_business',
      arguments: { name: 'Red', dryRun: true },
    });
    expect(readAnswer(dry)).toMatchObject({ dryRun: true, id: businessId, name: 'Red' });
    const absent = await client.callTool({
      name: 'redeem_reward',
      arguments: { code: 'AAAAAAAAAA', dryRun: true },
    });
    expect(JSON.stringify(absent.content)).toContain('NOT_FOUND');
    const after = await client.callTool({ name: 'get_business', arguments: {} });
    expect(after.content).toEqual(business.content);
    await client.close();
  });

  test('requires the business of the agent', async () => {
    const { code, err } = await run('mcp');
    expect([code, err]).toEqual([2, expect.stringContaining('--business')]);
  });
});
