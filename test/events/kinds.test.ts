import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SCENARIOS, type ScenarioCall } from '../../cli/webhooks/trigger-scenarios.ts';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import type { OpenApiDocument } from '../../src/describe/openapi/document.ts';
import { EVENT_KINDS, EVENT_TYPES } from '../../src/events/model.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { applyBundle, previewBundle, undoBundle } from '../../src/reference/service/bundles.ts';
import {
  createCampaign,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  type Json,
  listEvents,
  reviewSubmission,
  runJobByName,
  type Setup,
  setup,
} from '../campaigns/fixture.ts';
import { signInDevice } from '../places/fixture.ts';
import { importFile } from '../programs/imports/fixture.ts';
import { createBundle, forbidAction, TRUST } from '../reference/stricter.ts';
import { Contract } from '../support/contract.ts';
import { newInfluencer } from '../support/fixtures.ts';
import { eventsWithForeignActor } from '../support/foreign-actors.ts';
import { propose } from '../support/propose.ts';

let ctx: Setup;
let document: Json;
let contract: Contract;
const recordedEvents = new Map<string, Json>();

beforeAll(async () => {
  ctx = await setup({ OAUTH_MOCK: 'on', ...TRUST });
  document = (await ctx.call('GET', '/docs')).body;
  contract = new Contract(document as OpenApiDocument);
});
afterAll(() => ctx.close());

const call: ScenarioCall = async (method, path, body) => {
  const { data, error } = await ctx.call(method, path, body, { as: ctx.business.token });
  if (error) throw new Error(`${method} ${path}: ${error.message}`);
  return data;
};

/** Lists the event types that a scenario causes, and records the events for the tests below. */
async function listCausedEvents(work: () => Promise<unknown>): Promise<string[]> {
  const before = (await listEvents(ctx)).length;
  await work();
  const recorded = (await listEvents(ctx)).slice(before);
  for (const event of recorded) recordedEvents.set(event.type, event);
  return recorded.map(event => event.type);
}

