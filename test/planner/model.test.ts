import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type BusinessFixture, createBusiness } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { completion, type FakeModel, fakeModel, parseData, type Reply, rewriteItems } from './fake-model.ts';

/** Long enough for a busy machine where a response is expected, short where none is. */
const LONG_TIMEOUT = '20';
const SHORT_TIMEOUT = '0.2';

let model: FakeModel;
let ctx: TestApp;
let business: BusinessFixture;

beforeEach(() => {
  model = fakeModel();
});
afterEach(async () => {
  await model.stop();
  await ctx.close();
});

async function open(settings: Record<string, string> = {}) {
  ctx = await createTestApp({
    AI_BASE_URL: model.url,
    AI_MODEL: 'small',
    AI_API_KEY: 'sk-test',
    AI_TIMEOUT: LONG_TIMEOUT,
    ...settings,
  });
  business = await createBusiness(ctx);
}

async function generate(body: object = {}, headers: Record<string, string> = {}) {
  const whole = { businessId: business.businessId, industry: 'cafe', ...body };
  const { status, data } = await ctx.call('POST', '/ai/generate', whole, { as: business.token, headers });
  expect(status).toBe(200);
  return data;
}

/** Returns the parts of a response that the language model cannot change. */
const numbers = (data: { suggestions: { campaign: object; estimate: object }[] }) =>
  data.suggestions
    .map(({ campaign, estimate }) => {
      const { name, description, suggestionId, businessId, ...terms } = campaign as Record<string, unknown>;
      return JSON.stringify([terms, estimate]);
    })
    .sort();

const rewrite = (text: string) => `Well, ${text}`;

test('the language model rewrites and orders texts but cannot change numbers', async () => {
  await open();
  model.reply = () => new Response('', { status: 500 });
  const plain = await generate();
  model.reply = asked => completion(rewriteItems(asked, rewrite));
  const data = await generate();
  expect(data.engine).toBe('model');
  expect(data.warnings).toEqual([]);
  expect(data.suggestions[0].campaign.name).toStartWith('Well, ');
  expect(data.suggestions[0].campaign.actionId).toBe(plain.suggestions.at(-1).campaign.actionId);
  expect(numbers(data)).toEqual(numbers(plain));
  expect(model.requests.at(-1)?.authorization).toBe('Bearer sk-test');
  for (const { campaign } of data.suggestions)
    expect((await ctx.call('POST', '/campaigns', campaign, { as: business.token })).status).toBe(201);
});

const replyWithItems = (change: (items: Record<string, unknown>[]) => Record<string, unknown>[]): Reply => {
  return asked => completion({ items: change(rewriteItems(asked, rewrite).items) });
};
/** Ways to err, and how often the planner asks. */
const FAULTS: [name: string, reply: Reply, asked: number][] = [
  ['fails', () => new Response('boom', { status: 500 }), 1],
  ['is busy', () => new Response('slow down', { status: 429 }), 1],
  ['sends no JSON at all', () => new Response('<html>'), 1],
  ['returns no JSON', () => completion('Sure! Here is your plan:'), 2],
  ['keeps to no schema', () => completion({ campaigns: [] }), 2],
  [
    'makes up an action',
    replyWithItems(items => items.map((each, i) => (i ? each : { ...each, id: 'sgn_mine' }))),
    2,
  ],
  ['names an action twice', replyWithItems(items => items.map(() => ({ ...items[0] }))), 2],
  ['leaves an action out', replyWithItems(items => items.slice(1)), 2],
  [
    'changes a number',
    replyWithItems(items => items.map(each => ({ ...each, rationale: 'It earns $9,999.' }))),
    2,
  ],
  [
    'adds numbers of its own',
    replyWithItems(items => items.map(each => ({ ...each, estimate: { value: 9_999 } }))),
    2,
  ],
  [
    'adds a link',
    replyWithItems(items => items.map(each => ({ ...each, name: 'See https://evil.example' }))),
    2,
  ],
  ['never stops', () => completion('x'.repeat(400_000)), 1],
  ['sends elsewhere', () => Response.redirect('http://127.0.0.1:1/v1', 302), 1],
];

