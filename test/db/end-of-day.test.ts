import { describe, expect, test } from 'bun:test';
import { SQL } from 'bun';
import { postgresMigrations } from '../../db/migrations/postgres.ts';
import { migrate } from '../../db/postgres/migrate.ts';
import { hasPostgres } from '../support/postgres.ts';
import { createEmptyDatabaseUrl } from '../support/test-database.ts';
import { UPGRADE_TIME as now, upgradeFrom } from '../support/upgrade.ts';

/** More than the migration reads at once. */
const MANY = 1_100;

/** An old reward or cashback: its status, its business, when it expired, and when it expires after the migration. */
type Case = [id: string, status: string, businessId: string, before: string, after: string];

const MORNING = '2026-07-01T09:23:00.588Z';
const REWARDS: Case[] = [
  ['rwd_utc', 'issued', 'biz_1', MORNING, '2026-07-01T23:59:59.999Z'],
  ['rwd_berlin', 'issued', 'biz_berlin', MORNING, '2026-07-01T21:59:59.999Z'],
  // It is July 2 in Berlin, and the clocks are put back on October 25.
  ['rwd_night', 'issued', 'biz_berlin', '2026-07-01T22:30:00.000Z', '2026-07-02T21:59:59.999Z'],
  ['rwd_autumn', 'issued', 'biz_berlin', '2026-10-24T22:30:00.000Z', '2026-10-25T22:59:59.999Z'],
  ['rwd_end', 'issued', 'biz_berlin', '2026-07-01T21:59:59.999Z', '2026-07-01T21:59:59.999Z'],
  ['rwd_midnight', 'issued', 'biz_berlin', '2026-07-01T22:00:00.000Z', '2026-07-02T21:59:59.999Z'],
  ['rwd_samoa', 'issued', 'biz_samoa', MORNING, '2026-07-01T10:59:59.999Z'],
  ['rwd_expired', 'expired', 'biz_1', MORNING, MORNING],
  ['rwd_redeemed', 'redeemed', 'biz_1', MORNING, MORNING],
  ['rwd_void', 'void', 'biz_1', MORNING, MORNING],
];
const CASHBACKS: Case[] = [
  ['cbk_pending', 'pending', 'biz_berlin', MORNING, '2026-07-01T21:59:59.999Z'],
  ['cbk_available', 'available', 'biz_1', MORNING, '2026-07-01T23:59:59.999Z'],
  ['cbk_redeemed', 'redeemed', 'biz_1', MORNING, MORNING],
  ['cbk_expired', 'expired', 'biz_1', MORNING, MORNING],
];

const insert = (table: string, row: Record<string, string | number>) =>
  `insert into ${table} (${Object.keys(row)}) values (${Object.values(row).map(value => `'${value}'`)})`;

/** The statements that write the old rows. The business biz_1 is there, in UTC. */
function listInserts(): string[] {
  const created = { created_at: now, updated_at: now };
  const reward = { user_id: 'ada', type: 'fixed', value: 500, created_at: now };
  const program = { business_id: 'biz_1', status: 'active', rewards: '{}' };
  const member = { program_id: 'prg_1', business_id: 'biz_1', member_id: 'ada', status: 'active' };
  const cashback = {
    program_id: 'prg_1',
    member_key: 'mbr_1',
    member_id: 'ada',
    earn_transfer_id: 'tfr_1',
    amount_cents: 400,
    remaining_cents: 0,
    available_at: now,
    created_at: now,
  };
  return [
    insert('businesses', { id: 'biz_berlin', name: 'B', time_zone: 'Europe/Berlin', ...created }),
    insert('businesses', { id: 'biz_samoa', name: 'S', time_zone: 'Pacific/Pago_Pago', ...created }),
    insert('programs', { id: 'prg_1', name: 'P', ...program, ...created }),
    insert('members', { id: 'mbr_1', metadata: '{}', joined_at: now, ...member }),
    insert('ledger_transfers', { id: 'tfr_1', kind: 'cashback.earned', created_at: now }),
    ...REWARDS.map(([id, status, business_id, expires_at]) =>
      insert('rewards', { ...reward, id, code: id, status, business_id, expires_at }),
    ),
    ...CASHBACKS.map(([id, status, business_id, expires_at]) =>
      insert('cashbacks', { ...cashback, id, status, business_id, expires_at }),
    ),
    `insert into cashbacks (id, status, business_id, ${Object.keys(cashback)}) values
      ('cbk_unlimited', 'available', 'biz_1', ${Object.values(cashback).map(value => `'${value}'`)})`,
    `with recursive copies(n) as (select 1 union all select n + 1 from copies where n < ${MANY})
      insert into rewards (id, code, business_id, user_id, type, value, status, expires_at, created_at)
      select 'rwx_' || n, 'C' || n, business_id, user_id, type, value, status, expires_at, created_at
      from rewards, copies where id = 'rwd_berlin'`,
  ];
}

const QUERIES = {
  rewards: "select id, expires_at from rewards where id like 'rwd%' order by id",
  cashbacks: 'select id, expires_at from cashbacks order by id',
  // Counts are casts, because PostgreSQL returns a bigint as text.
  copies:
    "select cast(count(*) as integer) as count, expires_at from rewards where id like 'rwx%' group by expires_at",
  counters:
    "select facet, cast(total as integer) as total from tallies where scope = 'biz_1' and list = 'rewards' order by facet",
};

const toRows = (cases: Case[]) => cases.map(([id, , , , expires_at]) => ({ id, expires_at }));
const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1);
const EXPECTED = {
  rewards: toRows(REWARDS).sort(byId),
  cashbacks: [...toRows(CASHBACKS), { id: 'cbk_unlimited', expires_at: null }].sort(byId),
  copies: [{ count: MANY, expires_at: '2026-07-01T21:59:59.999Z' }],
  counters: ['expired', 'issued', 'redeemed', 'void'].map(facet => ({ facet, total: 1 })),
};

describe('open rewards and cashback end with the day, and no other record changes', () => {
  test('on SQLite', async () => {
    const { db, close } = await upgradeFrom('end_of_day', before => {
      for (const statement of listInserts()) before.run(statement);
    });
    for (const [name, query] of Object.entries(QUERIES))
      expect([name, db.query(query).all()]).toEqual([name, EXPECTED[name as keyof typeof EXPECTED]]);
    close();
  });

  test.skipIf(!hasPostgres())('on PostgreSQL', async () => {
    const database = await createEmptyDatabaseUrl();
    const first = postgresMigrations.findIndex(({ name }) => name.endsWith('_end_of_day'));
    await migrate(database.url, postgresMigrations.slice(0, first), { now });
    const sql = new SQL(database.url, { max: 1 });
    const business = { id: 'biz_1', name: 'A', created_at: now, updated_at: now };
    for (const statement of [insert('businesses', business), ...listInserts()]) await sql.unsafe(statement);
    await migrate(database.url, postgresMigrations, { now });
    for (const [name, query] of Object.entries(QUERIES)) {
      const rows: unknown[] = [...(await sql.unsafe(query))];
      expect([name, rows]).toEqual([name, EXPECTED[name as keyof typeof EXPECTED]]);
    }
    await sql.close();
    await database.drop();
  });
});
