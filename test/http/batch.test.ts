import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eq } from 'drizzle-orm';
import { idempotencyKeys } from '../../db/schema/idempotency.ts';
import { challengeOf, confirmIdentity } from '../auth/fixture.ts';
import {
  type BusinessFixture,
  CAMPAIGN,
  createBusiness,
  createCustomer,
  createStaff,
  PASSWORD,
} from '../support/accounts.ts';
import { type CallOptions, createTestApp, type TestApp } from '../support/test-app.ts';
import { expectFailure, expectInvalidFields } from './fixture.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let program: string;
beforeAll(async () => {
  ctx = await createTestApp();
  owner = await createBusiness(ctx);
  const { data } = await ctx.call('POST', '/programs', { name: 'Club', cashback: { rate: 5 } }, as());
  program = data.id;
});
afterAll(() => ctx.close());

interface Operation {
  operationId: string;
  params?: Record<string, string | number | boolean>;
  body?: object;
  idempotencyKey?: string;
}

const as = (headers: Record<string, string> = {}): CallOptions => ({ as: owner.token, headers });
const run = (operations: Operation[], more: object = {}, options: CallOptions = as()) =>
  ctx.call('POST', '/batch', { operations, ...more }, options);
const read = (path: string) => ctx.call('GET', path, undefined, as());
const countCampaigns = async () => (await read('/campaigns')).data.pagination.total as number;
const countMembers = async () => (await read(`/programs/${program}/members`)).data.pagination.total as number;
const statuses = (answer: { data: { results: { status: number }[] } }) =>
  answer.data.results.map(({ status }) => status);
const create = (fields: object = {}): Operation => ({
  operationId: 'createCampaign',
  body: { ...CAMPAIGN, ...fields },
});
const enroll = (memberId: string, more: object = {}): Operation => ({
  operationId: 'enrollMember',
  params: { id: program },
  body: { memberId },
  ...more,
});
const INVALID = create({ name: '' });

describe('a batch', () => {
  test('returns one result per operation, in order, and a failure does not stop those after it', async () => {
    const before = await countCampaigns();
    const answer = await run([
      create({ name: 'First' }),
      { operationId: 'getCampaign', params: { id: 'cmp_absent' } },
      INVALID,
      { operationId: 'listCampaigns', params: { perPage: 1, sort: '-createdAt' } },
      create({ name: 'Second' }),
    ]);
    expect([answer.status, statuses(answer)]).toEqual([200, [201, 404, 400, 200, 201]]);
    const { results, succeeded, failed } = answer.data;
    expect([succeeded, failed]).toEqual([3, 2]);
    expect(results[0]).toMatchObject({
      operationId: 'createCampaign',
      success: true,
      data: { name: 'First' },
    });
    expect(results[1]).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    expect(results[2].error.details[0].field).toBe('name');
    expect(results[3].data).toMatchObject({ items: [{ name: 'First' }], pagination: { perPage: 1 } });
    expect(await countCampaigns()).toBe(before + 2);
  });

  test('an operation with an unknown parameter of the query fails, because no header would name it', async () => {
    const { results } = (await run([{ operationId: 'listCampaigns', params: { perPgae: 1 } }])).data;
    expect([results[0].status, results[0].error.details[0].field]).toEqual([400, 'perPgae']);
  });

  test('puts parameters into the path as one segment', async () => {
    const memberId = 'Ä b/c?d';
    const get: Operation = { operationId: 'getMember', params: { id: program, memberId } };
    expect((await run([enroll(memberId), get])).data.results[1].data.memberId).toBe(memberId);
  });

  test('records the request ID of the batch in the events of its operations', async () => {
    const { headers } = await run([create()], {}, as({ 'x-request-id': 'batch-of-one' }));
    expect(headers.get('x-request-id')).toBe('batch-of-one');
    const [event] = (await read('/events?type=campaign.created')).data.items;
    expect(event.requestId).toBe('batch-of-one');
  });

  test.each([
    ['an unknown operation', { operationId: 'createNothing' }, 'operations.1.operationId'],
    ['a batch', { operationId: 'runBatch' }, 'operations.1.operationId'],
    [
      'a login, whose limit it would widen',
      { operationId: 'authenticate', body: {} },
      'operations.1.operationId',
    ],
    ['an upload', { operationId: 'createUpload' }, 'operations.1.operationId'],
    ['a stream', { operationId: 'streamEvents' }, 'operations.1.operationId'],
    ['a document', { operationId: 'getApiDescription' }, 'operations.1.operationId'],
    ['a missing parameter of the path', { operationId: 'getCampaign' }, 'operations.1.params.id'],
    [
      'a parameter that changes the path',
      { operationId: 'getCampaign', params: { id: '..' } },
      'operations.1.params.id',
    ],
    [
      'a list as CSV',
      { operationId: 'listCampaigns', params: { format: 'csv' } },
      'operations.1.params.format',
    ],
    ['a body where there is none', { operationId: 'listCampaigns', body: {} }, 'operations.1.body'],
    [
      'a key where nothing is changed',
      { operationId: 'listCampaigns', idempotencyKey: 'k' },
      'operations.1.idempotencyKey',
    ],
  ] as const)('runs nothing if it contains %s', async (_, operation, field) => {
    const before = await countCampaigns();
    expect(expectInvalidFields(await run([create(), operation as Operation]))).toEqual([field]);
    expect(await countCampaigns()).toBe(before);
  });

  test('has 1 to 100 operations', async () => {
    expect(expectInvalidFields(await run([]))).toEqual(['operations']);
    expect(expectInvalidFields(await run(Array(101).fill({ operationId: 'getBusiness' })))).toEqual([
      'operations',
    ]);
    expect((await run(Array(100).fill({ operationId: 'getBusiness' }))).data.succeeded).toBe(100);
  });

  test('gives each operation exactly the rights that the credential has', async () => {
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'Reader', scopes: ['read'] }, as());
    const other = await createBusiness(ctx, 'Red Cup');
    const { data: campaign } = await ctx.call('POST', '/campaigns', CAMPAIGN, as());
    const operations: Operation[] = [
      { operationId: 'getCampaign', params: { id: campaign.id } },
      create(),
      { operationId: 'getAccount' },
    ];
    expect(statuses(await run(operations, {}, { as: { apiKey: key.key } }))).toEqual([200, 403, 403]);
    expect(statuses(await run(operations, {}, { as: other.token }))).toEqual([404, 201, 200]);
    const { token } = await createCustomer(ctx, 'ada');
    expect(statuses(await run(operations, {}, { as: token }))).toEqual([404, 403, 200]);
    expectFailure(await run(operations, {}, {}), 401, 'UNAUTHENTICATED');
  });

  test('with a test key changes test data only', async () => {
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'Test', test: true }, as());
    const before = await countCampaigns();
    const options = { as: { apiKey: key.key } };
    for (const atomic of [false, true]) {
      const answer = await run([create({ name: 'Only a test' })], { atomic }, options);
      expect([statuses(answer), answer.headers.get('x-test-mode')]).toEqual([[201], 'true']);
    }
    const listed = await run([{ operationId: 'listCampaigns' }], {}, options);
    expect(listed.data.results[0].data.pagination.total).toBe(2);
    expect(await countCampaigns()).toBe(before);
  });
});