describe('when the language model fails', () => {
  test.each(FAULTS)('a reply that %s is ignored', async (_, reply, asked) => {
    await open();
    model.reply = reply;
    const data = await generate();
    expect(data.engine).toBe('embedded');
    expect(data.warnings).toMatchObject([{ code: 'modelFailed' }]);
    expect(data.warnings[0].message).not.toContain('sk-test');
    expect(data.suggestions.length).toBeGreaterThan(3);
    expect(model.requests).toHaveLength(asked);
  });

  test('a model that never responds is ignored after the timeout', async () => {
    await open({ AI_TIMEOUT: SHORT_TIMEOUT });
    model.reply = () => new Promise<Response>(() => {});
    expect(await generate()).toMatchObject({ engine: 'embedded', warnings: [{ code: 'modelFailed' }] });
  });

  test('a connection closed in the middle of a reply is ignored', async () => {
    const half =
      'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"choices":[{';
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: socket => void socket.end(half) },
    });
    await open({ AI_BASE_URL: `http://127.0.0.1:${server.port}/v1` });
    expect(await generate()).toMatchObject({ engine: 'embedded', warnings: [{ code: 'modelFailed' }] });
    server.stop(true);
  });

  test('an unreachable model is ignored', async () => {
    await open();
    await model.stop();
    expect(await generate()).toMatchObject({ engine: 'embedded', warnings: [{ code: 'modelFailed' }] });
  });

  test('an invalid reply is corrected in a second request that names the problem', async () => {
    await open();
    model.reply = (asked, attempt) => completion(attempt === 1 ? 'Sure!' : rewriteItems(asked, rewrite));
    expect((await generate()).engine).toBe('model');
    expect(model.requests[1]?.body.messages.at(-1)?.content).toContain('it is not valid JSON');
  });

  test('JSON in a code fence is accepted', async () => {
    await open();
    model.reply = asked => completion(`\`\`\`json\n${JSON.stringify(rewriteItems(asked, rewrite))}\n\`\`\``);
    expect((await generate()).engine).toBe('model');
  });

  test('no request is sent once the daily budget is used up, until midnight', async () => {
    await open({ AI_DAILY_BUDGET: '1' });
    model.reply = asked => completion(rewriteItems(asked, rewrite));
    expect((await generate()).engine).toBe('model');
    const second = await generate();
    expect(second.warnings[0].message).toContain('daily budget');
    expect(model.requests).toHaveLength(1);
    ctx.clock.advance(12 * 3600 * 1000);
    const login = { action: 'login', email: 'owner@blue-cup.example', password: 'correct horse battery' };
    business.token = (await ctx.call('POST', '/auth', login)).data.accessToken;
    expect((await generate()).engine).toBe('model');
  });
});

test('no transaction waits for the model, even with an idempotency key', async () => {
  await open();
  const asked = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  model.reply = async question => {
    asked.resolve();
    await go.promise;
    return completion(rewriteItems(question, rewrite));
  };
  const response = generate({}, { 'idempotency-key': 'slow' });
  await asked.promise;
  const body = { name: 'Meanwhile', platform: 'x', actionType: 'post', reward: { type: 'fixed', value: 1 } };
  expect((await ctx.call('POST', '/campaigns', body, { as: business.token })).status).toBe(201);
  go.resolve();
  expect((await response).engine).toBe('model');
});

test('requests to the model contain no personal data and mark customer text as data', async () => {
  await open();
  model.reply = asked => completion(rewriteItems(asked, rewrite));
  await generate({ goals: ['reviews, ask Ada at ada@people.example or +1 (555) 010-9999'] });
  const sent = JSON.stringify(model.requests);
  for (const secret of ['ada@people', '010-9999', business.businessId, business.userId])
    expect(sent).not.toContain(secret);
  expect(sent).toContain('[email]');
  expect(model.requests[0]?.body.messages[0]?.role).toBe('system');
  expect(parseData(model.requests[0]!).items.length).toBeGreaterThan(3);
});

test.each(['campaign-agent', 'recommend', 'quick-start'])(
  'the model rewrites the texts of %s',
  async route => {
    await open();
    model.reply = asked => completion(rewriteItems(asked, rewrite));
    const body = { businessId: business.businessId, industry: 'cafe', budget: 300 };
    const { data } = await ctx.call('POST', `/ai/${route}`, body, { as: business.token });
    expect(data.engine).toBe('model');
    expect(JSON.stringify(data)).toContain('Well, ');
    if (route === 'campaign-agent') {
      const total = data.campaigns.reduce(
        (sum: number, each: { value: number }) => sum + Math.round(each.value * 100),
        0,
      );
      expect(total).toBe(Math.round(data.forecast.value * 100));
    }
  },
);

test('no request is sent without AI settings', async () => {
  ctx = await createTestApp();
  business = await createBusiness(ctx);
  expect(await generate()).toMatchObject({ engine: 'embedded', warnings: [] });
});

test('AI_BASE_URL and AI_MODEL must be set together', async () => {
  ctx = await createTestApp();
  await expect(createTestApp({ AI_BASE_URL: model.url })).rejects.toThrow(
    'AI_MODEL is required when AI_BASE_URL is set',
  );
  await expect(createTestApp({ AI_MODEL: 'small' })).rejects.toThrow(
    'AI_BASE_URL is required when AI_MODEL is set',
  );
  await expect(createTestApp({ AI_TIMEOUT: '60' })).rejects.toThrow('AI_TIMEOUT must be');
});
