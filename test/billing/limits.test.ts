import { afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import { markPaid } from '../../src/billing/service/invoices.ts';
import { CLI } from '../../src/context.ts';
import {
  captureEventKinds,
  captureEvents,
  createLaunchedCampaign,
  createSubmission,
  DAY,
  type Json,
  reviewSubmission,
  runJobByName,
  type Setup,
  submitProof,
  updateCampaign,
} from '../campaigns/fixture.ts';
import { CAMPAIGN } from '../support/accounts.ts';
import {
  buyPlan,
  findIntegrityProblems,
  GROWTH,
  getBillingStatus,
  postBilling,
  STARTER,
  setupBilling,
} from './fixture.ts';

let ctx: Setup;
beforeEach(async () => {
  ctx = await setupBilling({ BILLING_DEFAULT_PLAN: 'starter' });
});
afterEach(() => ctx.close());

const LIMIT = 5;
const refusal = ({ status: code, error }: Json) => [code, error?.code, error?.message, error?.details];
const reached = async (work: () => Promise<unknown>) =>
  (await captureEvents(ctx, work))
    .filter(({ type }) => type === 'billing.limitReached')
    .map(({ data }) => data.object);

/** Sets the usage of the current month. */
async function used(statement: ReturnType<typeof sql>): Promise<void> {
  await ctx.app.services.database.transaction(async db => {
    await db.run(statement);
  });
}

async function fill(): Promise<Json[]> {
  const all = [];
  for (let n = 0; n < LIMIT; n += 1) all.push(await createLaunchedCampaign(ctx));
  return all;
}

describe('active campaign limit', () => {
  const over = [
    402,
    'PLAN_LIMIT',
    'Plan limit reached: the Starter plan allows 5 active campaigns (5 used); upgrade to continue',
    [{ field: 'activeCampaigns', issue: '5 of 5 used', rule: 'maximum', limit: 5 }],
  ];
  const launch = (headers = {}) =>
    ctx.call('POST', '/campaigns', { ...CAMPAIGN, launch: true }, { as: ctx.business.token, headers });

  test('campaigns over the limit are rejected at launch, activation and resumption', async () => {
    const [first] = await fill();
    expect(refusal(await launch())).toEqual(over);
    const draft = await ctx.call('POST', '/campaigns', CAMPAIGN, { as: ctx.business.token });
    expect(draft.status).toBe(201);
    expect(refusal(await updateCampaign(ctx, draft.data.id, { state: 'active' }))).toEqual(over);
    await updateCampaign(ctx, first.id, { state: 'paused' });
    expect((await updateCampaign(ctx, draft.data.id, { state: 'active' })).status).toBe(200);
    expect(refusal(await updateCampaign(ctx, first.id, { state: 'active', name: 'New name' }))).toEqual(over);
    const { data } = await ctx.call('GET', `/campaigns/${first.id}`, undefined, { as: ctx.business.token });
    expect([data.state, data.name]).toEqual(['paused', first.name]);
    expect((await getBillingStatus(ctx)).usage.activeCampaigns).toEqual({ used: 5, limit: 5 });
  });

  test('ended campaigns do not count', async () => {
    await fill();
    const endsAt = new Date(ctx.clock.now() + DAY).toISOString();
    for (const { id } of (await ctx.call('GET', '/campaigns', undefined, { as: ctx.business.token })).data
      .items)
      await updateCampaign(ctx, id, { endsAt });
    ctx.clock.advance(2 * DAY);
    expect((await launch()).status).toBe(201);
  });

  test('the limit is checked after all other rules', async () => {
    const [first] = await fill();
    await updateCampaign(ctx, first.id, { state: 'ended' });
    await createLaunchedCampaign(ctx);
    expect((await updateCampaign(ctx, first.id, { state: 'active' })).error.code).toBe('INVALID_TRANSITION');
    const past = { endsAt: new Date(ctx.clock.now() - DAY).toISOString() };
    const late = await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, launch: true, ...past },
      { as: ctx.business.token },
    );
    expect(late.status).toBe(400);
  });

  test('the limit applies per business', async () => {
    await fill();
    const competitor = await ctx.call(
      'POST',
      '/campaigns',
      { ...CAMPAIGN, launch: true },
      { as: ctx.otherBusiness.token },
    );
    expect(competitor.status).toBe(201);
  });

  test('a rejection is stored under its Idempotency-Key', async () => {
    await fill();
    const headers = { 'idempotency-key': 'one' };
    await launch(headers);
    await buyPlan(ctx, GROWTH);
    const again = await launch(headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([402, 'true']);
    expect((await launch({ 'idempotency-key': 'two' })).status).toBe(201);
  });

  test('reaching the limit records one event per month', async () => {
    let all: Json[] = [];
    const limits = await reached(async () => {
      all = await fill();
      await launch();
    });
    const { businessId } = ctx.business;
    expect(limits).toEqual([
      {
        id: businessId,
        businessId,
        plan: 'starter',
        limit: 'activeCampaigns',
        used: 5,
        max: 5,
        month: '2026-06',
      },
    ]);
    const again = async () => {
      await updateCampaign(ctx, all[0].id, { state: 'paused' });
      await updateCampaign(ctx, all[0].id, { state: 'active' });
    };
    expect(await reached(again)).toEqual([]);
    ctx.clock.advance(31 * DAY);
    expect(await reached(again)).toHaveLength(1);
  });

  test('concurrent launches never exceed the limit', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, () => launch()));
    expect(all.filter(({ status: code }) => code === 201)).toHaveLength(LIMIT);
    expect(await findIntegrityProblems(ctx)).toEqual([]);
  });
});