describe('an atomic batch', () => {
  test('makes all changes, also of different kinds, and returns their results', async () => {
    const [campaigns, members] = [await countCampaigns(), await countMembers()];
    const answer = await run(
      [
        create({ launch: true }),
        enroll('atomic-1'),
        { operationId: 'recordVisit', params: { id: program }, body: { memberId: 'atomic-1' } },
        { operationId: 'getMember', params: { id: program, memberId: 'atomic-1' } },
        { operationId: 'updateBusiness', body: { name: 'Bluer Cup' } },
      ],
      { atomic: true },
    );
    expect(statuses(answer)).toEqual([201, 201, 201, 200, 200]);
    expect(answer.data.results[3].data.visits).toBe(1);
    expect([await countCampaigns(), await countMembers()]).toEqual([campaigns + 1, members + 1]);
    const { data } = await read(`/programs/${program}/members/atomic-1`);
    expect(data.visits).toBe(1);
  });

  test('changes nothing if one operation fails, and its error names the operation and the field', async () => {
    const [campaigns, members] = [await countCampaigns(), await countMembers()];
    const { data: events } = await read('/events?perPage=1');
    const refused = await run([create(), enroll('atomic-2'), INVALID, create()], { atomic: true });
    expectFailure(refused, 400, 'VALIDATION_ERROR');
    expect(expectInvalidFields(refused)).toEqual(['operations.2.body.name']);
    expect(refused.error.message).toStartWith(
      'operations.2 (createCampaign) failed, so nothing was changed: ',
    );
    const absent: Operation = { operationId: 'getCampaign', params: { id: 'cmp_absent' } };
    const missing = await run([enroll('atomic-2'), absent], { atomic: true });
    expectFailure(missing, 404, 'NOT_FOUND');
    expect(missing.error.details?.[0]?.field).toBe('operations.1.params.id');
    const twice = await run([enroll('atomic-2'), enroll('atomic-2')], { atomic: true });
    expectFailure(twice, 409, 'ALREADY_ENROLLED');
    expect([await countCampaigns(), await countMembers()]).toEqual([campaigns, members]);
    expect((await read('/events?perPage=1')).data.items).toEqual(events.items);
  });

  test('keeps public reads of what it has not committed out of the cache', async () => {
    const { data: campaign } = await ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, as());
    const pause: Operation = { operationId: 'updateCampaign', body: { id: campaign.id, state: 'paused' } };
    const view: Operation = { operationId: 'getLink', params: { slug: campaign.slug } };
    const getState = async () => (await ctx.call('GET', `/links/${campaign.slug}`)).data.state;
    expect(await getState()).toBe('open');
    expect((await run([view, pause, view, INVALID], { atomic: true })).status).toBe(400);
    expect(await getState()).toBe('open');
    const { results } = (await run([view, pause, view], { atomic: true })).data;
    expect([results[0].data.state, results[2].data.state]).toEqual(['open', 'paused']);
    expect(await getState()).toBe('paused');
  });

  test('rejects operations that depend on others than the database, and changes nothing', async () => {
    const before = await countCampaigns();
    const test: Operation = { operationId: 'createApiKey', body: { name: 'No dry run' } };
    expect(expectInvalidFields(await run([create(), test], { atomic: true }))).toEqual(['atomic']);
    expect(await countCampaigns()).toBe(before);
    expect(statuses(await run([create(), test]))).toEqual([201, 201]);
  });
});

