import { JOB_LIST, runJob } from '../../../src/jobs/index.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../../support/accounts.ts';
import { APPLE_CERTIFICATES } from '../../support/apple-wallet.ts';
import type { TestApp } from '../../support/test-app.ts';
import { useConnections } from './connections.ts';
import { useExchange } from './exchange.ts';
import { readList } from './read-list.ts';
import { useUploads } from './uploads.ts';

/** Query strings by list; C represents the campaign ID, U the user ID. */
const LISTS: Record<string, string[]> = {
  campaigns: [
    '',
    'state=active',
    'state=active,paused',
    'page=3&perPage=7',
    'sort=name',
    'sort=name&state=active',
  ],
  shops: ['', 'q=cup'],
  submissions: [
    '',
    'status=pending',
    'status=pending,approved',
    'campaignId=C&status=pending,approved',
    'campaignId=C',
    'campaignId=C&status=approved',
    'userId=U',
    'userId=U&campaignId=C',
    'status=pending&sort=createdAt&include=campaign,business,customer,reward',
    'status=approved&sort=-reviewedAt',
    'status=pending&q=cup&flag=any&platform=instagram&createdFrom=2026-01-01T00:00:00Z&createdTo=2036-01-01T00:00:00Z',
  ],
  rewards: [
    '',
    'status=issued',
    'status=issued,redeemed',
    'campaignId=C',
    'userId=U',
    'createdFrom=2026-01-01T00:00:00Z&createdTo=2036-01-01T00:00:00Z&platform=instagram',
    'status=issued&campaignId=C&createdFrom=2026-01-01T00:00:00Z',
    'code=ABCDEFGH23&include=campaign,customer',
    'sort=-redeemedAt&redeemedFrom=2026-01-01T00:00:00Z&include=campaign,customer',
  ],
  notifications: ['', 'page=2'],
  programs: ['', 'status=active', 'status=active,paused&q=cup', 'businessId=biz_other'],
  events: ['', 'type=campaign.', 'type=campaign.created', 'resourceId=C', 'since=2026-01-01T00:00:00Z'],
  'api-keys': [''],
  webhooks: ['', 'status=active,disabled'],
  members: ['', 'status=active,left'],
  connections: ['', 'platform=mock', 'status=pending', 'status=pending,connected'],
  'business/statistics': ['', 'days=92'],
  'business/places': ['', 'page=2'],
  'business/devices': [''],
  'business/mails': ['', 'state=sent', 'kind=reward.issued', 'state=sent&kind=reward.issued'],
  'counter/actions': [
    '',
    'placeId=plc_none',
    'userId=U',
    'resourceId=rwd_none',
    'kind=redemption,visit',
    'kind=redemption&placeId=plc_none&userId=U&from=2026-01-01T00:00:00Z&to=2036-01-01T00:00:00Z',
  ],
  'statistics/counter': ['', 'days=92', 'placeId=plc_none&userId=U'],
};
/** Performs every operation, reads every list with each filter as each kind of caller, and runs every job. */
export async function useEverything(ctx: TestApp): Promise<void> {
  const owner = await createBusiness(ctx);
  const guest = await createCustomer(ctx);
  const key = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token })).data.key as string;
  const hook = (
    await ctx.call('POST', '/webhooks', { url: 'https://hooks.example.com/' }, { as: owner.token })
  ).data;
  const { campaignId, userId } = await tellStory(ctx, owner, guest);
  await deliver(ctx, owner, hook.id);
  await ctx.app.mailWorker.drain();
  for (const as of [owner.token, guest.token, { apiKey: key }]) {
    for (const [list, queries] of Object.entries(LISTS)) {
      for (const query of queries)
        await readList(
          ctx,
          `/${list}?${query.replace('=C', `=${campaignId}`).replace('=U', `=${userId}`)}`,
          as,
        );
    }
  }
  await useProgram(ctx, owner, guest);
  await useExchange(ctx, owner, guest);
  await useBilling(ctx, owner);
  await useConnections(ctx, owner);
  await useUploads(ctx, owner, guest);
  const surroundings = { runSelf: async () => ({ exitCode: 0, words: '' }), onDamage: () => {} };
  for (const job of JOB_LIST) await runJob(ctx.app, job, surroundings);
}