describe('monthly submission limit', () => {
  const over = [
    402,
    'PLAN_LIMIT',
    'Plan limit reached: the Starter plan allows 500 submissions per month (500 used); upgrade to continue',
    [{ field: 'submissions', issue: '500 of 500 used', rule: 'maximum', limit: 500 }],
  ];

  test('submissions over the limit are rejected for campaigns and programs until the next month', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    const program = await ctx.call('POST', '/programs', { name: 'Regulars' }, { as: ctx.business.token });
    await ctx.call(
      'POST',
      `/programs/${program.data.id}/members`,
      { memberId: ctx.ada.userId },
      { as: ctx.ada.token },
    );
    const toProgram = (n: number) =>
      ctx.call(
        'POST',
        `/programs/${program.data.id}/submit`,
        { proofUrl: `https://instagram.com/p/m${n}` },
        { as: ctx.ada.token },
      );
    await createSubmission(ctx, id);
    await used(sql`update usage_months set submissions = 498`);
    const limits = await reached(() => createSubmission(ctx, id));
    expect(limits).toEqual([]);
    expect(await reached(() => toProgram(1))).toMatchObject([{ limit: 'submissions', used: 500, max: 500 }]);
    expect(refusal(await submitProof(ctx, id))).toEqual(over);
    expect(refusal(await toProgram(2))).toEqual(over);
    ctx.clock.advance(31 * DAY);
    expect((await submitProof(ctx, id)).status).toBe(201);
    expect((await getBillingStatus(ctx)).usage.submissions).toEqual({ used: 1, limit: 500 });
  });

  test('existing submissions can be reviewed, redeemed and reversed on any plan', async () => {
    const { id } = await createLaunchedCampaign(ctx, { limits: { perUser: 9 } });
    const [one, two] = [await createSubmission(ctx, id), await createSubmission(ctx, id)];
    await used(sql`update usage_months set submissions = 5000`);
    const { data, status: code } = await reviewSubmission(ctx, one.id, 'approve');
    expect(code).toBe(200);
    const redeem = await ctx.call(
      'POST',
      '/rewards/redeem',
      { code: data.reward.code },
      { as: ctx.business.token },
    );
    expect(redeem.status).toBe(200);
    expect((await reviewSubmission(ctx, two.id, 'reject')).status).toBe(200);
  });

  test('a paused campaign is reported before the limit', async () => {
    const { id } = await createLaunchedCampaign(ctx);
    await used(sql`insert into usage_months values (${ctx.business.businessId}, '2026-06', 500)`);
    await updateCampaign(ctx, id, { state: 'paused' });
    expect((await submitProof(ctx, id)).error.code).toBe('CAMPAIGN_NOT_ACTIVE');
  });
});