/** Causes the events that no scenario of `perkmint webhooks trigger` causes. */
const OTHER_SCENARIOS: Record<string, () => Promise<unknown>> = {
  // First, while the login is recent enough to create a key.
  'requests of an agent that are approved and rejected': async () => {
    const { id: program } = (await call('POST', '/programs', { name: 'Of agents' })) as Json;
    await call('POST', `/programs/${program}/members`, { memberId: 'till-1' });
    for (const action of ['approve', 'reject']) {
      const id = await propose(ctx, { owner: ctx.business.token, program, memberId: 'till-1' });
      await call('POST', `/proposals/${id}/decide`, { action });
    }
    await propose(ctx, { owner: ctx.business.token, program, memberId: 'till-1' });
    ctx.clock.advance(7 * DAY);
    await runJobByName(ctx, 'cleanUp');
  },
  'a campaign whose end passes': async () => {
    await createLaunchedCampaign(ctx, { endsAt: new Date(ctx.clock.now() + DAY).toISOString() });
    ctx.clock.advance(2 * DAY);
    await runJobByName(ctx, 'expireCampaigns');
  },
  'a rule that becomes stricter': async () => {
    await createLaunchedCampaign(ctx, { actionType: 'content', actionId: 'instagram-reel' });
    const admin = ctx.app.as(CLI);
    const bundle = JSON.stringify(createBundle(forbidAction('instagram-reel')));
    await applyBundle(admin, await previewBundle(admin, bundle));
    await runJobByName(ctx, 'recheckPolicies');
    await undoBundle(admin);
  },
  'a membership that its person claims': async () => {
    const { id } = (await call('POST', '/programs', { name: 'Regulars' })) as Json;
    await call('POST', `/programs/${id}/members`, { memberId: 'till-4711' });
    const issued = await call('POST', `/programs/${id}/members/till-4711/claim`, {});
    await ctx.call('POST', '/claims', { code: (issued as Json).code }, { as: ctx.ada.token });
  },
  'a balance that is corrected': async () => {
    const { id } = (await call('POST', '/programs', { name: 'Regulars' })) as Json;
    await call('POST', `/programs/${id}/members`, { memberId: 'till-4711' });
    const path = `/programs/${id}/members/till-4711/adjustments`;
    const { id: adjustment } = (await call('POST', path, { points: 5, reason: 'Forgotten' })) as Json;
    await call('POST', `${path}/${adjustment}/undo`);
  },
  'a merge that is undone': async () => {
    const { id } = (await call('POST', '/programs', { name: 'Regulars' })) as Json;
    for (const memberId of ['till-1', 'till-2']) await call('POST', `/programs/${id}/members`, { memberId });
    await call('POST', `/programs/${id}/members/till-1/merge`, { into: 'till-2' });
    await call('POST', `/programs/${id}/members/till-1/merge/undo`);
  },
  'a draft that is deleted': async () => {
    const { id } = await createCampaign(ctx);
    await call('DELETE', `/campaigns/${id}`);
  },
  'a review that is overdue': async () => {
    await createSubmission(ctx, (await createLaunchedCampaign(ctx, { reviewPolicy: { slaHours: 1 } })).id);
    ctx.clock.advance(DAY);
    await runJobByName(ctx, 'markOverdueReviews');
  },
  'a reward that is not redeemed': async () => {
    const { id } = await createLaunchedCampaign(ctx, {
      reward: { type: 'fixed', value: 5, expiresInDays: 1 },
    });
    await reviewSubmission(ctx, (await createSubmission(ctx, id)).id, 'approve');
    ctx.clock.advance(2 * DAY);
    await runJobByName(ctx, 'expireRewards');
  },
  'a verification': async () => {
    const { id } = await createSubmission(ctx, (await createLaunchedCampaign(ctx)).id);
    const body = { id: 'chk-1', submissionId: id, provider: 'proofbot', result: 'verified' };
    await ctx.call('POST', '/verification/webhook', body, { isSigned: true });
  },
  'an influencer that is added, changed and deleted': async () => {
    const { id } = await call('POST', '/influencers', newInfluencer('ada'));
    await call('PUT', `/influencers/${id}`, { status: 'contacted' });
    await call('DELETE', `/influencers/${id}`);
  },
  'a perk that is traded and redeemed, and an order that expires': async () => {
    const perk = { name: 'Free coffee', faceValue: 5, supply: 9 };
    const listed = await call('POST', '/exchange/enroll', { role: 'issuer', perk });
    const perkId = (listed as Json).perk.id;
    const offer = { type: 'sell', perkId, quantity: 1, price: 0.01 };
    await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.ada.token });
    const deposit = { userId: ctx.ada.userId, amount: 1, reference: 'story' };
    await depositCash(ctx.app.as(CLI), deposit);
    const bid = { ...offer, type: 'buy' };
    await ctx.call('POST', '/exchange/orders', bid, { as: ctx.ada.token });
    await call('POST', '/exchange/orders', offer);
    await call('POST', '/exchange/orders', { ...offer, timeInForce: 'IOC' });
    await call('POST', '/exchange/orders', offer);
    await ctx.call('POST', '/exchange/enroll', {}, { as: ctx.otherBusiness.token });
    await depositCash(ctx.app.as(CLI), {
      userId: ctx.otherBusiness.businessId,
      amount: 1,
      reference: 'rival',
    });
    await ctx.call('POST', '/exchange/orders', bid, { as: ctx.otherBusiness.token });
    await ctx.call('POST', '/exchange/redemptions', { perkId }, { as: ctx.otherBusiness.token });
    const expiresAt = new Date(ctx.clock.now() + DAY).toISOString();
    await call('POST', '/exchange/orders', { ...offer, expiresAt });
    await call('POST', '/exchange/redemptions', { perkId });
    ctx.clock.advance(DAY);
    await runJobByName(ctx, 'expireExchange');
  },
  'a program from start to end': async () => {
    const rewards = {
      points: { perAction: 10 },
      tiers: [{ name: 'Gold', threshold: 10 }],
      goals: [{ name: 'One', metric: 'submissions', target: 1 }],
      cashback: { type: 'fixed', value: 1, holdDays: 0, expiresInDays: 1 },
    };
    const { id } = await call('POST', '/programs', { name: 'Regulars', rewards });
    const change = (fields: object) => call('PUT', `/programs/${id}`, fields);
    await change({ name: 'Friends' });
    await call('POST', `/programs/${id}/members`, { memberId: 'm1' });
    await call('PUT', `/programs/${id}/members/m1`, { name: 'Mia' });
    const proof = { memberId: 'm1', proofUrl: 'https://instagram.com/p/kinds' };
    await reviewSubmission(ctx, (await call('POST', `/programs/${id}/submit`, proof)).id, 'approve');
    const cashback = (body: object): Promise<Json> => call('POST', `/programs/${id}/cashback`, body);
    await call('POST', `/programs/${id}/visits`, { memberId: 'm1' });
    const { redemptionId } = await cashback({ action: 'redeem', memberId: 'm1', amount: 0.5 });
    await cashback({ action: 'refund', redemptionId });
    await cashback({ action: 'reverse', cashbackId: (await cashback({ memberId: 'm1', amount: 1 })).id });
    ctx.clock.advance(2 * DAY);
    await runJobByName(ctx, 'expireCashback');
    for (const status of ['paused', 'active', 'ended']) await change({ status });
  },
  'a place with a shared device': async () => {
    const { id } = await call('POST', '/business/places', { name: 'Station' });
    await call('PUT', `/business/places/${id}`, { name: 'Main station' });
    const { deviceId, browser } = await signInDevice(ctx, ctx.business, id);
    const guess = { userId: ctx.business.userId, pin: '9999' };
    for (let n = 0; n < 5; n++) await browser.send('POST', '/session/pin', guess);
    await call('DELETE', `/business/devices/${deviceId}`);
    await call('DELETE', `/business/places/${id}`);
  },
  'cashback that is held': async () => {
    const rewards = { cashback: { type: 'fixed', value: 1 } };
    const { id } = await call('POST', '/programs', { name: 'Held', rewards });
    await call('POST', `/programs/${id}/members`, { memberId: 'm1' });
    const held = await call('POST', `/programs/${id}/cashback`, { memberId: 'm1', amount: 1 });
    await call('POST', `/programs/${id}/cashback`, { action: 'void', cashbackId: held.id });
    const { id: empty } = await call('POST', '/programs', { name: 'No members yet' });
    await call('DELETE', `/programs/${empty}`);
  },
  'a plan that is used up and not paid again': async () => {
    const order = { action: 'subscribe', planId: 'starter', interval: 'month' };
    const { invoice } = (await call('POST', '/billing', order)) as Json;
    await markPaid(ctx.app.as(CLI), invoice.number);
    const { data } = await ctx.call('GET', '/campaigns?state=active&perPage=100', undefined, {
      as: ctx.business.token,
    });
    for (let n = data.items.length; n < 5; n += 1) await createLaunchedCampaign(ctx);
    ctx.clock.advance(40 * DAY);
    await runJobByName(ctx, 'processBilling');
  },
  'an account that is connected and disconnected': async () => {
    const begun = await call('POST', '/oauth/connect', { platform: 'mock' });
    await call('GET', `/oauth/mock${new URL((begun as Json).authorizationUrl).search}`);
    await call('DELETE', '/oauth/mock');
  },
  'a shop system that is set up, changed and removed': async () => {
    const { id } = await call('POST', '/programs', { name: 'Orders' });
    await call('PUT', '/integrations/woocommerce', { programId: id });
    await call('PUT', '/integrations/woocommerce', { secret: 'a secret of the shop' });
    await call('DELETE', '/integrations/woocommerce');
  },
  'a referral that is rewarded and taken back': async () => {
    const referral = { referrer: { type: 'fixed', value: 5 } };
    const rewards = { cashback: { type: 'percentage', value: 5 } };
    const { id } = await call('POST', '/programs', { name: 'Friends', rewards, referral });
    await call('POST', `/programs/${id}/members`, { memberId: 'm1' });
    const { referralCode } = (await call('GET', `/programs/${id}/members/m1`)) as Json;
    await call('POST', `/programs/${id}/members`, { memberId: 'm2', referredBy: { code: referralCode } });
    await call('POST', `/programs/${id}/visits`, { memberId: 'm2', orderId: 'o1', orderValue: 9 });
    await call('POST', `/programs/${id}/cashback`, { action: 'refund', orderId: 'o1' });
  },
  'a card that is replaced': async () => {
    const { id } = await call('POST', '/programs', { name: 'Replaced' });
    await call('POST', `/programs/${id}/members`, { memberId: 'm1' });
    await call('POST', `/programs/${id}/members/m1/card`, {});
  },
  'a member whose personal data is erased': async () => {
    const { id } = await call('POST', '/programs', { name: 'Erased' });
    await call('POST', `/programs/${id}/members`, { memberId: 'm1' });
    await call('DELETE', `/programs/${id}/members/m1`);
  },
  'members that are imported, and an import that is undone': async () => {
    const program = await call('POST', '/programs', { name: 'Imported' });
    const { data } = await importFile(ctx, (program as Json).id, 'email,points\nada@example.com,5\n');
    await call('POST', `/imports/${data.id}/undo`, {});
  },
  'an endpoint that is changed, disabled, resumed and deleted': async () => {
    const { id } = await call('POST', '/webhooks', { url: 'https://hooks.example.com/' });
    await call('PUT', `/webhooks/${id}`, { status: 'disabled' });
    await call('PUT', `/webhooks/${id}`, { status: 'active' });
    await call('POST', `/webhooks/${id}/rotate-secret`);
    await call('DELETE', `/webhooks/${id}`);
  },
};

