import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenApiDocument } from '../../../src/describe/openapi/document.ts';
import { listOperationCalls } from '../../../src/describe/operation-calls.ts';
import { toIdentifier } from '../../../src/describe/python/text.ts';
import { ERRORS } from '../../../src/errors.ts';
import { CAMPAIGN, createBusiness } from '../../support/accounts.ts';
import { type LiveServer, startLiveServer } from '../../support/live-server.ts';
import { exampleCalls, type OperationFixture, setupOperation } from '../../support/operation-fixture.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { runPython, runSteps, writeModuleFolder } from './support.ts';

const LONG_AGO = '2020-01-01T00:00:00Z';
/** Each has its own pools of connections to PostgreSQL. */
const MAX_OPEN_INSTALLATIONS = 15;

let ctx: TestApp;
let live: LiveServer;
let document: OpenApiDocument;
let source: string;
let folder: string;
let owner: string;

beforeAll(async () => {
  ctx = await createTestApp({ RATE_LIMIT: 'on' });
  live = startLiveServer(ctx);
  document = (await ctx.call('GET', '/docs')).body;
  source = await (await fetch(`${live.url}/api/v1/sdk/python`)).text();
  folder = writeModuleFolder(source);
  owner = (await createBusiness(ctx)).token;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await live.close();
  await ctx.close();
});

/** Calls operations with examples, each on its own installation. */
async function runExamples(asked: ReturnType<typeof exampleCalls>) {
  const stages: OperationFixture[] = [];
  for (const [, call, example] of asked) stages.push(await setupOperation(document, call, example));
  const servers = stages.map(fixture => startLiveServer(fixture.testApp));
  const steps = stages.map(({ call, token, args }, index) => ({
    url: servers[index]?.url ?? '',
    token,
    method: toIdentifier(call.id),
    files: call.inputs.filter(input => input.isFile).map(input => toIdentifier(input.name)),
    args: Object.fromEntries(
      Object.entries(args).map(([name, value]) => [
        toIdentifier(name),
        Buffer.isBuffer(value) ? value.toString('base64') : value,
      ]),
    ),
  }));
  const outcomes = await runSteps(folder, steps);
  await Promise.all(servers.map(server => server.close()));
  await Promise.all(stages.map(fixture => fixture.testApp.close()));
  return outcomes.map(({ error }, index) => ({ operation: steps[index]?.method, error }));
}

