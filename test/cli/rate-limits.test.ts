import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TIER_LIMITS } from '../../src/http/rate-limit.ts';
import { createBusiness } from '../support/accounts.ts';
import { type LiveServer, startLiveServer } from '../support/live-server.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { commandPath, isRemote, listLeafCommands, perkmint } from './fixture.ts';
import { RECORD_COMMANDS } from './record-commands.ts';

const folder = mkdtempSync(join(tmpdir(), 'perkmint-limits-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command from a machine without an installation. */
const cli = (line: string, env: Record<string, string> = {}) =>
  perkmint(join(folder, 'none'), line.split(' '), { env });

describe('against a server with default rate limits', () => {
  let ctx: TestApp;
  let live: LiveServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    ctx = await createTestApp({ RATE_LIMIT: 'on' });
    live = startLiveServer(ctx);
    const { token } = await createBusiness(ctx);
    const { data } = await ctx.call('POST', '/api-keys', { name: 'CLI' }, { as: token });
    env = { PERKMINT_API_KEY: data.key };
  });
  afterEach(async () => {
    await live.close();
    await ctx.close();
  });

  test('twenty calls of perkmint api within a minute all exit 0', async () => {
    const codes: number[] = [];
    for (let call = 0; call < 20; call++)
      codes.push((await cli(`api health --server ${live.url}`, env)).code);
    expect(codes).toEqual(Array(20).fill(0));
  });

  test('a valid key is not reported as invalid when GET /auth is rate limited', async () => {
    const asks = [...Array(TIER_LIMITS.strict + 1)].map(() =>
      cli(`api getCaller --server ${live.url} --json`, env),
    );
    const responses = await Promise.all(asks);
    expect(responses.map(({ code }) => code).sort()).toEqual([...Array(TIER_LIMITS.strict).fill(0), 6]);
    const refused = responses.find(({ code }) => code === 6);
    expect(JSON.parse(refused?.err ?? '').error.code).toBe('RATE_LIMITED');

    const agent = await cli(`mcp --server ${live.url} --json`, env);
    expect(agent.code).toBe(6);
    expect(JSON.parse(agent.err)).toMatchObject({ error: { code: 'RATE_LIMITED' }, exitCode: 6 });
  });
});

/** `webhooks listen` waits and reconnects instead of failing. */
const RECONNECTS = ['webhooks listen'];

describe('a server that responds with 429', () => {
  const remote = listLeafCommands()
    .filter(isRemote)
    .map(command => commandPath(command).join(' '))
    .filter(name => !RECONNECTS.includes(name));
  /** With --server, commands take no --business, because the API key determines it. */
  const lines = remote.map(name => {
    const line = [...RECORD_COMMANDS, 'healthcheck'].find(each => `${each} `.startsWith(`${name} `));
    return [
      name,
      line?.replace(' --business biz_1', '').replaceAll('@list.csv', import.meta.path) ?? '',
    ] as const;
  });

  const refusal = { success: false, error: { code: 'RATE_LIMITED', message: 'Wait 9 s' } };
  const responses: [string, () => Response][] = [
    ['without an envelope', () => Response.json(refusal, { status: 429, headers: { 'Retry-After': '9' } })],
    ['by its proxy', () => new Response('slow down', { status: 429, headers: { 'Retry-After': '9' } })],
  ];
  for (const [who, fetch] of responses) {
    test.each(lines)(`${who}: perkmint %s exits 6 as RATE_LIMITED`, async (_, line) => {
      const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
      const { code, err } = await cli(`${line} --server http://127.0.0.1:${server.port} --json`, {
        PERKMINT_API_KEY: 'pmk_any',
      });
      await server.stop(true);
      expect(JSON.parse(err)).toMatchObject({ error: { code: 'RATE_LIMITED' }, exitCode: 6 });
      expect(err).toMatch(/9 s/);
      expect(code).toBe(6);
    });
  }

  test('an unknown error code keeps its name and the exit code of its status', async () => {
    const fetch = () => Response.json({ error: { code: 'TOO_SOON', message: 'Later' } }, { status: 409 });
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch });
    const line = `campaigns list --server http://127.0.0.1:${server.port} --json`;
    const { code, err } = await cli(line, { PERKMINT_API_KEY: 'pmk_any' });
    await server.stop(true);
    expect([code, JSON.parse(err).error]).toEqual([5, { code: 'TOO_SOON', message: 'Later' }]);
  });
});

describe('a file that holds an API key', () => {
  test('a file that holds an API key may end with whitespace, and is rejected by name if it is empty or missing', async () => {
    const ctx = await createTestApp();
    const live = startLiveServer(ctx);
    const { token } = await createBusiness(ctx);
    const { data } = await ctx.call('POST', '/api-keys', { name: 'CLI' }, { as: token });
    const file = join(folder, 'key');
    const run = (name: string) => cli(`${name} --server ${live.url} --api-key-file ${file}`);
    for (const name of ['api listCampaigns', 'campaigns list']) {
      writeFileSync(file, ` ${data.key} \r\n# made in June\n`);
      expect((await run(name)).code).toBe(0);
      writeFileSync(file, '\n');
      expect(await run(name)).toMatchObject({ code: 2, err: expect.stringContaining(`${file} is empty`) });
      rmSync(file);
      expect(await run(name)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`${file} cannot be read: no such file`),
      });
    }
    await live.close();
    await ctx.close();
  });
});