/** Orders, pays and refunds a plan and a top-up through provider events. */
async function useBilling(ctx: TestApp, { token: as }: BusinessFixture): Promise<void> {
  const bill = async (body: object) => (await ctx.call('POST', '/billing', body, { as })).data;
  const tell = (type: string, object: object) => {
    const event = { id: `${type}-${JSON.stringify(object)}`, type, data: { object } };
    return ctx.call('POST', '/billing/webhook', event, { isSigned: true });
  };
  const plan = await bill({ action: 'subscribe', planId: 'starter', interval: 'month' });
  const topup = await bill({ action: 'topup', amount: 5 });
  for (const { invoice } of [plan, topup]) {
    await tell('invoice.payment_failed', { metadata: { invoiceId: invoice.id } });
    await tell('invoice.paid', { id: invoice.id, metadata: { invoiceId: invoice.number } });
    await tell('charge.refunded', { payment_intent: 'pi_1', invoice: invoice.id });
    await tell('charge.dispute.created', { id: 'dp_1', metadata: { invoiceId: invoice.id } });
  }
  const metadata = { businessId: plan.invoice.businessId, planId: 'growth', interval: 'month' };
  await tell('customer.subscription.created', { id: 'abo-1', status: 'active', metadata });
  await tell('invoice.paid', { id: 'abo-1-1', subscription: 'abo-1', amount_paid: 7_900, metadata });
  await bill({ action: 'invoices' });
  await bill({ action: 'status' });
  await tell('customer.subscription.deleted', { id: 'abo-1', status: 'canceled', metadata });
  await bill({ action: 'cancel' });
  await bill({ action: 'resume' });
}

const PROGRAM = {
  name: 'Regulars',
  rewards: {
    cashback: { type: 'percentage', value: 10 },
    points: { perAction: 10, perDollar: 1 },
    tiers: [{ name: 'Gold', threshold: 10 }],
    goals: [
      { name: 'One', metric: 'submissions', target: 1 },
      { name: 'Card', metric: 'visits', target: 2, repeats: true, reward: { type: 'fixed', value: 1 } },
    ],
    shop: [{ id: 'mug', name: 'Mug', points: 5, reward: { type: 'fixed', value: 1 }, perMember: 1 }],
  },
};

/** Puts the member's card into the wallet of a phone. */
async function putIntoWallet(
  ctx: TestApp,
  owner: BusinessFixture,
  guest: { token: string },
  programId: string,
): Promise<void> {
  await ctx.call('PUT', '/business/passes/apple', APPLE_CERTIFICATES, { as: owner.token });
  const pass = await ctx.call('POST', '/passes', { platform: 'apple', programId }, { as: guest.token });
  const authorization = `ApplePass ${new URL(pass.data.url).searchParams.get('token')}`;
  const url = `http://localhost/apple-wallet/v1/devices/phone/registrations/pass.com.bluecup/${pass.data.id}`;
  const headers = { authorization, 'content-type': 'application/json' };
  await ctx.send(new Request(url, { method: 'POST', headers, body: '{"pushToken":"token"}' }));
}

