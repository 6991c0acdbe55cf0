import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { JOB_LIST, runJob } from '../../src/jobs/index.ts';
import { type BusinessFixture, CAMPAIGN, createBusiness, createCustomer } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { useConnections } from './use-connections.ts';
import { useExchange } from './use-exchange.ts';
import { useUploads } from './use-uploads.ts';

/**
 * Captures each statement that requests and jobs prepare and checks SQLite's query plan for it. Hot queries need not be
 * listed: a new one is checked as soon as a call below reaches it.
 */

/** Query strings by list; C stands for the campaign ID, U for the user ID. */
const LISTS: Record<string, string[]> = {
  campaigns: ['', 'state=active', 'page=3&perPage=7'],
  submissions: [
    '',
    'status=pending',
    'campaignId=C',
    'campaignId=C&status=approved',
    'userId=U',
    'userId=U&campaignId=C',
  ],
  rewards: ['', 'status=issued', 'campaignId=C', 'userId=U'],
  programs: ['', 'status=active', 'businessId=biz_other'],
  events: ['', 'type=campaign.', 'type=campaign.created', 'resourceId=C', 'since=2026-01-01T00:00:00Z'],
  'api-keys': [''],
  webhooks: [''],
  connections: ['', 'platform=mock', 'status=pending'],
  'business/statistics': ['', 'days=92'],
};
/** Tables that may be scanned, with reasons. */
const MAY_SCAN = [
  // Fixed reference data and facts: use adds no rows.
  'facts',
  'reference_entries',
  // Single-use links: few, deleted each hour when expired.
  'links',
  // A queue that is emptied every minute.
  'deleted_uploads',
  // The steps of a recursive query: one per waiting endpoint.
  'waiting',
  // The first perks in index order, up to a limit.
  'perks USING INDEX perks_by_activity',
  'perks USING INDEX perks_by_discount',
  'perks USING INDEX perks_by_demand',
  'perks USING INDEX perks_offered_by_creation',
  // Only the latest entry, by ID.
  'admin_actions',
  // The newest records of a range of days, found by an index, up to a limit.
  '(subquery-1)',
];

/** Statements that may sort, with reasons. */
const MAY_SORT = [
  // The wallet of one owner: two accounts per perk ever held.
  /^select .* from "ledger_accounts" where "ledger_accounts"."owner_id" = /,
  // Groups of up to 92 days from a limited number of records.
  /^\s*select date\(created_at, /,
];

const DUE_INDEXES = [
  'campaigns_due',
  'cashbacks_expiring',
  'cashbacks_held',
  'connections_due',
  'exchange_orders_due',
  'perks_due',
  'rewards_due',
  'submissions_due',
];

/** Performing every operation once takes this long. */
const SLOW_MS = 30_000;
const caught = new Set<string>();
const prepare = Database.prototype.prepare;
let ctx: TestApp;

beforeAll(async () => {
  Database.prototype.prepare = function (this: Database, sql: string, ...rest: unknown[]) {
    caught.add(sql);
    return (prepare as (...args: unknown[]) => unknown).call(this, sql, ...rest);
  } as typeof prepare;
  ctx = await createTestApp({ OAUTH_MOCK: 'on' });
  caught.clear();
  await useEverything(ctx);
}, SLOW_MS);

afterAll(async () => {
  Database.prototype.prepare = prepare;
  await ctx.close();
});

test('every statement of requests and jobs finds its rows by an index', () => {
  const faults = judge(/^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|limited\b)/);
  expect(faults.filter(({ detail }) => !MAY_SCAN.some(table => detail.startsWith(`SCAN ${table}`)))).toEqual(
    [],
  );
});

test('lists read their rows in index order without sorting', () => {
  const faults = judge(/USE TEMP B-TREE/);
  expect(faults.filter(({ sql }) => !MAY_SORT.some(known => known.test(sql)))).toEqual([]);
});

test('statements for due records use the partial indexes of due records', () => {
  const sweeps = plans().filter(
    ({ sql }) =>
      /^select/i.test(sql) &&
      /(ends_at|expires_at|review_due_at|available_at|next_check_at)" <= \+?\?/.test(sql),
  );
  const indexes = sweeps.flatMap(({ details }) => details.map(detail => /INDEX (\S+)/.exec(detail)?.[1]));
  expect(new Set(indexes)).toEqual(new Set(DUE_INDEXES));
});

test('the calls of this test cover the hot statements of each table', () => {
  const tables = [
    'campaigns',
    'submissions',
    'rewards',
    'events',
    'sessions',
    'api_key_secrets',
    'idempotency_keys',
    'programs',
    'members',
    'member_steps',
    'cashbacks',
    'ledger_accounts',
    'ledger_transfers',
    'ledger_entries',
    'webhooks',
    'deliveries',
    'exchange_orders',
    'exchange_trades',
    'exchange_levels',
    'exchange_buckets',
    'subscriptions',
    'invoices',
    'billing_events',
    'usage_months',
    'connections',
    'oauth_flows',
    'uploads',
    'deleted_uploads',
  ];
  const statements = [...caught].filter(sql => /^(select|update|insert)/i.test(sql));
  expect(tables.filter(table => !statements.some(sql => sql.includes(`"${table}"`)))).toEqual([]);
  expect(statements.length).toBeGreaterThan(40);
});