test('an atomic batch returns the challenge of an operation that requires a recent proof', async () => {
  const shop = await createBusiness(ctx, 'Old Cup');
  const demote: Operation = {
    operationId: 'updateBusinessUser',
    params: { id: shop.userId },
    body: { position: 'manager' },
  };
  const send = (token: string) => run([demote], { atomic: true }, { as: token });
  const challenge = await challengeOf(ctx, shop.token, send);
  await confirmIdentity(ctx, challenge, { password: PASSWORD }, { as: shop.token });
  expectFailure(await send(shop.token), 409, 'CONFLICT');
});

describe('what an atomic batch sends', () => {
  test('a mail leaves after the commit, and none after a failure', async () => {
    const shop = await createBusiness(ctx, 'Green Cup');
    await createStaff(ctx, shop);
    const { items } = (await ctx.call('GET', '/business/users', undefined, { as: shop.token })).data;
    const { id } = items.find(({ position }: { position: string }) => position === 'staff');
    const promote: Operation = {
      operationId: 'updateBusinessUser',
      params: { id },
      body: { position: 'owner' },
    };
    const send = (operations: Operation[]) => run(operations, { atomic: true }, { as: shop.token });
    ctx.mail.length = 0;
    expect((await send([promote, INVALID])).status).toBe(400);
    await settle();
    expect(ctx.mail).toEqual([]);
    expect(statuses(await send([promote]))).toEqual([200]);
    expect(ctx.mail).toEqual([]);
    await settle();
    expect(ctx.mail.map(({ subject }) => subject)).toEqual(['The owners of your business were changed']);
  });

  test('webhooks get the events of a committed batch only', async () => {
    const hook = { url: 'https://hooks.blue-cup.example/batch', events: ['campaign.created'] };
    await ctx.call('POST', '/webhooks', hook, as());
    await run([create({ name: 'Undone' }), INVALID], { atomic: true });
    await run([create({ name: 'Kept' })], { atomic: true });
    ctx.sent.length = 0;
    await ctx.app.worker.drain();
    const names = ctx.sent.map(({ body }) => JSON.parse(String(body)).data.object.name);
    expect(names).toEqual(['Kept']);
  });
});

/** Waits for all mails that are due. */
async function settle(): Promise<void> {
  await ctx.app.services.backgroundTasks.settled();
  await ctx.app.mailWorker.drain();
}

describe('batches beside other requests', () => {
  test('atomic ones, single ones and single requests all finish, each with all or none of its changes', async () => {
    const before = await countMembers();
    const sent = Array.from({ length: 12 }, (_, n) => [
      run([enroll(`side-${n}-a`), enroll(`side-${n}-b`), ...(n % 3 === 0 ? [INVALID] : [])], {
        atomic: true,
      }),
      run([enroll(`side-${n}-c`), enroll(`side-${n}-d`)], {}),
      ctx.call('POST', `/programs/${program}/members`, { memberId: `side-${n}-e` }, as()),
    ]).flat();
    const answers = await Promise.all(sent);
    expect(answers.filter(({ status }) => status >= 400).length).toBe(4);
    expect(await countMembers()).toBe(before + 8 * 2 + 12 * 3);
  });

  test('a batch that has begun ends while the server shuts down', async () => {
    const other = await createTestApp();
    const { token } = await createBusiness(other);
    const operations = Array(20).fill(create());
    const running = other.call('POST', '/batch', { operations }, { as: token });
    // After the batch has passed the first steps of the pipeline.
    await other.call('GET', '/health');
    other.app.handler.drain();
    expect((await running).data.succeeded).toBe(20);
    expect((await other.call('GET', '/campaigns', undefined, { as: token })).status).toBe(503);
    await other.close();
  });
});

