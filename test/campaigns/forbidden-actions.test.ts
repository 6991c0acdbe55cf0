import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { loadReference } from '../../seed/load.ts';
import { createRunner } from '../cli/fixture.ts';
import { PASSWORD } from '../support/accounts.ts';
import { createCampaign, type Json, type Setup, setup } from './fixture.ts';

/**
 * Tests that a business with `policyGuard: block` can launch no forbidden action (409 CONFLICT) on any surface: a launch in one step
 * and of a draft, through the API, an agent, the command line, and as the pages do it.
 */
const FORBIDDEN = loadReference().data.actions.filter(({ policy }) => policy === 'forbidden');
const PAGE = { 'x-perkmint-page': '1' };

let ctx: Setup;
let cli: ReturnType<typeof createRunner>;
let cookie: string;
beforeAll(async () => {
  ctx = await setup();
  cli = createRunner(ctx);
  await ctx.call('PUT', '/business', { policyGuard: 'block' }, { as: ctx.business.token });
  const login = { action: 'login', email: 'owner@blue-cup.example', password: PASSWORD };
  cookie = (await sendAsPage('/session', login)).headers.get('set-cookie')?.split(';')[0] ?? '';
});
afterAll(() => ctx.close());

function sendAsPage(path: string, body: object): Promise<Response> {
  const headers = { ...PAGE, 'content-type': 'application/json', ...(cookie && { cookie }) };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return ctx.send(new Request(`http://localhost${path}`, init));
}

const termsOf = ({ id, platform, type, name }: (typeof FORBIDDEN)[number]) => ({
  name,
  platform,
  actionType: type,
  actionId: id,
  reward: { type: 'fixed', value: 5 },
});

const LAUNCHES: Record<string, (terms: Record<string, unknown>) => Promise<string>> = {
  'the API': async terms =>
    (await ctx.call('POST', '/campaigns', { ...terms, launch: true }, { as: ctx.business.token })).error.code,
  'the API, of a draft': async terms => {
    const { id } = await createCampaign(ctx, terms);
    const launch = { id, state: 'active' };
    return (await ctx.call('PUT', '/campaigns', launch, { as: ctx.business.token })).error.code;
  },
  'an agent': async terms => {
    const params = { name: 'create_campaign', arguments: { ...terms, launch: true } };
    const { body } = await ctx.call(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      { as: ctx.business.token, headers: { accept: 'application/json, text/event-stream' } },
    );
    return JSON.parse(body.result.content[0].text).code;
  },
  'the command line': async terms => {
    const { id } = await createCampaign(ctx, terms);
    return JSON.parse((await cli(`campaigns resume ${id} --json`)).err).error.code;
  },
  'a page': async terms => {
    const response = await sendAsPage('/api/v1/campaigns', { ...terms, launch: true });
    return ((await response.json()) as Json).error.code;
  },
};

describe('a forbidden action', () => {
  test('is one of 46', () => {
    expect(FORBIDDEN).toHaveLength(46);
  });

  test.each(Object.entries(LAUNCHES))('cannot be launched through %s', async (_, launch) => {
    const codes: [string, string][] = [];
    for (const action of FORBIDDEN) codes.push([action.id, await launch(termsOf(action))]);
    expect(codes).toEqual(FORBIDDEN.map(({ id }) => [id, 'CONFLICT']));
    const active = await ctx.call('GET', '/campaigns?state=active', undefined, { as: ctx.business.token });
    expect(active.data.pagination.total).toBe(0);
  });
});
