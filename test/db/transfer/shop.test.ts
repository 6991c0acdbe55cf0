import type { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listTables, type Table } from '../../../db/copy/tables.ts';
import { migrations } from '../../../db/migrations/index.ts';
import { withFile } from '../../../db/sqlite/file.ts';
import { migrate } from '../../../db/sqlite/migrate.ts';
import { extractShop } from '../../../db/transfer/shop.ts';
import { SHOP_TABLES } from '../../../db/transfer/shop-rows.ts';

const OPTIONS = { now: '2026-06-01T12:00:00.000Z', version: '0.0.0' };
const SHOPS = ['biz_blue', 'biz_red'];
/** Tables that triggers fill, or that an installation has once. */
const NOT_OF_A_SHOP = ['facts', 'installation_counters', 'tallies', 'usage_months'];
/** Tables of which no row leaves with a shop. */
const STAYING = [
  'admin_actions ai_usage app_tokens billing_customers billing_events counter_sessions deleted_uploads deliveries',
  'erasures exchange_buckets exchange_levels exchange_orders exchange_traders exchange_trades file_parts idempotency_keys',
  'invoice_numbers invoices links login_codes mail_outbox member_claims oauth_flows pass_devices passkeys perks pins',
  'plan_notices recovery_codes reference_bundles reference_entries refresh_tokens refused_addresses sessions',
  'sign_in_challenges subscriptions urgent_mails',
].flatMap(line => line.split(' '));
/** Columns that name a record without a foreign key, and its table; values of others. */
const LINKS: Record<string, string> = {
  'slugs.record_id': 'campaigns',
  'shop_counts.scope': 'programs',
  'members.member_id': 'users',
  'submissions.user_id': 'users',
  'rewards.user_id': 'users',
};
const VALUES: Record<string, string | number> = {
  'users.role': 'business',
  'users.position': 'owner',
  'passes.platform': 'google',
  'ledger_accounts.unit': 'points',
  'ledger_transfers.kind': 'points.earned',
  'member_adjustments.points': 1,
  'member_adjustments.visits': 0,
  'member_adjustments.cashback_cents': 0,
};
/** Nullable columns that a row of a shop has. */
const PRESENT = ['business_id', 'upload_id', 'position'];

type Values = Record<string, string | number | Uint8Array | null>;
const folder = mkdtempSync(join(tmpdir(), 'perkmint-shop-'));
const whole = join(folder, 'whole.sqlite');
/** The key of the row of each shop in each table, as JSON. */
const keys = new Map<string, Map<string, Values>>(SHOPS.map(shop => [shop, new Map()]));
let tables: Table[];

/** Every table has one row of each shop, which refers to rows of that shop. */
beforeAll(async () => {
  await migrate(whole, migrations, OPTIONS);
  withFile(whole, db => {
    tables = listTables(db).filter(({ name }) => !NOT_OF_A_SHOP.includes(name));
    for (const shop of SHOPS) for (const table of tables) fill(db, table, shop);
    expect(db.query('PRAGMA foreign_key_check').all()).toEqual([]);
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Inserts the row of a shop, after those that it refers to. @returns its values */
function fill(db: Sqlite, table: Table, shop: string): Values {
  const rows = keys.get(shop) as Map<string, Values>;
  const known = rows.get(table.name);
  if (known) return known;
  const columns = db
    .query<{ name: string; type: string; notnull: number; pk: number; dflt_value: unknown }, []>(
      `pragma table_info("${table.name}")`,
    )
    .all();
  const parents = db
    .query<{ table: string; from: string }, []>(`pragma foreign_key_list("${table.name}")`)
    .all()
    .map(({ table: parent, from }) => [from, parent] as const);
  const sql = db
    .query<{ sql: string }, [string]>('select sql from sqlite_schema where name = ?')
    .get(table.name)?.sql;
  const row: Values = {};
  for (const { name, type, notnull, pk, dflt_value } of columns) {
    const id = `${table.name}.${name}`;
    const parent = LINKS[id] ?? parents.find(([from]) => from === name)?.[1];
    if (table.name === 'businesses' && name === 'id') row.id = shop;
    else if (name === 'business_id') row[name] = shop;
    else if (parent && parent !== table.name && (notnull || pk || PRESENT.includes(name))) {
      const found = fill(db, tables.find(each => each.name === parent) as Table, shop);
      row[name] = found.id ?? (Object.values(found)[0] as string);
    } else if (!PRESENT.includes(name) && !notnull && !pk) row[name] = null;
    else if (dflt_value !== null && VALUES[id] === undefined) continue;
    else if (VALUES[id] !== undefined) row[name] = VALUES[id];
    else if (type.toUpperCase() === 'INTEGER')
      row[name] = name === 'id' ? rows.size + 1_000 * SHOPS.indexOf(shop) : 1 + SHOPS.indexOf(shop);
    else if (type.toUpperCase() === 'BLOB') row[name] = new Uint8Array([1]);
    else row[name] = findChoice(sql, name) ?? `${table.name}_${name}_${shop}`;
  }
  const names = Object.keys(row);
  db.query(
    `insert into "${table.name}" (${names.map(name => `"${name}"`).join(', ')}) values (${names.map(() => '?').join(', ')})`,
  ).run(...Object.values(row));
  rows.set(table.name, row);
  return row;
}

/** Returns the first value that the checks of a table allow for a column, if they list them. */
function findChoice(sql = '', column: string): string | undefined {
  return new RegExp(`\\b${column}\\W+in \\('([^']+)'`, 'i').exec(sql)?.[1];
}

test('a shop leaves with exactly its rows of every table', async () => {
  for (const shop of SHOPS) {
    const file = join(folder, `${shop}.sqlite`);
    await extractShop(whole, file, shop, OPTIONS);
    withFile(file, db => {
      for (const { name, key } of tables) {
        const found = db
          .query<Values, []>(`select * from "${name}"`)
          .all()
          .map(row => key.map(column => row[column]));
        const own = keys.get(shop)?.get(name) as Values;
        expect([name, found]).toEqual([name, STAYING.includes(name) ? [] : [key.map(column => own[column])]]);
      }
    });
  }
});

test('the list of tables contains every table, with a reason for each that stays', () => {
  const known = withFile(whole, db => listTables(db).map(({ name }) => name));
  expect(Object.keys(SHOP_TABLES)).toEqual(known);
  for (const rows of Object.values(SHOP_TABLES)) expect('where' in rows || rows.why.length > 10).toBe(true);
});