/** Performs each program operation once, then reads every list of the program. */
async function useProgram(ctx: TestApp, owner: BusinessFixture, guest: { token: string; userId: string }) {
  const as = owner.token;
  const { id } = (await ctx.call('POST', '/programs', PROGRAM, { as })).data;
  const path = `/programs/${id}`;
  const memberId = guest.userId;
  await ctx.call('POST', `${path}/members`, { memberId }, { as: guest.token });
  await putIntoWallet(ctx, owner, guest, id);
  const cashback = async (body: object) => (await ctx.call('POST', `${path}/cashback`, body, { as })).data;
  const paid = await cashback({ memberId, orderValue: 50, orderId: 'A-1' });
  await cashback({ action: 'confirm', cashbackId: paid.id });
  const { redemptionId } = await cashback({ action: 'redeem', memberId, amount: 1 });
  await cashback({ action: 'refund', redemptionId });
  await cashback({ action: 'refund', orderId: 'A-1', amount: 10 });
  await cashback({ action: 'void', cashbackId: (await cashback({ memberId, orderValue: 50 })).id });
  const proof = { memberId, proofUrl: 'https://instagram.com/p/perk', orderValue: 5 };
  const submission = (await ctx.call('POST', `${path}/submit`, proof, { as })).data;
  const review = { submissionId: submission.id, action: 'approve' };
  await ctx.call('POST', '/submissions/review', review, { as });
  await ctx.call('POST', '/submissions/review', { ...review, action: 'reject', reverse: true }, { as });
  const visit = { memberId, quantity: 2, orderValue: 50, orderId: 'V-1' };
  await ctx.call('PUT', path, { visits: { cooldownMinutes: 1, maxPerDay: 5 } }, { as });
  await ctx.call('POST', `${path}/visits`, visit, { as });
  await ctx.call('POST', `${path}/redemptions`, { memberId, rewardId: 'mug' }, { as });
  await ctx.call('PUT', path, { rewards: { tiers: [] } }, { as });
  const members = ['', 'status=active', 'tier=Gold', 'status=active&tier=Gold'].map(q => `members?${q}`);
  const rows = [
    '',
    'status=void',
    'status=void,available',
    `memberId=${memberId}`,
    `memberId=${memberId}&status=void`,
  ];
  const times = 'createdFrom=2026-01-01T00:00:00Z&createdTo=2036-01-01T00:00:00Z';
  const visits = ['', times, `memberId=${memberId}`, `memberId=${memberId}&${times}`].map(q => `visits?${q}`);
  const reads = [
    ...members,
    ...visits,
    `members/${memberId}`,
    ...rows.map(q => `cashback?${q}`),
    'progress',
    `progress?memberId=${memberId}`,
  ];
  for (const read of reads) {
    for (const caller of [as, guest.token]) await readList(ctx, `${path}/${read}`, caller);
  }
}

/** Uses a webhook endpoint, except for bulk redelivery, which sorts its rows but is rare. */
async function deliver(ctx: TestApp, { token: as }: BusinessFixture, id: string): Promise<void> {
  await ctx.call('POST', `/webhooks/${id}/test`, {}, { as });
  await ctx.app.worker.drain();
  for (const query of ['', '?status=succeeded', '?status=succeeded,pending', '?page=2&perPage=3'])
    await readList(ctx, `/webhooks/${id}/deliveries${query}`, as);
  await ctx.call('GET', '/health');
  await ctx.call('GET', '/ready');
  await ctx.call('GET', '/events/stream?since=2026-01-01T00:00:00Z', undefined, { as });
  await ctx.call('PUT', `/webhooks/${id}`, { status: 'disabled' }, { as });
  await ctx.call('DELETE', `/webhooks/${id}`, undefined, { as });
}

async function tellStory(ctx: TestApp, owner: BusinessFixture, guest: { token: string; userId: string }) {
  const headers = { 'idempotency-key': 'story-1' };
  const terms = {
    ...CAMPAIGN,
    launch: true,
    acknowledgePolicy: true,
    budget: { total: 100 },
    endsAt: '2027-01-01T00:00:00Z',
  };
  const campaign = (await ctx.call('POST', '/campaigns', terms, { as: owner.token, headers })).data;
  await ctx.call('POST', '/campaigns', terms, { as: owner.token, headers });
  await ctx.call('PUT', '/campaigns', { id: campaign.id, name: 'Renamed' }, { as: owner.token });
  await ctx.call('GET', `/campaigns/${campaign.id}`, undefined, { as: guest.token });
  const proof = { campaignId: campaign.id, proofUrl: 'https://instagram.com/p/abc' };
  const submission = (await ctx.call('POST', '/submissions', proof, { as: guest.token })).data;
  await ctx.call('GET', `/submissions/${submission.id}`, undefined, { as: guest.token });
  const review = { submissionId: submission.id, action: 'approve' };
  const { reward } = (await ctx.call('POST', '/submissions/review', review, { as: owner.token })).data;
  await ctx.call('GET', `/rewards/${reward.id}`, undefined, { as: guest.token });
  await ctx.call('POST', '/rewards/redeem', { code: reward.code, orderValue: 20 }, { as: owner.token });
  await ctx.call('POST', '/rewards/reinstate', { code: reward.code }, { as: owner.token });
  await ctx.call('GET', `/rewards/${reward.id}`, undefined, { as: owner.token });
  await ctx.call('GET', '/auth', undefined, { as: owner.token });
  return { campaignId: campaign.id as string, userId: guest.userId };
}