/** Kinds that are sent and never recorded. */
const UNRECORDED_KINDS = ['webhook.ping'];

describe('events', () => {
  test.each(Object.entries(SCENARIOS))(
    'the scenario %s records exactly the listed events',
    async (_, { causes, run }) => {
      expect(await listCausedEvents(() => run(call))).toEqual([...causes]);
    },
  );

  test.each(Object.entries(OTHER_SCENARIOS))('%s records its events', async (_, work) => {
    expect((await listCausedEvents(work)).length).toBeGreaterThan(0);
  });

  test('the scenarios cause events of every type', () => {
    expect([...recordedEvents.keys(), ...UNRECORDED_KINDS].sort()).toEqual([...EVENT_TYPES].sort());
  });

  test('no event reveals an actor of another business', async () => {
    expect(await eventsWithForeignActor(ctx)).toEqual([]);
  });
});

describe('webhook descriptions', () => {
  test('the description lists exactly the event types of the code, with their descriptions', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPES].sort());
    for (const kind of EVENT_TYPES) expect(document.webhooks[kind].post.summary).toBe(EVENT_KINDS[kind]);
  });

  test.each(EVENT_TYPES)('the example and the recorded payload of %s match its schema', kind => {
    const { schema, examples } = document.webhooks[kind].post.requestBody.content['application/json'];
    expect(contract.findViolation(schema, examples.default.value)).toBeUndefined();
    const recorded = recordedEvents.get(kind);
    if (recorded) expect(contract.findViolation(schema, recorded)).toBeUndefined();
  });
});
