import { afterAll, beforeAll, expect, test } from 'bun:test';
import { jwtVerify } from 'jose';
import { SCHEDULER } from '../../src/context.ts';
import { updatePasses } from '../../src/passes/service/update.ts';
import { listIssuers } from '../../src/passes/store.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import {
  CLIENT_EMAIL,
  ISSUER_ID,
  SERVICE_ACCOUNT_KEY,
  SERVICE_ACCOUNT_PUBLIC_KEY,
} from '../support/google-wallet.ts';
import { recordingOutbound } from '../support/outbound.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let ctx: TestApp;
let owner: BusinessFixture;
let ada: { token: string; userId: string };
let programId: string;
let objectStatus = 200;
let messageStatus: ((url: string) => number) | undefined;
const google = recordingOutbound(({ url }) =>
  url.includes('oauth2')
    ? { body: '{"access_token":"ya29.test"}' }
    : { status: url.endsWith('/addMessage') ? (messageStatus?.(url) ?? objectStatus) : objectStatus },
);

beforeAll(async () => {
  ctx = await createTestApp({ PUBLIC_URL: 'https://perks.example' }, { outbound: google });
  owner = await createBusiness(ctx);
  ada = await createCustomer(ctx);
  await call('PUT', '/business', { accentColor: '#8a3ffc' });
  programId = (await call('POST', '/programs', { name: 'Regulars', rewards: { pointsPerVisit: 10 } })).data
    .id;
  await call('POST', `/programs/${programId}/members`, { memberId: ada.userId }, ada.token);
});
afterAll(() => ctx.close());

const call = (method: string, path: string, body?: object, as = owner.token) =>
  ctx.call(method, path, body, { as });
const setUp = (serviceAccountKey = SERVICE_ACCOUNT_KEY) =>
  call('PUT', '/business/passes/google', { issuerId: ISSUER_ID, serviceAccountKey });
const options = async (query: string, as = ada.token) =>
  (await call('GET', `/passes?${query}`, undefined, as)).data.platforms;
const update = async () => {
  google.sent.length = 0;
  await updatePasses(ctx.app.as(SCHEDULER));
  return google.sent.filter(({ method }) => method === 'PATCH');
};

/** Verifies the token of a save link with a library that the product does not use. */
async function readSaveLink(url: string) {
  const [, token = ''] = /^https:\/\/pay\.google\.com\/gp\/v\/save\/(.+)$/.exec(url) ?? [];
  const { payload, protectedHeader } = await jwtVerify(token, SERVICE_ACCOUNT_PUBLIC_KEY, {
    audience: 'google',
    issuer: CLIENT_EMAIL,
    currentDate: new Date(ctx.clock.now()),
  });
  expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT' });
  return JSON.parse(JSON.stringify(payload));
}

test('no wallet is offered until the owner sets one up, and only with a key that can sign', async () => {
  expect(await options(`programId=${programId}`)).toEqual([]);
  const refused = await call('POST', '/passes', { platform: 'google', programId }, ada.token);
  expect([refused.status, refused.error.code]).toEqual([501, 'NOT_CONFIGURED']);
  for (const key of ['not JSON', '{}', 'null', JSON.stringify({ client_email: 'a@b.c', private_key: 'x' })]) {
    const { status, error } = await setUp(key);
    expect([status, error.details?.[0]?.field]).toEqual([400, 'serviceAccountKey']);
  }
  const { data } = await setUp();
  expect(data.google).toMatchObject({ issuerId: ISSUER_ID, clientEmail: CLIENT_EMAIL });
  expect(await options(`programId=${programId}`)).toEqual(['google']);
});

test('the key is stored encrypted and never returned', async () => {
  const settings = await call('GET', '/business/passes');
  expect(JSON.stringify(settings.body)).not.toContain('PRIVATE');
  const rows = await listIssuers(ctx.app.services.database.reader, owner.businessId);
  expect(JSON.stringify(rows)).not.toContain('PRIVATE');
  expect(JSON.stringify(rows)).toContain(CLIENT_EMAIL);
});

test('a member card becomes a signed link with class and object, verified by another library', async () => {
  const { data, status } = await call('POST', '/passes', { platform: 'google', programId }, ada.token);
  expect([status, data.platform]).toEqual([201, 'google']);
  const { typ, origins, payload } = await readSaveLink(data.url);
  expect([typ, origins]).toEqual(['savetowallet', ['https://perks.example']]);
  const [loyaltyClass] = payload.loyaltyClasses;
  expect(loyaltyClass).toMatchObject({
    id: `${ISSUER_ID}.${programId}`,
    issuerName: 'Blue Cup',
    programName: 'Regulars',
    hexBackgroundColor: '#8a3ffc',
    reviewStatus: 'UNDER_REVIEW',
  });
  expect(loyaltyClass.programLogo.sourceUri.uri).toStartWith('https://perks.example/s/blue-cup/icons/512');
  const { data: card } = await call(
    'GET',
    `/programs/${programId}/members/${ada.userId}/card`,
    undefined,
    ada.token,
  );
  const [object] = payload.loyaltyObjects;
  expect(object).toMatchObject({
    classId: loyaltyClass.id,
    state: 'ACTIVE',
    accountId: ada.userId,
    barcode: { type: 'QR_CODE', value: card.card },
    loyaltyPoints: { balance: { int: 0 } },
  });
  // Browsers and Google accept links of this length.
  expect(data.url.length).toBeLessThan(2_000);
  const again = await call('POST', '/passes', { platform: 'google', programId }, ada.token);
  expect(again.data.id).toBe(data.id);
  expect(google.sent.filter(({ url }) => url.includes('google'))).toEqual([]);
});

