import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { expectFailure, expectInvalidFields } from '../http/fixture.ts';
import { CAMPAIGN, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { grant, MANDATE, openShop, type Shop } from './fixture.ts';

let ctx: TestApp;
let shop: Shop;
beforeAll(async () => {
  ctx = await createTestApp();
  shop = await openShop(ctx);
});
afterAll(() => ctx.close());

const asOwner = () => ({ as: shop.token });
const as = (apiKey: string) => ({ as: { apiKey } });
const create = (body: object) => ctx.call('POST', '/api-keys', { name: 'Robin', ...body }, asOwner());
const spentOf = async (id: string) => {
  const { items } = (await ctx.call('GET', '/api-keys', undefined, asOwner())).data;
  return items.find((key: { id: string }) => key.id === id).spent as number;
};
const pending = async () => {
  const { data } = await ctx.call('GET', '/proposals?status=pending', undefined, asOwner());
  return data.items;
};

describe('the key of an agent', () => {
  test('has its mandate with the IDs of its tools, the scopes that they require, and no more', async () => {
    const tools = ['create_campaign', 'listCampaigns', 'createCampaign'];
    const { status, data } = await create({ kind: 'agent', mandate: { ...MANDATE, tools } });
    expect(status).toBe(201);
    expect(data).toMatchObject({
      kind: 'agent',
      scopes: ['read', 'write'],
      mandate: {
        tools: ['createCampaign', 'listCampaigns'],
        budget: { amount: 50, window: 'day' },
        approvalAbove: 10,
        expiresAt: '2027-01-01T00:00:00.000Z',
      },
    });
    const plain = (await create({})).data;
    expect([plain.kind, plain.mandate]).toEqual(['key', null]);
  });

  test.each([
    ['no mandate', { kind: 'agent' }, 'mandate'],
    ['a mandate of another key', { mandate: MANDATE }, 'mandate'],
    ['a test key', { kind: 'agent', mandate: MANDATE, test: true }, 'test'],
    [
      'an unknown tool',
      { kind: 'agent', mandate: { ...MANDATE, tools: ['launch_rocket'] } },
      'mandate.tools.0',
    ],
    ['keys', { kind: 'agent', mandate: { ...MANDATE, tools: ['createApiKey'] } }, 'mandate.tools.0'],
    ['settings', { kind: 'agent', mandate: { ...MANDATE, tools: ['updateBusiness'] } }, 'mandate.tools.0'],
    ['decisions', { kind: 'agent', mandate: { ...MANDATE, tools: ['decideProposal'] } }, 'mandate.tools.0'],
    ['sign-in', { kind: 'agent', mandate: { ...MANDATE, tools: ['authenticate'] } }, 'mandate.tools.0'],
    [
      'an end that is over',
      { kind: 'agent', mandate: { ...MANDATE, expiresAt: '2020-01-01T00:00:00Z' } },
      'mandate.expiresAt',
    ],
    [
      'a part of a cent',
      { kind: 'agent', mandate: { ...MANDATE, approvalAbove: 0.001 } },
      'mandate.approvalAbove',
    ],
  ] as const)('is refused with %s', async (_, body, field) => {
    expect(expectInvalidFields(await create(body))).toEqual([field]);
  });

  test('may call its tools only, and see what it is', async () => {
    const { apiKey } = await shop.addAgent({ tools: ['listCampaigns', 'createCampaign'] });
    expect((await ctx.call('GET', '/campaigns', undefined, as(apiKey))).status).toBe(200);
    expect((await ctx.call('GET', '/auth', undefined, as(apiKey))).status).toBe(200);
    expect((await ctx.call('GET', '/proposals', undefined, as(apiKey))).status).toBe(200);
    for (const [method, path] of [
      ['GET', '/programs'],
      ['GET', '/rewards'],
      ['POST', '/programs'],
    ] as const) {
      const refused = await ctx.call(
        method,
        path,
        method === 'POST' ? { name: 'Mine' } : undefined,
        as(apiKey),
      );
      expectFailure(refused, 403, refused.error.code);
      expect(refused.error.details?.[0]).toMatchObject({
        field: 'mandate',
        allowed: ['listCampaigns', 'createCampaign'],
      });
    }
  });

  test('lists its tools, and those that show its proposals, over MCP', async () => {
    const { apiKey } = await shop.addAgent({ tools: ['createCashback', 'voidReward'] });
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const request = new Request('http://localhost/api/v1/mcp', {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify(message),
    });
    const { result } = (await (await ctx.send(request)).json()) as { result: { tools: { name: string }[] } };
    expect(result.tools.map(({ name }) => name).sort()).toEqual([
      'call_tool',
      'create_cashback',
      'get_caller',
      'get_proposal',
      'list_proposals',
      'search_tools',
      'void_reward',
    ]);
  });

  test('stops working when its mandate ends', async () => {
    const expiresAt = new Date(ctx.clock.now() + 60_000).toISOString();
    const { apiKey } = await shop.addAgent({ expiresAt });
    expect((await grant(ctx, shop, 1, apiKey)).status).toBe(201);
    await shop.wait(60_000);
    expectFailure(await grant(ctx, shop, 1, apiKey), 401, 'INVALID_API_KEY');
  });
});

describe('the budget of an agent', () => {
  test('covers what its requests cost, to the cent, and begins again with the next day of the shop', async () => {
    const agent = await shop.addAgent({ approvalAbove: 1_000 });
    expect((await grant(ctx, shop, 30, agent.apiKey)).status).toBe(201);
    expect((await grant(ctx, shop, 19.99, agent.apiKey)).status).toBe(201);
    const refused = await grant(ctx, shop, 0.02, agent.apiKey);
    expectFailure(refused, 409, 'BUDGET_EXHAUSTED');
    expect(refused.error.message).toBe('The request costs $0.02; the budget of the agent has $0.01 left');
    expect(await spentOf(agent.id)).toBe(49.99);
    expect((await grant(ctx, shop, 0.01, agent.apiKey)).status).toBe(201);
    await shop.wait(24 * 3_600_000);
    expect((await grant(ctx, shop, 50, agent.apiKey)).status).toBe(201);
  });

  test('is not charged for a request that fails, and a refused request changes nothing', async () => {
    const agent = await shop.addAgent({ approvalAbove: 1_000 });
    const balance = async () =>
      (await ctx.call('GET', `/programs/${shop.program}/members/ada`, undefined, asOwner())).data.balances;
    const before = await balance();
    expectFailure(await grant(ctx, shop, 51, agent.apiKey), 409, 'BUDGET_EXHAUSTED');
    const body = { memberId: 'unknown', amount: 5 };
    const path = `/programs/${shop.program}/cashback`;
    expect((await ctx.call('POST', path, body, as(agent.apiKey))).status).toBeGreaterThanOrEqual(400);
    expect([await spentOf(agent.id), await balance()]).toEqual([0, before]);
  });

  test('counts a campaign with its whole budget when it starts, and its rewards not again', async () => {
    const agent = await shop.addAgent({ approvalAbove: 1_000 });
    const campaign = { ...CAMPAIGN, launch: true, budget: { total: 40 } };
    const { data } = await ctx.call('POST', '/campaigns', campaign, as(agent.apiKey));
    expect(await spentOf(agent.id)).toBe(40);
    const { token } = await createCustomer(ctx, 'poster');
    const proof = { campaignId: data.id, proofUrl: 'https://www.instagram.com/p/agent1/' };
    const { data: submission } = await ctx.call('POST', '/submissions', proof, { as: token });
    const review = { submissionId: submission.id, action: 'approve' };
    expect((await ctx.call('POST', '/submissions/review', review, as(agent.apiKey))).status).toBe(200);
    expect(await spentOf(agent.id)).toBe(40);
    const raise = (total: number) =>
      ctx.call('PUT', '/campaigns', { id: data.id, budget: { total } }, as(agent.apiKey));
    expectFailure(await raise(51), 409, 'BUDGET_EXHAUSTED');
    expect((await raise(50)).status).toBe(200);
    expect(await spentOf(agent.id)).toBe(50);
  });

  test('is charged once for a request that is repeated with its Idempotency-Key', async () => {
    const agent = await shop.addAgent();
    const headers = { 'idempotency-key': 'agent-once' };
    const first = await grant(ctx, shop, 5, agent.apiKey, headers);
    const second = await grant(ctx, shop, 5, agent.apiKey, headers);
    expect([second.data, second.headers.get('idempotency-replayed')]).toEqual([first.data, 'true']);
    expect(await spentOf(agent.id)).toBe(5);
  });

  test('is not charged for a dry run', async () => {
    const agent = await shop.addAgent();
    const dry = await grant(ctx, shop, 500, agent.apiKey, { 'x-dry-run': 'true' });
    expect([dry.status, await spentOf(agent.id)]).toEqual([201, 0]);
  });

  test('holds for requests at the same time, and for those of a batch', async () => {
    const agent = await shop.addAgent({ approvalAbove: 1_000 });
    const answers = await Promise.all(Array.from({ length: 12 }, () => grant(ctx, shop, 7, agent.apiKey)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(7);
    expect(await spentOf(agent.id)).toBe(49);
    const operation = {
      operationId: 'createCashback',
      params: { id: shop.program },
      body: { memberId: 'ada', amount: 1 },
    };
    const batch = { operations: [operation, operation] };
    const { data } = await ctx.call('POST', '/batch', batch, as(agent.apiKey));
    expect(data.results.map(({ status }: { status: number }) => status)).toEqual([201, 409]);
    const atomic = await ctx.call('POST', '/batch', { ...batch, atomic: true }, as(agent.apiKey));
    expect(expectInvalidFields(atomic)).toEqual(['atomic']);
  });
});

describe('the campaigns and programs of a mandate', () => {
  test('are the only ones in which an agent can change something', async () => {
    const [own, other] = await Promise.all(
      ['Own', 'Other'].map(async name => {
        const body = { ...CAMPAIGN, name, launch: true };
        return (await ctx.call('POST', '/campaigns', body, asOwner())).data.id as string;
      }),
    );
    const { apiKey } = await shop.addAgent({ campaignIds: [own] });
    const rename = (id: string) => ctx.call('PUT', '/campaigns', { id, name: 'Renamed' }, as(apiKey));
    expect((await rename(own ?? '')).status).toBe(200);
    const refused = await rename(other ?? '');
    expectFailure(refused, 403, 'FORBIDDEN');
    expect(refused.error.details?.[0]).toMatchObject({ field: 'mandate', allowed: [own] });
    expectFailure(await ctx.call('POST', '/campaigns', CAMPAIGN, as(apiKey)), 403, 'FORBIDDEN');
    expectFailure(await grant(ctx, shop, 1, apiKey), 403, 'FORBIDDEN');
    const inProgram = await shop.addAgent({ programIds: [shop.program] });
    expect((await grant(ctx, shop, 1, inProgram.apiKey)).status).toBe(201);
    const outside = await ctx.call('PUT', '/campaigns', { id: own, name: 'No' }, as(inProgram.apiKey));
    expectFailure(outside, 403, 'FORBIDDEN');
  });
});

describe('a request above the limit of an agent', () => {
  const decide = (id: string, action: string, as = shop.token) =>
    ctx.call('POST', `/proposals/${id}/decide`, { action }, { as });

  test('changes nothing and waits as a proposal with its request, cost and preview', async () => {
    const agent = await shop.addAgent();
    const refused = await grant(ctx, shop, 12.5, agent.apiKey);
    expectFailure(refused, 403, 'APPROVAL_REQUIRED');
    const { proposal } = refused.body.error;
    const path = `/programs/${shop.program}/cashback`;
    const read = await ctx.call('GET', `/proposals/${proposal.id}`, undefined, as(agent.apiKey));
    expect(read.data).toMatchObject({
      id: proposal.id,
      status: 'pending',
      agent: { id: agent.id, name: 'Robin' },
      operationId: 'createCashback',
      amount: 12.5,
      currency: 'USD',
      request: { method: 'POST', path: `/api/v1${path}`, body: { memberId: 'ada', amount: 12.5 } },
      preview: { amount: 12.5, memberId: 'ada' },
      result: null,
    });
    expect(await spentOf(agent.id)).toBe(0);
    const [event] = (await ctx.call('GET', '/events?type=proposal.created', undefined, asOwner())).data.items;
    expect(event).toMatchObject({
      actor: { kind: 'apiKey', id: agent.id },
      data: { object: { id: proposal.id } },
    });
    expect(JSON.stringify(event)).not.toContain('"ada"');
  });

  test('is one proposal, however often it is repeated', async () => {
    const { apiKey } = await shop.addAgent();
    const key = (text: string) => ({ 'idempotency-key': text });
    const first = await grant(ctx, shop, 11, apiKey, key('first-call'));
    const second = await grant(ctx, shop, 11, apiKey, key('second-call'));
    expect(second.body.error.proposal).toEqual(first.body.error.proposal);
    const other = await grant(ctx, shop, 11.01, apiKey);
    expect(other.body.error.proposal.id).not.toBe(first.body.error.proposal.id);
  });

  test('runs exactly as it was sent when a person approves it, once, and is charged', async () => {
    const agent = await shop.addAgent();
    const headers = { 'idempotency-key': 'proposed-once' };
    const { body } = await grant(ctx, shop, 20, agent.apiKey, headers);
    const { id } = body.error.proposal;
    const done = await decide(id, 'approve');
    expect(done.data).toMatchObject({
      status: 'approved',
      decidedBy: shop.userId,
      result: { amount: 20, memberId: 'ada' },
    });
    expect(await spentOf(agent.id)).toBe(20);
    expectFailure(await decide(id, 'approve'), 409, 'INVALID_TRANSITION');
    const again = await grant(ctx, shop, 20, agent.apiKey, headers);
    expect([again.status, again.data]).toEqual([201, done.data.result]);
    expect(await spentOf(agent.id)).toBe(20);
    const { items } = (await ctx.call('GET', '/events?type=cashback.created', undefined, asOwner())).data;
    expect(items[0].actor).toEqual({ kind: 'apiKey', id: agent.id });
  });

  test('is not run when it is rejected, with the reason', async () => {
    const agent = await shop.addAgent();
    const { body } = await grant(ctx, shop, 20, agent.apiKey);
    const path = `/proposals/${body.error.proposal.id}/decide`;
    const { data } = await ctx.call('POST', path, { action: 'reject', reason: 'Too much' }, asOwner());
    expect([data.status, data.reason, data.result]).toEqual(['rejected', 'Too much', null]);
    expect(await spentOf(agent.id)).toBe(0);
    expectFailure(await decide(data.id, 'approve'), 409, 'INVALID_TRANSITION');
  });

  test('waits when its cost can not be known, whatever the limit', async () => {
    const { apiKey } = await shop.addAgent({
      approvalAbove: 1_000,
      tools: ['createCampaign', 'updateProgram'],
    });
    const launched = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, as(apiKey));
    expectFailure(launched, 403, 'APPROVAL_REQUIRED');
    const terms = { name: 'Better club', cashback: { type: 'percentage', value: 50 } };
    expectFailure(
      await ctx.call('PUT', `/programs/${shop.program}`, terms, as(apiKey)),
      403,
      'APPROVAL_REQUIRED',
    );
    const [last] = await pending();
    expect([last.operationId, last.amount]).toEqual(['updateProgram', null]);
    expect((await decide(last.id, 'approve')).data.result.name).toBe('Better club');
  });

  test('is not run if it costs more than when it was proposed', async () => {
    const draft = { ...CAMPAIGN, budget: { total: 40 } };
    const { id: campaign } = (await ctx.call('POST', '/campaigns', draft, asOwner())).data;
    const agent = await shop.addAgent();
    const launch = { id: campaign, state: 'active' };
    const { body } = await ctx.call('PUT', '/campaigns', launch, as(agent.apiKey));
    const { id } = body.error.proposal;
    const setBudget = (total: number) =>
      ctx.call('PUT', '/campaigns', { id: campaign, budget: { total } }, asOwner());
    await setBudget(41);
    expectFailure(await decide(id, 'approve'), 409, 'CONFLICT');
    expect((await ctx.call('GET', `/campaigns/${campaign}`, undefined, asOwner())).data.state).toBe('draft');
    await setBudget(39);
    expect((await decide(id, 'approve')).data.result.state).toBe('active');
    expect(await spentOf(agent.id)).toBe(39);
  });

  test('stays pending if the budget does not cover it now', async () => {
    const agent = await shop.addAgent({ budget: { amount: 30, window: 'total' } });
    const [first, second] = [
      await grant(ctx, shop, 18, agent.apiKey),
      await grant(ctx, shop, 19, agent.apiKey),
    ];
    expect((await decide(first.body.error.proposal.id, 'approve')).status).toBe(200);
    const { id } = second.body.error.proposal;
    const refused = await decide(id, 'approve');
    expectFailure(refused, 409, 'BUDGET_EXHAUSTED');
    expect((await ctx.call('GET', `/proposals/${id}`, undefined, asOwner())).data.status).toBe('pending');
    expect(await spentOf(agent.id)).toBe(18);
  });

  test('ends after seven days, and with the key of the agent', async () => {
    const agent = await shop.addAgent();
    const { body } = await grant(ctx, shop, 15, agent.apiKey);
    const { body: later } = await grant(ctx, shop, 16, agent.apiKey);
    await ctx.call('DELETE', `/api-keys/${agent.id}`, undefined, asOwner());
    expectFailure(await decide(body.error.proposal.id, 'approve'), 409, 'CONFLICT');
    await shop.wait(7 * 24 * 3_600_000);
    const { id } = later.error.proposal;
    expect((await ctx.call('GET', `/proposals/${id}`, undefined, asOwner())).data.status).toBe('expired');
    expectFailure(await decide(id, 'reject'), 409, 'INVALID_TRANSITION');
    expect(await pending()).toEqual([]);
  });

  test('is seen by its business, and by no other agent; no key decides about it', async () => {
    const [agent, colleague] = [await shop.addAgent(), await shop.addAgent()];
    const { body } = await grant(ctx, shop, 15, agent.apiKey);
    const { id } = body.error.proposal;
    const stranger = await openShop(ctx, 'Red Cup');
    for (const caller of [as(colleague.apiKey), { as: stranger.token }])
      expectFailure(await ctx.call('GET', `/proposals/${id}`, undefined, caller), 404, 'NOT_FOUND');
    expect((await ctx.call('GET', '/proposals', undefined, as(colleague.apiKey))).data.items).toEqual([]);
    expectFailure(await decide(id, 'approve', stranger.token), 404, 'NOT_FOUND');
    const self = await ctx.call('POST', `/proposals/${id}/decide`, { action: 'approve' }, as(agent.apiKey));
    expectFailure(self, 403, 'FORBIDDEN');
  });
});
