import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createTestApp, getDatabaseFile, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { captureStatements } from './usage/capture.ts';
import { useEverything } from './usage/everything.ts';

/**
 * Captures each statement that requests and jobs prepare and checks SQLite's query plan for it. Hot queries need not be
 * listed: a new one is checked as soon as a call below reaches it.
 */

/** Tables that may be scanned, with reasons. */
const MAY_SCAN = [
  // Fixed reference data and facts: use adds no rows.
  'facts',
  'reference_entries',
  // One per update of the reference data; the newest in index order.
  'reference_bundles USING INDEX reference_bundles_by_time',
  // One per wallet that a business has set up, at most two; a job reads all of them.
  'pass_issuers',
  // Single-use links: few, deleted each hour when expired.
  'links',
  // A queue that is emptied every minute.
  'deleted_uploads',
  // The only row of a query of several counts.
  'one',
  // The names of open shops in index order, up to a limit; all of them for a search.
  'businesses USING INDEX businesses_open_by_name',
  // The steps of a recursive query: one per waiting endpoint.
  'waiting',
  // The first perks in index order, up to a limit.
  'perks USING INDEX perks_by_activity',
  'perks USING INDEX perks_by_discount',
  'perks USING INDEX perks_by_demand',
  'perks USING INDEX perks_offered_by_creation',
  // One per business and kind of action, read as a whole into a cache.
  'observations USING INDEX sqlite_autoindex_observations_1',
  // Only the latest entry, by ID.
  'admin_actions',
  // The newest records of a range of days, found by an index, up to a limit.
  '(subquery-1)',
];

/** Statements that may sort, with reasons. */
const MAY_SORT = [
  // The wallet of one owner: two accounts per perk ever held.
  /^select .* from "ledger_accounts" where "ledger_accounts"."owner_id" = /,
  // The decisions on the submissions of one customer.
  /^select .* from "submissions" where \("submissions"."user_id" = .* order by "submissions"."reviewed_at" /,
  // The redeemed rewards of one customer.
  /^select .* from "rewards" where \("rewards"."user_id" = .* order by "rewards"."redeemed_at" /,
  // One group per person and place, from a range of an index that has all columns.
  /^\s*select actor_kind as "actorKind"/,
  // The campaigns or decisions of a period that the caller names, in another order than that of creation.
  /^select .* where .*"created_at" >= .* order by (lower\("campaigns"|"submissions"."reviewed_at")/,
  // The phones with a pass, up to ten, and those of all customers of one business, for its settings.
  /^select "device_id" from "pass_devices"/,
  /^select count\(distinct "pass_devices"/,
  // Groups by campaign of the newest or oldest submissions, up to a limit.
  /^\s*select campaign_id as "campaignId"/,
  // Groups of up to 92 days from a limited number of records.
  /^\s*select substr\(created_at, 1, 10\) as /,
];

const DUE_INDEXES = [
  'campaigns_due',
  'cashbacks_expiring',
  'cashbacks_held',
  'connections_due',
  'exchange_orders_due',
  'perks_due',
  'proposals_due',
  'rewards_due',
  'submissions_due',
];

let caught: ReadonlySet<string>;
let ctx: TestApp;

beforeAll(async () => {
  ctx = await createTestApp({ ...ON_SQLITE, OAUTH_MOCK: 'on' });
  caught = await captureStatements(() => useEverything(ctx));
});

afterAll(() => ctx.close());

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
      /(ends_at|expires_at|review_due_at|available_at|next_check_at)" <=? \+?\?/.test(sql),
  );
  // The passes of expiring rewards are found through their rewards.
  const indexes = sweeps.flatMap(({ details }) => details.map(detail => /INDEX (\S+)/.exec(detail)?.[1]));
  expect(new Set(indexes)).toEqual(new Set([...DUE_INDEXES, 'passes_by_subject']));
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
    'counter_actions',
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
  const reader = new Database(getDatabaseFile(ctx.app), { readonly: true });
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