function plans(): { sql: string; details: string[] }[] {
  const reader = new Database(ctx.app.services.database.file, { readonly: true });
  const judged = [...caught]
    .filter(sql => /^(select|update|delete|insert|with)/i.test(sql.trim()))
    .map(sql => {
      const rows = reader.query(`explain query plan ${sql}`).all() as { detail: string }[];
      return { sql, details: rows.map(row => row.detail) };
    });
  reader.close();
  return judged;
}

function judge(fault: RegExp): { sql: string; detail: string }[] {
  return plans().flatMap(({ sql, details }) =>
    details.filter(detail => fault.test(detail)).map(detail => ({ sql, detail })),
  );
}

/** Performs every operation, reads every list with each filter as each kind of caller, and runs every job. */
async function useEverything(ctx: TestApp): Promise<void> {
  const owner = await createBusiness(ctx);
  const guest = await createCustomer(ctx);
  const key = (await ctx.call('POST', '/api-keys', { name: 'till' }, { as: owner.token })).data.key as string;
  const hook = (
    await ctx.call('POST', '/webhooks', { url: 'https://hooks.example.com/' }, { as: owner.token })
  ).data;
  const { campaignId, userId } = await tellStory(ctx, owner, guest);
  await deliver(ctx, owner, hook.id);
  for (const as of [owner.token, guest.token, { apiKey: key }]) {
    for (const [list, queries] of Object.entries(LISTS)) {
      for (const query of queries) {
        await ctx.call(
          'GET',
          `/${list}?${query.replace('=C', `=${campaignId}`).replace('=U', `=${userId}`)}`,
          undefined,
          { as },
        );
      }
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
    points: { perAction: 10 },
    tiers: [{ name: 'Gold', threshold: 10 }],
    goals: [{ name: 'One', metric: 'submissions', target: 1 }],
  },
};

/** Performs each program operation once, then reads every list of the program. */
async function useProgram(ctx: TestApp, owner: BusinessFixture, guest: { token: string; userId: string }) {
  const as = owner.token;
  const { id } = (await ctx.call('POST', '/programs', PROGRAM, { as })).data;
  const path = `/programs/${id}`;
  const memberId = guest.userId;
  await ctx.call('POST', `${path}/members`, { memberId }, { as: guest.token });
  const cashback = async (body: object) => (await ctx.call('POST', `${path}/cashback`, body, { as })).data;
  const paid = await cashback({ memberId, orderValue: 50, orderId: 'A-1' });
  await cashback({ action: 'confirm', cashbackId: paid.id });
  await cashback({ action: 'redeem', memberId, amount: 1 });
  await cashback({ action: 'void', cashbackId: (await cashback({ memberId, orderValue: 50 })).id });
  const proof = { memberId, proofUrl: 'https://instagram.com/p/perk', orderValue: 5 };
  const submission = (await ctx.call('POST', `${path}/submit`, proof, { as })).data;
  const review = { submissionId: submission.id, action: 'approve' };
  await ctx.call('POST', '/submissions/review', review, { as });
  await ctx.call('POST', '/submissions/review', { ...review, action: 'reject', reverse: true }, { as });
  await ctx.call('PUT', path, { rewards: { tiers: [] } }, { as });
  const members = ['', 'status=active', 'tier=Gold', 'status=active&tier=Gold'].map(q => `members?${q}`);
  const rows = ['', 'status=void', `memberId=${memberId}`, `memberId=${memberId}&status=void`];
  const reads = [...members, ...rows.map(q => `cashback?${q}`), 'progress', `progress?memberId=${memberId}`];
  for (const read of reads) {
    for (const caller of [as, guest.token])
      await ctx.call('GET', `${path}/${read}`, undefined, { as: caller });
  }
}

/** Uses a webhook endpoint, except for bulk redelivery, which sorts its rows but is rare. */
async function deliver(ctx: TestApp, { token: as }: BusinessFixture, id: string): Promise<void> {
  await ctx.call('POST', `/webhooks/${id}/test`, {}, { as });
  await ctx.app.worker.drain();
  for (const query of ['', '?status=succeeded', '?page=2&perPage=3'])
    await ctx.call('GET', `/webhooks/${id}/deliveries${query}`, undefined, { as });
  await ctx.call('GET', '/health');
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
  await ctx.call('GET', '/auth', undefined, { as: owner.token });
  return { campaignId: campaign.id as string, userId: guest.userId };
}