test('a reward becomes an offer with its code, and its redemption completes the pass', async () => {
  await call('PUT', '/business', { timeZone: 'Europe/Berlin' });
  const campaign = { ...CAMPAIGN, launch: true };
  const { id: campaignId } = (await call('POST', '/campaigns', campaign)).data;
  const proof = { campaignId, proofUrl: 'https://www.instagram.com/p/abc/' };
  const submission = (await call('POST', '/submissions', proof, ada.token)).data;
  const review = { submissionId: submission.id, action: 'approve' };
  const { reward } = (await call('POST', '/submissions/review', review)).data;
  const { data } = await call('POST', '/passes', { platform: 'google', rewardId: reward.id }, ada.token);
  const { payload } = await readSaveLink(data.url);
  expect(payload.offerClasses[0]).toMatchObject({ title: '$5 off', provider: 'Blue Cup' });
  expect(payload.offerObjects[0].barcode).toEqual({
    type: 'QR_CODE',
    value: `https://perks.example/dashboard/counter?code=${reward.code}`,
    alternateText: reward.code,
  });
  // The last second of August 30 in Berlin.
  expect(payload.offerObjects[0].validTimeInterval).toEqual({ end: { date: '2026-08-30T21:59:59.999Z' } });
  await update();
  await call('POST', '/rewards/redeem', { code: reward.code });
  const [sent] = await update();
  expect(sent!.url).toBe(
    `https://walletobjects.googleapis.com/walletobjects/v1/offerObject/${ISSUER_ID}.${reward.id}`,
  );
  expect(JSON.parse(sent!.body as string).state).toBe('COMPLETED');
  expect(await options(`rewardId=${reward.id}`)).toEqual([]);
});

test('a visit updates the card once, with a token of the service account, and only of saved passes', async () => {
  await update();
  expect(await update()).toEqual([]);
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId, quantity: 2 });
  const [sent, ...others] = await update();
  expect(others).toEqual([]);
  expect(sent!.headers.authorization).toBe('Bearer ya29.test');
  const object = JSON.parse(sent!.body as string);
  expect(object.secondaryLoyaltyPoints).toEqual({ label: 'Visits', balance: { int: 2 } });
  const assertion = new URLSearchParams(google.sent[0]!.body as string).get('assertion') as string;
  // The address of the key file is not trusted: it could lead anywhere.
  expect(google.sent[0]!.url).toBe('https://oauth2.googleapis.com/token');
  const { payload } = await jwtVerify(assertion, SERVICE_ACCOUNT_PUBLIC_KEY, {
    audience: 'https://oauth2.googleapis.com/token',
    currentDate: new Date(ctx.clock.now()),
  });
  expect(payload.scope).toBe('https://www.googleapis.com/auth/wallet_object.issuer');
});

test('a visit becomes a message, which phones show at most three times a day', async () => {
  const messages = () =>
    google.sent
      .filter(({ url }) => url.endsWith('/addMessage'))
      .map(({ method, url, body }) => [method, url.split('/').at(-2), JSON.parse(body as string).message]);
  const { data: member } = await call('GET', `/programs/${programId}/members/${ada.userId}`);
  const visit = () => call('POST', `/programs/${programId}/visits`, { memberId: ada.userId });
  await update();
  await visit();
  await update();
  const [[method, object, message]] = messages() as [[string, string, { id: string }]];
  expect([method, object]).toEqual(['POST', `${ISSUER_ID}.${member.id}`]);
  expect(message).toMatchObject({
    header: 'Blue Cup',
    body: 'Your visits: 3',
    messageType: 'TEXT_AND_NOTIFY',
  });
  expect(message.id).toStartWith('evt_');
  messageStatus = () => 429;
  await visit();
  await update();
  expect(messages().map(([, , { messageType }]) => messageType)).toEqual(['TEXT_AND_NOTIFY', 'TEXT']);
  expect((await call('GET', '/business/passes')).data.google.lastError).toBeNull();
  messageStatus = () => 503;
  await visit();
  await update();
  expect((await call('GET', '/business/passes')).data.google.lastError).toBe('Google answered 503');
  messageStatus = undefined;
  await update();
  expect(messages()).toHaveLength(1);
  await update();
  expect(messages()).toEqual([]);
  const { data } = await call('GET', '/business/passes');
  expect(data.google).toMatchObject({ passCount: 2, lastError: null });
});

