import type { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { migrations } from '../../../db/migrations/index.ts';
import { createSchema } from '../../../db/postgres/derive.ts';
import { hasPostgres } from '../../support/postgres.ts';
import { createTestDatabaseUrl, type TestDatabase } from '../../support/test-database.ts';

type Row = Record<string, string | number | null>;

const NOW = '2026-06-01T12:00:00.000Z';
/** The tables that the triggers maintain and read. */
const MAINTAINED = {
  tallies: 'select * from tallies order by scope, list, facet',
  installation_counters: 'select * from installation_counters order by list, facet, slot',
  observations: 'select * from observations order by 1, 2, 3, 4',
  usage_months: 'select * from usage_months order by 1, 2',
  deleted_uploads: 'select * from deleted_uploads order by 1, 2',
  uploads: 'select id, attached_at from uploads order by id',
  submissions: 'select id, upload_id from submissions order by id',
  refresh_tokens: 'select hash from refresh_tokens',
};

/** Rows in the order of their references. Columns without a value get a text or 1. */
const ROWS: [table: string, row: Row][] = [
  ['businesses', { id: 'biz_1', policy_guard: 'warn' }],
  ['businesses', { id: 'biz_2', policy_guard: 'warn' }],
  ['users', { id: 'usr_1', email: 'ada@example.com', role: 'customer' }],
  ['sessions', { id: 'ses_1', user_id: 'usr_1' }],
  ['refresh_tokens', { hash: 'one', session_id: 'ses_1' }],
  ...['cmp_1', 'cmp_2', 'cmp_3'].map((id, n): [string, Row] => [
    'campaigns',
    {
      id,
      business_id: n < 2 ? 'biz_1' : 'biz_2',
      state: 'draft',
      reward_type: n === 0 ? 'fixed' : 'percentage',
      reward_value: 500,
      platform: 'instagram',
      action_type: 'post',
      action_id: n === 0 ? null : 'ig_post',
    },
  ]),
  ['uploads', { id: 'upl_1', attached_at: NOW }],
  ['uploads', { id: 'upl_2', attached_at: NOW }],
  ['uploads', { id: 'upl_3', attached_at: NOW }],
  ...[1, 2, 3, 4].map((n): [string, Row] => [
    'submissions',
    {
      id: `sub_${n}`,
      business_id: 'biz_1',
      campaign_id: n < 4 ? 'cmp_1' : null,
      status: 'pending',
      proof_type: 'url',
      upload_id: n === 4 ? null : `upl_${n}`,
      created_at: `2026-0${n > 2 ? 6 : 5}-01T12`,
    },
  ]),
  [
    'rewards',
    { id: 'rwd_1', code: 'A', business_id: 'biz_1', campaign_id: 'cmp_1', status: 'issued', type: 'fixed' },
  ],
  [
    'rewards',
    { id: 'rwd_2', code: 'B', business_id: 'biz_1', campaign_id: null, status: 'issued', type: 'fixed' },
  ],
  ['events', { id: 'evt_1', business_id: 'biz_1', sequence: 1, type: 'campaign.created' }],
  ['events', { id: 'evt_2', business_id: 'biz_1', sequence: 2, type: 'campaign.created' }],
  ['influencers', { id: 'inf_1', business_id: 'biz_1', email_key: 'a' }],
  ['influencers', { id: 'inf_2', business_id: 'biz_1', email_key: 'b' }],
  ['programs', { id: 'prg_1', business_id: 'biz_1', status: 'active' }],
  ['programs', { id: 'prg_2', business_id: 'biz_1', status: 'active' }],
  [
    'members',
    { id: 'mem_1', program_id: 'prg_1', business_id: 'biz_1', member_id: 'a', status: 'active', tier: null },
  ],
  [
    'members',
    {
      id: 'mem_2',
      program_id: 'prg_1',
      business_id: 'biz_1',
      member_id: 'b',
      status: 'active',
      tier: 'gold',
    },
  ],
  ['ledger_accounts', { id: 'cash', allows_negative: 1 }],
  ['ledger_transfers', { id: 'tfr_1', business_id: 'biz_1', reverses: null }],
  ['ledger_entries', { id: 1, transfer_id: 'tfr_1', account_id: 'cash', amount: -5 }],
  ...['csh_1', 'csh_2'].map((id): [string, Row] => [
    'cashbacks',
    {
      id,
      program_id: 'prg_1',
      business_id: 'biz_1',
      member_key: 'mem_1',
      order_id: id,
      status: 'pending',
      earn_transfer_id: 'tfr_1',
      amount_cents: 5,
      remaining_cents: 5,
    },
  ]),
  ['webhooks', { id: 'whk_1', business_id: 'biz_1', status: 'active' }],
  ['deliveries', { id: 'dlv_1', webhook_id: 'whk_1', status: 'pending' }],
  ['deliveries', { id: 'dlv_2', webhook_id: 'whk_1', status: 'pending' }],
  ['perks', { id: 'prk_1', business_id: 'biz_1', status: 'active', supply: 9 }],
  ['exchange_orders', { id: 'ord_1', perk_id: 'prk_1', type: 'buy', status: 'open', sequence: 1 }],
  ['exchange_orders', { id: 'ord_2', perk_id: 'prk_1', type: 'buy', status: 'filled', sequence: 2 }],
  ['exchange_trades', { id: 'trd_1', perk_id: 'prk_1', transfer_id: 'tfr_1', sell_owner_id: 'usr_2' }],
  [
    'invoices',
    { id: 'inv_1', business_id: 'biz_1', provider: 'manual', kind: 'topup', status: 'open', amount_cents: 5 },
  ],
  ['billing_events', { id: 'bev_1', provider: 'manual', outcome: 'applied' }],
];

/** Changes that keep the stored values right, one at a time. */
const CHANGES = [
  "update campaigns set state = 'active'",
  "update campaigns set state = 'active' where id = 'cmp_1'",
  'update campaigns set approved_count = approved_count + 3, rejected_count = rejected_count + 1',
  "update campaigns set approved_count = approved_count - 1 where id = 'cmp_1'",
  "update submissions set status = 'approved' where id in ('sub_1', 'sub_4')",
  "update submissions set upload_id = null where id = 'sub_1'",
  "update submissions set upload_id = 'upl_2' where id = 'sub_3'",
  "update rewards set status = 'redeemed'",
  "update programs set status = 'paused' where id = 'prg_1'",
  "update members set tier = 'gold' where id = 'mem_1'",
  "update members set tier = null, status = 'left' where id = 'mem_2'",
  "update cashbacks set status = 'available'",
  "update deliveries set status = 'succeeded', attempts = 1 where id = 'dlv_1'",
  "update exchange_orders set status = 'partiallyFilled' where id = 'ord_1'",
  "update perks set status = 'suspended'",
  "update invoices set status = 'paid', paid_at = created_at where id = 'inv_1'",
  "update ledger_accounts set balance = balance - 5 where id = 'cash'",
  "delete from submissions where id = 'sub_2'",
  "delete from uploads where id = 'upl_2'",
  "delete from uploads where id = 'upl_1'",
  "delete from rewards where id = 'rwd_1'",
  "delete from submissions where id = 'sub_1'",
  "delete from campaigns where id = 'cmp_2'",
  "delete from events where id = 'evt_1'",
  "delete from influencers where id = 'inf_1'",
  "delete from deliveries where id = 'dlv_2'",
  "delete from cashbacks where id = 'csh_1'",
  "delete from members where id = 'mem_2'",
  "delete from programs where id = 'prg_2'",
  "delete from users where id = 'usr_1'",
];

/** Changes that a trigger rejects, by its name. */
const REJECTED: [trigger: string, statement: string][] = [
  ['ledger_entries_no_update', 'update ledger_entries set amount = 1'],
  ['ledger_entries_no_delete', 'delete from ledger_entries'],
  ['ledger_transfers_no_update', "update ledger_transfers set kind = 'x'"],
  ['ledger_transfers_description', "update ledger_transfers set description = 'x'"],
  ['ledger_transfers_no_delete', 'delete from ledger_transfers'],
  ['ledger_accounts_no_delete', 'delete from ledger_accounts'],
  ['ledger_accounts_fixed', "update ledger_accounts set unit = 'x', balance = 1"],
  ['exchange_trades_no_update', 'update exchange_trades set quantity = 1'],
  ['exchange_trades_no_delete', 'delete from exchange_trades'],
  ['exchange_orders_final', "update exchange_orders set filled = 0 where id = 'ord_2'"],
  ['exchange_orders_client', "update exchange_orders set client_order_id = 'x' where id = 'ord_2'"],
  ['exchange_orders_no_delete', 'delete from exchange_orders'],
  ['invoices_no_delete', 'delete from invoices'],
  ['invoices_fixed', 'update invoices set amount_cents = 6'],
  ['invoices_paid_once', 'update invoices set paid_at = null'],
  ['billing_events_fixed', "update billing_events set type = 'x'"],
  ['billing_events_no_delete', 'delete from billing_events'],
];

describe.skipIf(!hasPostgres())('the triggers of both engines', () => {
  let sqlite: Sqlite;
  let database: TestDatabase;
  let postgres: SQL;

  beforeAll(async () => {
    sqlite = createSchema(migrations);
    sqlite.run('pragma foreign_keys = on');
    database = await createTestDatabaseUrl();
    postgres = new SQL(database.url, { max: 1, bigint: true });
    for (const [table, row] of ROWS) await runOnBoth(buildInsert(table, row));
  });
  afterAll(async () => {
    sqlite.close();
    await postgres.close();
    await database.drop();
  });

  async function runOnBoth(statement: string): Promise<void> {
    sqlite.run(statement);
    await postgres.unsafe(statement);
  }

  /** Returns an insert with a value for each column that requires one. */
  function buildInsert(table: string, row: Row): string {
    const required = sqlite
      .query<{ name: string; type: string }, []>(
        `select name, type from pragma_table_info('${table}') where "notnull" and dflt_value is null`,
      )
      .all();
    const filled: Row = Object.fromEntries(
      required.map(({ name, type }) => [name, type.toUpperCase() === 'TEXT' ? NOW : 1]),
    );
    const entries = Object.entries({ ...filled, ...row });
    const values = entries.map(([, value]) => (typeof value === 'string' ? `'${value}'` : value));
    return `insert into ${table} (${entries.map(([name]) => name).join()}) values (${values.map(String).join()})`;
  }

  async function expectEqualRows(statement: string): Promise<void> {
    for (const [table, query] of Object.entries(MAINTAINED)) {
      const rows: Record<string, unknown>[] = await postgres.unsafe(query);
      const numbers: unknown = rows.map(row =>
        Object.fromEntries(Object.entries(row).map(([k, v]) => [k, typeof v === 'bigint' ? Number(v) : v])),
      );
      const expected: unknown = sqlite.query(query).all();
      expect({ statement, [table]: numbers }).toEqual({ statement, [table]: expected });
    }
  }

  test('store the same values after the same changes', async () => {
    await expectEqualRows('insert');
    for (const statement of CHANGES) {
      await runOnBoth(statement);
      await expectEqualRows(statement);
    }
    const lists = sqlite
      .query('select list from tallies union select list from installation_counters order by list')
      .values()
      .flat();
    expect(lists).toEqual([
      ...['campaigns', 'cashbacks', 'deliveries', 'events', 'influencers', 'invoices'],
      ...['members', 'orders', 'perks', 'programs', 'rewards', 'shops', 'submissions', 'trades'],
    ]);
  });

  test.each(REJECTED)('reject the same change in %s with the same message', async (_, statement) => {
    const expected = getMessage(() => sqlite.run(statement));
    expect(expected).not.toBe('');
    const actual = await postgres.unsafe(statement).then(() => '', String);
    expect(actual).toContain(expected);
  });

  test('reject all changes that a trigger rejects', () => {
    const rejecting = sqlite
      .query("select name from sqlite_schema where type = 'trigger' and sql like '%raise(%' order by name")
      .values();
    expect(REJECTED.map(([name]) => name).sort()).toEqual(rejecting.flat() as string[]);
  });
});

function getMessage(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}