describe('member limit', () => {
  const over = [
    402,
    'PLAN_LIMIT',
    'Plan limit reached: the Starter plan allows 1000 members (1000 used); upgrade to continue',
    [{ field: 'members', issue: '1000 of 1000 used', rule: 'maximum', limit: 1000 }],
  ];

  test('members over the limit are rejected at enrollment and reactivation, across all programs', async () => {
    const make = async (name: string) =>
      (await ctx.call('POST', '/programs', { name }, { as: ctx.business.token })).data.id as string;
    const [one, two] = [await make('One'), await make('Two')];
    const enroll = (program: string, memberId: string) =>
      ctx.call('POST', `/programs/${program}/members`, { memberId }, { as: ctx.business.token });
    const set = (memberId: string, fields: object) =>
      ctx.call('PUT', `/programs/${one}/members/${memberId}`, fields, { as: ctx.business.token });
    await enroll(one, 'm1');
    await used(sql`update programs set member_count = 999, active_member_count = 999 where id = ${one}`);
    expect(await reached(() => enroll(two, 'm2'))).toMatchObject([{ limit: 'members', used: 1000 }]);
    expect(refusal(await enroll(two, 'm3'))).toEqual(over);
    expect(
      refusal(
        await ctx.call(
          'POST',
          `/programs/${two}/members`,
          { memberId: ctx.ada.userId },
          { as: ctx.ada.token },
        ),
      ),
    ).toEqual(over);
    expect((await enroll(two, 'm2')).error.code).toBe('ALREADY_ENROLLED');
    await set('m1', { status: 'suspended' });
    expect((await enroll(two, 'm3')).status).toBe(201);
    expect(refusal(await set('m1', { status: 'active' }))).toEqual(over);
    expect((await set('m1', { name: 'Mia' })).status).toBe(200);
  });
});

describe('plan change', () => {
  test('a smaller plan pauses the newest campaigns over its limit and records events for reached limits', async () => {
    await buyPlan(ctx, GROWTH);
    const all = await Promise.all(Array.from({ length: 8 }, () => createLaunchedCampaign(ctx)));
    await postBilling(ctx, 'cancel');
    ctx.clock.advance(31 * DAY);
    const { kinds } = await captureEventKinds(ctx, () => runJobByName(ctx, 'processBilling'));
    expect(kinds).toEqual([
      'billing.subscriptionUpdated',
      'campaign.paused',
      'campaign.paused',
      'campaign.paused',
      'billing.limitReached',
    ]);
    const { data } = await ctx.call('GET', '/campaigns', undefined, { as: ctx.business.token });
    expect(data.items.map(({ state, stateReason }: Json) => `${state} ${stateReason}`)).toEqual([
      ...Array(3).fill('paused planLimit'),
      ...Array(5).fill('active null'),
    ]);
    expect((await getBillingStatus(ctx)).status).toBe('canceled');
    const newest = data.items[0].id;
    expect(all.some(({ id }) => id === newest)).toBe(true);
    expect((await updateCampaign(ctx, newest, { state: 'active' })).status).toBe(402);
    await buyPlan(ctx, GROWTH);
    expect((await updateCampaign(ctx, newest, { state: 'active' })).data.stateReason).toBeNull();
    expect(await findIntegrityProblems(ctx)).toEqual([]);
  });

  test('a larger plan pauses nothing', async () => {
    await fill();
    const { kinds } = await captureEventKinds(ctx, () => buyPlan(ctx, GROWTH));
    expect(kinds).toEqual(['billing.subscriptionUpdated']);
  });

  test('the status is none on the default plan', async () => {
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'none' });
    const { data } = await postBilling(ctx, 'subscribe', STARTER);
    await markPaid(ctx.app.as(CLI), data.invoice.number);
    expect(await getBillingStatus(ctx)).toMatchObject({ plan: 'starter', status: 'active' });
  });
});
