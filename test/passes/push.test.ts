import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { SCHEDULER } from '../../src/context.ts';
import { remindOnPasses } from '../../src/passes/service/expiring.ts';
import { updatePasses } from '../../src/passes/service/update.ts';
import * as store from '../../src/passes/store.ts';
import { DAY_MS, MINUTE_MS } from '../../src/platform/clock.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { type PushService, startPushService } from '../support/apple-push.ts';
import { APPLE_CERTIFICATES } from '../support/apple-wallet.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { TEST_CERT, TEST_KEY } from '../support/tls.ts';

const PASS_TYPE = 'pass.com.bluecup';
const GOAL = { name: 'Free coffee', metric: 'visits', target: 3, repeats: true };

let ctx: TestApp;
let apple: PushService;
let owner: BusinessFixture;
let ada: { token: string; userId: string };
let count = 0;

const call = (method: string, path: string, body?: object, as = owner.token) =>
  ctx.call(method, path, body, { as });
const send = (method: string, path: string, token?: string, body?: object) =>
  ctx.send(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `ApplePass ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
const settings = async () => (await call('GET', '/business/passes')).data.apple;
/** Runs the job. @returns the tokens that were notified */
const update = async () => {
  apple.notified.length = 0;
  await updatePasses(ctx.app.as(SCHEDULER));
  return apple.notified.map(({ path }) => path.split('/').at(-1) as string);
};

beforeAll(async () => {
  apple = await startPushService();
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' }, { applePush: apple.client });
  owner = await createBusiness(ctx);
  ada = await createCustomer(ctx);
  await call('PUT', '/business/passes/apple', APPLE_CERTIFICATES);
});
beforeEach(() => apple.answers.clear());
afterAll(async () => {
  await ctx.close();
  await apple.close();
});

/** Creates a program with a member whose pass is on a phone. */
async function addCard({
  rewards,
  member = ada,
  phone = `phone-${++count}`,
}: {
  rewards: object;
  member?: typeof ada;
  phone?: string;
}) {
  const { id: programId } = (await call('POST', '/programs', { name: `Regulars ${count}`, rewards })).data;
  await call('POST', `/programs/${programId}/members`, { memberId: member.userId }, member.token);
  await update();
  const pass = await addPass({ programId }, phone, member);
  const visit = (body: object = {}) => {
    ctx.clock.advance(1_000);
    return call('POST', `/programs/${programId}/visits`, { memberId: member.userId, ...body });
  };
  return { programId, phone, visit, ...pass };
}

/** Records visits with an update after each. @returns the messages on the card after them */
async function visitOneByOne({ visit, read }: Awaited<ReturnType<typeof addCard>>, visits: object[]) {
  const news: unknown[] = [];
  for (const body of visits) {
    await visit(body);
    await update();
    news.push(await read());
  }
  return news;
}

/** Adds a pass to a phone. */
async function addPass(subject: object, phone: string, member = ada) {
  const { data } = await call('POST', '/passes', { platform: 'apple', ...subject }, member.token);
  const token = await readToken(data.url);
  const device = `/apple-wallet/v1/devices/${phone}/registrations/${PASS_TYPE}`;
  const push = { pushToken: `token-of-${phone}` };
  expect((await send('POST', `${device}/${data.id}`, token, push)).status).toBe(201);
  const read = async () => {
    const row = await store.find(ctx.app.services.database.reader, data.id);
    return row?.news;
  };
  const isUpdated = async () => (await send('GET', `${device}?passesUpdatedSince=${since}`)).status === 200;
  const since = new Date(ctx.clock.now()).toISOString();
  const path = new URL(data.url);
  const download = async () => (await send('GET', path.pathname + path.search)).bytes();
  return { id: data.id as string, read, isUpdated, download };
}

/** Reads the token that the pass contains from its link, which has the same. */
async function readToken(url: string): Promise<string> {
  return new URL(url).searchParams.get('token') as string;
}

test('a visit notifies the phone once: token, topic, empty payload, certificate of the pass type', async () => {
  const card = await addCard({ rewards: { points: { perDollar: 1 } } });
  expect(await update()).toEqual([]);
  await card.visit();
  await update();
  expect(apple.notified).toEqual([
    { path: '/3/device/token-of-phone-1', topic: PASS_TYPE, payload: '{}', certificateOf: PASS_TYPE },
  ]);
  expect(await card.isUpdated()).toBe(true);
  expect(await card.read()).toBe('Your visits: 1');
  expect(await update()).toEqual([]);
  await card.visit({ orderValue: 7 });
  expect(await update()).toEqual(['token-of-phone-1']);
  expect(await card.read()).toBe('You have 7 points');
});

test('a stamp card counts, and a reward takes precedence over the stamp that earned it', async () => {
  const goal = { ...GOAL, reward: { type: 'item', name: 'Coffee', cost: 2 } };
  const card = await addCard({ rewards: { goals: [goal] } });
  const news = await visitOneByOne(card, [{ quantity: 1 }, { quantity: 2 }, { quantity: 1 }]);
  expect(news).toEqual([
    'Free coffee: 1 of 3 stamps',
    'Your reward at Blue Cup: Coffee',
    'Free coffee: 1 of 3 stamps',
  ]);
});

test('a full card with a reward in words says so, and what is undone before it is sent becomes no message', async () => {
  const card = await addCard({ rewards: { goals: [{ ...GOAL, target: 2 }] } });
  await card.visit({ quantity: 2 });
  await update();
  expect(await card.read()).toBe('Completed: Free coffee');
  const { data: wrong } = await card.visit();
  const undo = { action: 'refund', visitId: wrong.id };
  expect((await call('POST', `/programs/${card.programId}/cashback`, undo)).status).toBe(201);
  expect(await update()).toEqual([`token-of-${card.phone}`]);
  expect(await card.read()).toBe('Completed: Free coffee');
  await card.visit();
  await update();
  expect(await card.read()).toBe('Free coffee: 1 of 2 stamps');
});

test('a higher tier and cashback become messages in the language of the member', async () => {
  const bea = await createCustomer(ctx, 'bea');
  await call('PUT', '/account', { locale: 'de-DE' }, bea.token);
  const tiers = [{ name: 'Gold', threshold: 20 }];
  const cashback = { type: 'percentage', value: 10, holdDays: 0 };
  const card = await addCard({ rewards: { points: { perDollar: 1 }, tiers, cashback }, member: bea });
  const news = await visitOneByOne(card, [{}, { orderValue: 20 }, { orderValue: 30 }]);
  expect(news).toEqual([
    'Deine Besuche: 1',
    'Du hast Gold bei Blue Cup erreicht',
    '3,00 $ Cashback bei Blue Cup verfügbar',
  ]);
});

test('without a language in the account, a card has that of the page on which its owner added it', async () => {
  const tuna = await createCustomer(ctx, 'tuna');
  const card = await addCard({ rewards: { points: { perDollar: 1 } }, member: tuna });
  const body = { platform: 'apple', programId: card.programId };
  const headers = { 'accept-language': 'tr-TR,tr;q=0.9' };
  await ctx.call('POST', '/passes', body, { as: tuna.token, headers });
  await card.visit();
  await update();
  expect(await card.read()).toBe('Ziyaretleriniz: 1');
  // Not that of a person of the business who adds it for the member.
  const forMember = { ...body, memberId: tuna.userId };
  await ctx.call('POST', '/passes', forMember, { as: owner.token, headers: { 'accept-language': 'de' } });
  await card.visit();
  await update();
  expect(await card.read()).toBe('Ziyaretleriniz: 2');
});

test('a phone with two passes of the shop is notified once, also of a new look', async () => {
  const rewards = { points: { perDollar: 1 } };
  const { phone, visit } = await addCard({ rewards });
  const other = await addCard({ rewards, phone });
  await visit();
  await other.visit();
  expect(await update()).toEqual([`token-of-${phone}`]);
  await call('PUT', '/business', { accentColor: '#0a7d33' });
  const notified = await update();
  expect(notified.filter(token => token === `token-of-${phone}`)).toHaveLength(1);
  expect(notified.length).toBe(new Set(notified).size);
});

test('a purchase without a stamp shows its points', async () => {
  const card = await addCard({ rewards: { points: { perDollar: 1 }, goals: [GOAL] } });
  await card.visit({ quantity: 0, orderValue: 7 });
  await update();
  expect(await card.read()).toBe('You have 7 points');
});

test('the phones of another business are not notified with this certificate', async () => {
  const other = await createBusiness(ctx, 'Red Mug');
  await call('PUT', '/business/passes/apple', APPLE_CERTIFICATES, other.token);
  const program = { name: 'Others', rewards: { goals: [GOAL] } };
  const { id: programId } = (await call('POST', '/programs', program, other.token)).data;
  await call('POST', `/programs/${programId}/members`, { memberId: ada.userId }, ada.token);
  await addPass({ programId }, 'phone-elsewhere');
  apple.answers.set('*', { status: 503, reason: 'Shutdown' });
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId }, other.token);
  expect(await update()).toEqual(['token-of-phone-elsewhere']);
  apple.answers.clear();
  await call('DELETE', '/business/passes/apple', undefined, other.token);
  ctx.clock.advance(5 * MINUTE_MS);
  expect(await update()).toEqual([]);
});

test('a phone that Apple no longer knows is forgotten', async () => {
  const card = await addCard({ rewards: { points: { perDollar: 1 } } });
  const { phoneCount } = await settings();
  apple.answers.set(`token-of-${card.phone}`, { status: 410, reason: 'ExpiredToken' });
  await card.visit();
  expect(await update()).toEqual([`token-of-${card.phone}`]);
  apple.answers.clear();
  expect(await settings()).toMatchObject({ phoneCount: phoneCount - 1, lastError: null });
  await card.visit();
  expect(await update()).toEqual([]);
});

test('what Apple refuses is tried again after five minutes, and the settings say why', async () => {
  const card = await addCard({ rewards: { points: { perDollar: 1 } } });
  apple.answers.set('*', { status: 403, reason: 'BadCertificate' });
  await card.visit();
  expect(await update()).toHaveLength(1);
  // The phone gets the present pass when it asks, whether it was notified or not.
  expect(await card.isUpdated()).toBe(true);
  expect((await settings()).lastError).toBe('Apple answered 403 BadCertificate');
  apple.answers.clear();
  expect(await update()).toEqual([]);
  expect((await settings()).lastError).toBe('Apple answered 403 BadCertificate');
  ctx.clock.advance(5 * MINUTE_MS);
  expect(await update()).toEqual([`token-of-${card.phone}`]);
  expect((await settings()).lastError).toBeNull();
});

test('a service that cannot be reached, and one that refuses the certificate, are an error', async () => {
  const identity = { ...APPLE_CERTIFICATES, passTypeId: PASS_TYPE };
  const away = await startPushService();
  await away.close();
  const unreached = await away.client.notify(identity, ['one', 'two']);
  expect(unreached).toMatchObject({ notified: [], gone: [] });
  expect(unreached.error?.message).toMatch(/^127\.0\.0\.1:\d+ cannot be reached \(ECONNREFUSED\)$/);
  const foreign = { certificate: TEST_CERT, privateKey: TEST_KEY, passTypeId: PASS_TYPE };
  const refused = await apple.client.notify(foreign, ['token']);
  expect([refused.notified, refused.error?.name]).toEqual([[], 'OutboundError']);
});

test('a token cannot leave its place in the path', async () => {
  apple.notified.length = 0;
  const own = { ...APPLE_CERTIFICATES, passTypeId: PASS_TYPE };
  expect(await apple.client.notify(own, ['../../x y'])).toEqual({ notified: ['../../x y'], gone: [] });
  expect(apple.notified.map(({ path }) => path)).toEqual(['/3/device/..%2F..%2Fx%20y']);
});

test('members choose which messages they get; the pass is updated in any case', async () => {
  const cleo = await createCustomer(ctx, 'cleo');
  const goal = { ...GOAL, target: 1, reward: { type: 'item', name: 'Coffee', cost: 2 } };
  const card = await addCard({ rewards: { goals: [goal] }, member: cleo });
  const choose = (kind: string, isEnabled: boolean) =>
    call('PUT', '/account/notifications', { passMessages: [{ kind, isEnabled }] }, cleo.token);
  const { data } = await choose('reward.issued', false);
  expect(
    data.passMessages.map((one: { kind: string; isEnabled: boolean }) => [one.kind, one.isEnabled]),
  ).toEqual([
    ['visit.recorded', true],
    ['reward.issued', false],
    ['reward.expiring', true],
    ['cashback.available', true],
    ['tier.reached', true],
  ]);
  await card.visit();
  await update();
  expect(await card.read()).toBe('Free coffee: 0 of 1 stamps');
  await choose('visit.recorded', false);
  await card.visit();
  expect(await update()).toEqual([`token-of-${card.phone}`]);
  expect(await card.read()).toBe('Free coffee: 0 of 1 stamps');
  await choose('reward.issued', true);
  await card.visit();
  await update();
  expect(await card.read()).toBe('Your reward at Blue Cup: Coffee');
  const owners = await call('GET', '/account/notifications');
  expect(owners.data.passMessages).toEqual([]);
  const refused = await call('PUT', '/account/notifications', {
    passMessages: [{ kind: 'reward.issued', isEnabled: false }],
  });
  expect([refused.status, refused.error.details?.[0]?.field]).toEqual([400, 'passMessages.0.kind']);
});

/** Approves proof for a reward, and saves the reward on a phone. */
async function saveReward({ token }: { token: string }, expiresInDays: number, phone: string) {
  const reward = { type: 'fixed', value: 5, expiresInDays };
  const { data: campaign } = await call('POST', '/campaigns', { ...CAMPAIGN, reward, launch: true });
  const proof = { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/${phone}/` };
  const { data: submission } = await call('POST', '/submissions', proof, token);
  const approval = { submissionId: submission.id, action: 'approve' };
  const issued = (await call('POST', '/submissions/review', approval)).data.reward;
  await update();
  return { ...(await addPass({ rewardId: issued.id }, phone, { token, userId: '' })), ...issued };
}

test('a saved reward says three days before its end that it expires, once, and old events become no message', async () => {
  const quiet = await createCustomer(ctx, 'quiet');
  const passMessages = [{ kind: 'reward.expiring', isEnabled: false }];
  await call('PUT', '/account/notifications', { passMessages }, quiet.token);
  const reward = await saveReward(ada, 30, 'phone-of-reward');
  const silent = await saveReward(quiet, 30, 'phone-of-quiet');
  const short = await saveReward(ada, 2, 'phone-of-short');
  const before = await reward.download();
  const card = await addCard({ rewards: { points: { perDollar: 1 } } });
  await card.visit();
  const remind = () => remindOnPasses(ctx.app.as(SCHEDULER));
  expect(await remind()).toBe(0);
  ctx.clock.advance(Date.parse(reward.expiresAt) - ctx.clock.now() - 3 * DAY_MS);
  expect([await remind(), await remind()]).toEqual([1, 0]);
  expect(await reward.read()).toStartWith('Use it until ');
  expect(await reward.download()).not.toEqual(before);
  expect((await update()).sort()).toEqual([`token-of-${card.phone}`, 'token-of-phone-of-reward'].sort());
  expect([await card.read(), await silent.read(), await short.read()]).toEqual([null, null, null]);
});