describe('rate limits', () => {
  test('operations of batches count apart from single requests, at ten times the limit', async () => {
    const limited = await createTestApp({ RATE_LIMIT: 'on' });
    const { token } = await createBusiness(limited);
    const send = () =>
      limited.call('POST', '/batch', { operations: Array(100).fill(INVALID) }, { as: token });
    const answers = [await send(), await send(), await send(), await send()];
    const codes = answers.map(
      ({ data }) => new Set(data.results.map(({ status }: { status: number }) => status)),
    );
    // POST /campaigns is limited to 30 requests per minute, so batches have 300.
    expect(codes).toEqual([new Set([400]), new Set([400]), new Set([400]), new Set([429])]);
    expect(answers[3]?.data.results[0].error.code).toBe('RATE_LIMITED');
    expect((await limited.call('POST', '/campaigns', CAMPAIGN, { as: token })).status).toBe(201);
    const atomic = { operations: [create()], atomic: true };
    const refused = await limited.call('POST', '/batch', atomic, { as: token });
    expectFailure(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    await limited.close();
  });
});

describe('X-Dry-Run on a batch', () => {
  test.each([false, true])(
    'changes nothing, and later operations see earlier ones (atomic: %p)',
    async atomic => {
      const before = await countMembers();
      const get: Operation = { operationId: 'getMember', params: { id: program, memberId: 'dry-1' } };
      const dry = await run([enroll('dry-1'), get], { atomic }, as({ 'x-dry-run': 'true' }));
      expect([statuses(dry), dry.headers.get('x-dry-run')]).toEqual([[201, 200], 'true']);
      expect(await countMembers()).toBe(before);
    },
  );
});

describe('Idempotency-Key on a batch', () => {
  const withKey = (key: string) => as({ 'idempotency-key': key });

  test.each([false, true])('replays the results and makes the changes once (atomic: %p)', async atomic => {
    const key = `whole-${atomic}`;
    const before = await countCampaigns();
    const first = await run([create(), create()], { atomic }, withKey(key));
    const second = await run([create(), create()], { atomic }, withKey(key));
    expect(second.data).toEqual(first.data);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(await countCampaigns()).toBe(before + 2);
    expectFailure(await run([create()], { atomic }, withKey(key)), 409, 'IDEMPOTENCY_CONFLICT');
  });

  test('stores no failure of an atomic batch, so that a repetition runs it', async () => {
    const before = await countCampaigns();
    const absent: Operation = { operationId: 'getMember', params: { id: program, memberId: 'late' } };
    const send = () => run([create(), absent], { atomic: true }, withKey('late-member'));
    expectFailure(await send(), 404, 'NOT_FOUND');
    expect(await countCampaigns()).toBe(before);
    expect((await run([enroll('late')])).data.succeeded).toBe(1);
    expect(statuses(await send())).toEqual([201, 200]);
    expect(await countCampaigns()).toBe(before + 1);
  });

  test.each([false, true])('a key of an operation replays its first response (atomic: %p)', async atomic => {
    const before = await countCampaigns();
    const keyed = { ...create(), idempotencyKey: `single-${atomic}` };
    const first = await run([keyed], { atomic });
    const again = await run([keyed, create()], { atomic });
    expect(again.data.results[0]).toEqual({ ...first.data.results[0], replayed: true });
    const alone = await ctx.call('POST', '/campaigns', CAMPAIGN, withKey(`single-${atomic}`));
    expect(alone.data).toEqual(first.data.results[0].data);
    expect(await countCampaigns()).toBe(before + 2);
    const other = { ...create({ name: 'Other' }), idempotencyKey: `single-${atomic}` };
    const conflict = await run([other], { atomic });
    expect((atomic ? conflict.error : conflict.data.results[0].error).code).toBe('IDEMPOTENCY_CONFLICT');
  });

  test('a batch that crashed before its response was stored repeats no change', async () => {
    const before = await countMembers();
    const operations = [enroll('crash-1'), enroll('crash-2')];
    const first = await run(operations, {}, withKey('crashed'));
    await ctx.app.services.database.transaction(db =>
      db.delete(idempotencyKeys).where(eq(idempotencyKeys.key, 'crashed')).run(),
    );
    const again = await run(operations, {}, withKey('crashed'));
    expect(again.headers.get('idempotency-replayed')).toBeNull();
    const replayed = first.data.results.map((result: object) => ({ ...result, replayed: true }));
    expect(again.data.results).toEqual(replayed);
    expect(await countMembers()).toBe(before + 2);
  });
});