describe('Python client', () => {
  test('compiles with Python 3.9 syntax and without warnings', async () => {
    await runPython(['-W', 'error', '-m', 'py_compile', join(folder, 'perkmint.py')]);
    const check = 'import ast,sys; ast.parse(open(sys.argv[1]).read(), feature_version=(3, 9))';
    await runPython(['-c', check, join(folder, 'perkmint.py')]);
  });

  test('the Python client is identical every time it is generated, and its ETag is its hash', async () => {
    const other = await createTestApp();
    const again = await other.call('GET', '/sdk/python');
    expect(again.body).toBe(source);
    expect(again.headers.get('content-type')).toStartWith('text/x-python');
    expect(again.headers.get('content-disposition')).toContain('perkmint.py');
    const hash = new Bun.CryptoHasher('sha256').update(source).digest('hex');
    expect(hash).toStartWith(JSON.parse(again.headers.get('etag') ?? '""'));
    await other.close();
  });

  test('resolves all types and signatures', async () => {
    const script = [
      'import inspect, sys, typing',
      'sys.path.insert(0, sys.argv[1])',
      'import perkmint',
      'for name in perkmint.__all__:',
      '    value = getattr(perkmint, name)',
      '    if isinstance(value, type): typing.get_type_hints(value)',
      'for name, method in inspect.getmembers(perkmint.Client, inspect.isfunction):',
      '    typing.get_type_hints(method)',
      '    assert name.startswith("_") or method.__doc__, name',
    ].join('\n');
    await runPython(['-W', 'error', '-c', script, folder]);
  });

  test('the Python client has a client method and a resource method for every operation', async () => {
    const names = listOperationCalls(document).map(call => toIdentifier(call.id));
    const script = [
      'import json, sys',
      'sys.path.insert(0, sys.argv[1])',
      'import perkmint',
      'client = perkmint.Client("http://localhost")',
      'public = [value for name, value in vars(client).items() if not name.startswith("_")]',
      'resources = [r for r in public if type(r).__module__ == "perkmint"]',
      'methods = [m.__name__ for r in resources for m in vars(r).values()]',
      'print(json.dumps({"client": [n for n in dir(client)], "resources": methods}))',
    ].join('\n');
    const found = JSON.parse(await runPython(['-c', script, folder]));
    expect(names.filter(name => !found.client.includes(name))).toEqual([]);
    expect(names.filter(name => !found.resources.includes(name))).toEqual([]);
  });

  test('runs every operation with its examples against a live server', async () => {
    // A signed webhook is sent by the holder of its secret, never by a client.
    const asked = exampleCalls(document).filter(([, call]) => !call.isSigned);
    let succeeded = 0;
    for (let start = 0; start < asked.length; start += MAX_OPEN_INSTALLATIONS) {
      const outcomes = await runExamples(asked.slice(start, start + MAX_OPEN_INSTALLATIONS));
      expect(outcomes.filter(({ error }) => error)).toEqual([]);
      succeeded += outcomes.length;
    }
    expect(succeeded).toBe(asked.length);
  });

  test('streams events since a given time', async () => {
    const at = { url: live.url, token: (await createBusiness(ctx, 'Stream Shop')).token };
    const [, followed] = await runSteps(folder, [
      { ...at, resource: 'campaigns', method: 'create', args: CAMPAIGN },
      { ...at, method: 'stream_events', args: { since: LONG_AGO }, take: 1 },
    ]);
    expect(followed?.result[0]).toMatchObject({ type: 'campaign.created', sequence: expect.any(Number) });
  });

  test('streams the market, starting with a full snapshot', async () => {
    const [followed] = await runSteps(folder, [
      { url: live.url, method: 'stream_market', args: {}, take: 1 },
    ]);
    expect(followed?.result[0]).toMatchObject({ currency: 'USD', trades: [] });
  });

  test('a dry run makes no change', async () => {
    const at = { url: live.url, token: (await createBusiness(ctx, 'Dry Shop')).token };
    const [dry, listed] = await runSteps(folder, [
      { ...at, resource: 'campaigns', method: 'create', args: { ...CAMPAIGN, dry_run: true } },
      { ...at, resource: 'campaigns', method: 'list', args: {} },
    ]);
    expect([dry?.result.name, listed?.result.items]).toEqual([CAMPAIGN.name, []]);
  });

  test('raises the exception class of the error code, with details and request id', async () => {
    const at = { url: live.url, token: owner };
    const [invalid, absent, unauthenticated] = await runSteps(folder, [
      { ...at, resource: 'campaigns', method: 'create', args: { ...CAMPAIGN, name: '' } },
      { ...at, method: 'get_campaign', args: { id: 'cmp_none' } },
      { url: live.url, method: 'list_campaigns', args: {} },
    ]);
    expect(invalid?.error).toMatchObject({ class: 'ValidationError', code: 'VALIDATION_ERROR', status: 400 });
    expect(invalid?.error?.details[0]).toMatchObject({ field: 'name', rule: 'minLength', limit: 1 });
    expect(invalid?.error?.requestId).toMatch(/^req_/);
    expect(absent?.error).toMatchObject({ class: 'NotFoundError', status: 404 });
    expect(unauthenticated?.error).toMatchObject({ class: 'UnauthenticatedError', status: 401 });
  });

  test('rejects an id that would call another operation', async () => {
    const code = [
      'import perkmint',
      `client = perkmint.Client("${live.url}", token="${owner}")`,
      'for wrong in ("..", ".", ""):',
      '    try:',
      '        print(client.get_campaign(wrong))',
      '    except ValueError as error:',
      '        print(error)',
    ].join('\n');
    const output = await runPython(['-c', `import sys; sys.path.insert(0, "${folder}")\n${code}`]);
    expect(output.trim().split('\n')).toEqual(new Array(3).fill('path arguments must not be empty, . or ..'));
  });

  test('the Python client has an exception class for every error code', () => {
    for (const code of Object.keys(ERRORS)) expect(source).toContain(`"${code}": `);
    expect(source).toContain('class RateLimitedError(PerkmintError)');
  });

  test('iterates over all pages, with API names as well as Python names', async () => {
    const at = { url: live.url, token: owner };
    const make = (name: string) => ({ ...at, method: 'create_campaign', args: { ...CAMPAIGN, name } });
    const outcomes = await runSteps(folder, [
      ...['a', 'b', 'c'].map(make),
      { ...at, resource: 'campaigns', method: 'iterate', args: { perPage: 2 }, take: 9 },
    ]);
    expect(outcomes.at(-1)?.result.map((c: { name: string }) => c.name)).toEqual(['c', 'b', 'a']);
  });

  test('writes a list to a CSV file, and no file when it is rejected', async () => {
    const { token } = await createBusiness(ctx, 'Sheet Shop');
    await ctx.call('POST', '/campaigns', CAMPAIGN, { as: token });
    const code = [
      'import os, perkmint',
      `client = perkmint.Client("${live.url}", token="${token}")`,
      `path = os.path.join("${folder}", "campaigns.csv")`,
      'client.download_csv(client.campaigns.list, path, bom=True, sort="createdAt")',
      'print(open(path, encoding="utf-8-sig").read())',
      'try:',
      '    client.download_csv(client.list_campaigns, path + "2", state="none")',
      'except perkmint.ValidationError as error:',
      '    print(error.details[0]["field"], os.listdir(os.path.dirname(path)))',
    ].join('\n');
    const output = await runPython(['-c', `import sys; sys.path.insert(0, "${folder}")\n${code}`]);
    const [header, row, ...rest] = output.trim().split(/[\r\n]+/);
    expect(header).toStartWith('id,name,');
    expect(row).toContain(CAMPAIGN.name);
    expect(rest.join()).toStartWith('state [');
    expect(rest.join()).not.toContain('campaigns.csv2');
  });
});
