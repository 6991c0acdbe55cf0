import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOnPostgres, NODE_SECRETS } from '../support/postgres-app.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';
import { FILES } from '../uploads/files.ts';
import { ServerProcess } from './server-process.ts';

const START_TIMEOUT_MS = 20_000;
const PASSWORD = 'correct horse battery';

// biome-ignore lint/suspicious/noExplicitAny: the test reads any field of the response
type Wire = any;

const database = isOnPostgres ? await createEmptyDatabaseUrl() : undefined;
const server = new ServerProcess({
  DATA_DIR: mkdtempSync(join(tmpdir(), 'perkmint-story-')),
  ...(database && { DATABASE_URL: database.url, ...NODE_SECRETS }),
});

beforeAll(() => server.start(), START_TIMEOUT_MS);

afterAll(async () => {
  await server.remove();
  await database?.drop();
});

async function call(method: string, path: string, as?: string, body?: object | FormData) {
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {};
  if (as) headers.authorization = `Bearer ${as}`;
  if (body && !isForm) headers['content-type'] = 'application/json';
  const payload = isForm ? body : body && JSON.stringify(body);
  const response = await fetch(`${server.url}${path}`, { method, headers, body: payload as BodyInit });
  expect(response.headers.get('x-request-id')).toBeTruthy();
  expect(response.headers.get('x-response-time')).toMatch(/^\d+\.\dms$/);
  expect(response.headers.get('x-ratelimit-limit')).toMatch(/^\d+$/);
  const { success, data, error } = (await response.json()) as Wire;
  expect(success).toBe(response.ok);
  return { status: response.status, data, error };
}

async function register(fields: object): Promise<Wire> {
  const body = { action: 'register', password: PASSWORD, ...fields };
  const { status, data } = await call('POST', '/auth', undefined, body);
  expect(status).toBe(201);
  return data;
}

test('a real server process handles registration, launch, submission, approval, redemption and events', async () => {
  const owner = { email: 'owner@cup.example', name: 'Olive', role: 'business', businessName: 'Blue Cup' };
  const shop = (await register(owner)).accessToken;
  const ada = (await register({ email: 'ada@people.example', name: 'Ada' })).accessToken;

  const draft = await call('POST', '/campaigns', shop, {
    name: 'Story of the week',
    platform: 'instagram',
    actionType: 'story',
    reward: { type: 'percentage', value: 10, maxAmount: 4 },
    requirements: { minFollowers: 10, hashtags: ['#ad'] },
    budget: { total: 8 },
  });
  expect([draft.status, draft.data.state]).toEqual([201, 'draft']);
  const { id } = draft.data;
  expect((await call('GET', `/campaigns/${id}`, ada)).status).toBe(404);
  expect((await call('PUT', '/campaigns', shop, { id, state: 'active' })).data.state).toBe('active');
  const offered = await call('GET', '/campaigns', ada);
  expect(offered.data.items.map((item: Wire) => item.id)).toEqual([id]);

  const form = new FormData();
  form.append('file', new File([FILES.png], 'story.png', { type: 'image/png' }));
  const upload = await call('POST', '/uploads', ada, form);
  const submission = await call('POST', '/submissions', ada, {
    campaignId: id,
    proofUrl: upload.data.url,
    proofType: 'screenshot',
    notes: 'My morning #ad',
  });
  expect([submission.status, submission.data.status]).toEqual([201, 'pending']);
  expect(submission.data.risk).toEqual({ score: 0, flags: [] });
  const seen = await fetch(upload.data.url, { headers: { authorization: `Bearer ${shop}` } });
  expect(new Uint8Array(await seen.arrayBuffer())).toEqual(FILES.png);

  const review = { submissionId: submission.data.id, action: 'approve' };
  const approved = await call('POST', '/submissions/review', shop, review);
  expect(approved.data.submission.status).toBe('approved');
  const rewards = await call('GET', '/rewards', ada);
  const [{ code, amount }] = rewards.data.items;
  expect([code, amount]).toEqual([approved.data.reward.code, null]);

  expect((await call('POST', '/rewards/redeem', shop, { code })).error.code).toBe('ORDER_VALUE_REQUIRED');
  const redeemed = await call('POST', '/rewards/redeem', shop, { code, orderValue: 19.99 });
  expect([redeemed.data.discount, redeemed.data.reward.status]).toEqual([1.99, 'redeemed']);
  const again = await call('POST', '/rewards/redeem', shop, { code, orderValue: 19.99 });
  expect([again.status, again.error.code]).toEqual([409, 'REWARD_NOT_REDEEMABLE']);

  const events = await call('GET', '/events', shop);
  const history = events.data.items.toReversed();
  expect(history.map((event: Wire) => event.sequence)).toEqual(history.map((_: Wire, n: number) => n + 1));
  expect(history.map((event: Wire) => event.type)).toEqual([
    'campaign.created',
    'campaign.activated',
    'submission.created',
    'reward.issued',
    'submission.approved',
    'reward.redeemed',
  ]);
  const { data: after } = await call('GET', `/campaigns/${id}`, shop);
  expect(after).toMatchObject({
    state: 'active',
    stats: { pending: 0, approved: 1, rejected: 0 },
    budget: { total: 8, reserved: 0, spent: 4, remaining: 4 },
  });
});

test('SIGTERM ends the server process with exit code 0', async () => {
  expect(await server.stop()).toBe(0);
});