test('what fails for one pass is not repeated for another', async () => {
  const eve = await createCustomer(ctx, 'eve');
  await call('POST', `/programs/${programId}/members`, { memberId: eve.userId }, eve.token);
  await call('POST', '/passes', { platform: 'google', programId }, eve.token);
  await update();
  for (const { userId } of [ada, eve])
    await call('POST', `/programs/${programId}/visits`, { memberId: userId });
  const addressed: string[] = [];
  const respond = (statuses: number[]) => (url: string) => {
    addressed.push(url);
    return statuses.shift() ?? 200;
  };
  messageStatus = respond([200, 503]);
  await update();
  messageStatus = respond([]);
  await update();
  messageStatus = undefined;
  expect(addressed).toHaveLength(3);
  expect(addressed[2]).toBe(addressed[1] as string);
});

test('a failed update is repeated by the next run, and a pass that was never saved is skipped', async () => {
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId });
  objectStatus = 503;
  expect(await update()).toHaveLength(1);
  objectStatus = 404;
  expect(await update()).toHaveLength(1);
  expect(google.sent.some(({ url }) => url.endsWith('/addMessage'))).toBe(false);
  expect(await update()).toEqual([]);
  objectStatus = 200;
});

test('a changed color reaches the class of the cards once, and a failure is repeated', async () => {
  await update();
  await call('PUT', '/business', { accentColor: '#0a7d33' });
  objectStatus = 503;
  expect(await update()).toHaveLength(1);
  objectStatus = 200;
  const sent = await update();
  const classes = sent.filter(({ url }) => url.includes('loyaltyClass/'));
  expect(classes.map(({ url }) => decodeURIComponent(url))).toEqual([
    `https://walletobjects.googleapis.com/walletobjects/v1/loyaltyClass/${ISSUER_ID}.${programId}`,
  ]);
  expect(JSON.parse(classes[0]!.body as string)).toMatchObject({ hexBackgroundColor: '#0a7d33' });
  expect(sent.every(({ url }) => url.includes('Class/'))).toBe(true);
  expect(await update()).toEqual([]);
});

test('when the card is replaced, its pass ends, and the next one is another', async () => {
  const replace = () => call('POST', `/programs/${programId}/members/${ada.userId}/card`, {}, ada.token);
  const { data: before } = await call('GET', `/programs/${programId}/members/${ada.userId}`);
  await update();
  await replace();
  await replace();
  const { data: pass } = await call('POST', '/passes', { platform: 'google', programId }, ada.token);
  const [object] = (await readSaveLink(pass.url)).payload.loyaltyObjects;
  expect(object.id).toBe(`${ISSUER_ID}.${before.id}-2`);
  const sent = await update();
  const ids = sent.map(({ url, body }) => [
    decodeURIComponent(url).split('loyaltyObject/')[1],
    JSON.parse(body as string).state,
  ]);
  expect(ids).toEqual([
    [`${ISSUER_ID}.${before.id}`, 'EXPIRED'],
    [`${ISSUER_ID}.${before.id}-1`, 'EXPIRED'],
    [`${ISSUER_ID}.${before.id}-2`, 'ACTIVE'],
  ]);
  expect(JSON.stringify(sent[0]!.body)).not.toContain(object.barcode.value);
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId });
  expect(await update()).toHaveLength(1);
});

test('other customers, other businesses and rotating cards get no pass', async () => {
  const bob = await createCustomer(ctx, 'bob');
  const other = await createBusiness(ctx, 'Red Mug');
  const asked = { platform: 'google', programId, memberId: ada.userId };
  expect((await call('POST', '/passes', asked, bob.token)).status).toBe(403);
  expect((await call('POST', '/passes', asked, other.token)).status).toBe(404);
  expect((await call('POST', '/passes', { platform: 'google' }, ada.token)).status).toBe(400);
  await call('PUT', `/programs/${programId}`, { card: 'rotating' });
  expect(await options(`programId=${programId}`)).toEqual([]);
  const refused = await call('POST', '/passes', { platform: 'google', programId }, ada.token);
  expect([refused.status, refused.error.code]).toEqual([409, 'CONFLICT']);
  await call('PUT', `/programs/${programId}`, { card: 'static' });
});

test('after the account was removed, no pass is issued or updated', async () => {
  const { data } = await call('DELETE', '/business/passes/google');
  expect(data.google).toBeNull();
  expect(await options(`programId=${programId}`)).toEqual([]);
  await call('POST', `/programs/${programId}/visits`, { memberId: ada.userId });
  expect(await update()).toEqual([]);
});
