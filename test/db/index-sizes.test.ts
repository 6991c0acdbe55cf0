import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { MAX_CREDENTIAL_ID } from '../../src/auth/passkey-model.ts';
import { MAX_PROVIDER_TEXT } from '../../src/billing/provider/json-reader.ts';
import { MAX } from '../../src/platform/schema.ts';
import { MAX_TERM_LENGTH } from '../../src/platform/search-terms.ts';
import { MAX_EXTERNAL_ID } from '../../src/programs/integrations/rules/message.ts';

/** PostgreSQL rejects a row whose entry in an index is larger, and 4 bytes are its header. */
const MAX_INDEX_BYTES = 2_700;
/** Maximum bytes of one UTF-16 unit in UTF-8. */
const BYTES_PER_UNIT = 3;
const NUMBER_BYTES = 8;
/** A value of up to 126 bytes has a header of one byte, a longer one of four. */
const HEADER_BYTES = 4;

const inUtf8 = (length: number) => length * BYTES_PER_UNIT;
/** `2026-06-01T12:00:00.000Z`. */
const TIME = 24;
/** A prefix, an underscore and 26 characters. */
const TYPE_ID = 32;
/** In hexadecimal. */
const SHA256 = 64;
/** An ID of the caller's own system, such as a customer's. */
const REFERENCE = inUtf8(MAX.id);
const NAME = inUtf8(MAX.name);
/** Emails are ASCII in normal form; a legacy address may not be. */
const EMAIL = inUtf8(MAX.email);
/** `exchange:<owner>/<perk>/reserved` is the longest name of a ledger account. */
const ACCOUNT = 'exchange:'.length + TYPE_ID + 1 + TYPE_ID + '/available'.length;
/** A kind of event or transfer, a status, a list or a meter: constants of the program. */
const CONSTANT = 60;
const MONTH = '2026-06'.length;

/** The maximum bytes of each indexed text column whose name does not tell. */
const MAX_BYTES: Record<string, number> = {
  'ai_usage.day': '2026-06-01'.length,
  'api_key_secrets.hash': SHA256,
  'api_keys.created_by': TYPE_ID,
  'app_tokens.hash': SHA256,
  'billing_events.id': inUtf8(255),
  'billing_events.refund_of': inUtf8(MAX_PROVIDER_TEXT),
  'billing_events.subscription_id': inUtf8(MAX_PROVIDER_TEXT),
  'cashbacks.order_id': REFERENCE,
  'connections.account_id': NAME,
  'connections.handle_key': NAME,
  'connections.platform': MAX.slug,
  // The ID of a subscription is the provider's.
  'events.resource_id': inUtf8(MAX_PROVIDER_TEXT),
  'events.family': CONSTANT,
  'events.type': CONSTANT,
  'exchange_orders.client_order_id': inUtf8(64),
  'facts.name': CONSTANT,
  'file_parts.key': CONSTANT,
  'idempotency_keys.caller': TYPE_ID,
  // Visible ASCII characters.
  'idempotency_keys.key': 255,
  'counter_sessions.hash': SHA256,
  'devices.hash': SHA256,
  'export_links.hash': SHA256,
  'influencer_accounts.handle_key': NAME,
  'influencer_accounts.platform': MAX.slug,
  'inbound_orders.email': EMAIL,
  'inbound_orders.member_id': REFERENCE,
  'inbound_orders.order_id': inUtf8(MAX_EXTERNAL_ID),
  'inbound_orders.phone': '+123456789012345'.length,
  'inbound_refunds.refund_id': inUtf8(MAX_EXTERNAL_ID),
  'influencers.email_key': EMAIL,
  'installation_counters.facet': NAME,
  'installation_counters.list': CONSTANT,
  'installation_counters.slot': BYTES_PER_UNIT,
  'invoices.number': 'INV-2026-000001'.length + TYPE_ID,
  'invoices.provider_invoice_id': inUtf8(MAX_PROVIDER_TEXT),
  'invoices.provider_payment_id': inUtf8(MAX_PROVIDER_TEXT),
  'ledger_accounts.id': ACCOUNT,
  'ledger_entries.account_id': ACCOUNT,
  'ledger_transfers.kind': CONSTANT,
  // `<business>:<wallet>:<reference>` of a conversion.
  'ledger_transfers.reference': TYPE_ID + 1 + TYPE_ID + 1 + REFERENCE,
  'links.email': EMAIL,
  'login_codes.email': EMAIL,
  'refused_addresses.email': EMAIL,
  'urgent_mails.email': EMAIL,
  'login_codes.hash': SHA256,
  'slugs.slug': MAX.slug,
  'links.hash': SHA256,
  'mail_outbox.kind': CONSTANT,
  // An event, a reward, a program and a day, or a week.
  'mail_outbox.occasion': TYPE_ID + 1 + TYPE_ID,
  'mail_preferences.kind': CONSTANT,
  // An import and a member, for opening balances.
  'member_steps.reference': TYPE_ID + 1 + TYPE_ID,
  'member_terms.term': inUtf8(MAX_TERM_LENGTH),
  'member_claims.hash': SHA256,
  'members.merged_into': TYPE_ID,
  'member_merges.from_reference': REFERENCE,
  'members.email': EMAIL,
  'members.enrolled_as': REFERENCE,
  'members.member_id': REFERENCE,
  'members.phone': '+123456789012345'.length,
  'members.tier': NAME,
  'oauth_flows.state_hash': SHA256,
  'observations.action_id': REFERENCE,
  'observations.action_type': MAX.slug,
  'observations.platform': MAX.slug,
  // `member:<program>:<member>`, or `reward:<id>`.
  'passes.subject': CONSTANT + 1 + TYPE_ID + 1 + REFERENCE,
  'passkeys.credential_id': MAX_CREDENTIAL_ID,
  'plan_notices.meter': CONSTANT,
  'plan_notices.month': MONTH,
  'reference_entries.id': REFERENCE,
  'reference_entries.kind': CONSTANT,
  'proposals.fingerprint': SHA256,
  'recovery_codes.hash': SHA256,
  'refresh_tokens.hash': SHA256,
  'sign_in_challenges.hash': SHA256,
  'rewards.code': CONSTANT,
  'rewards.user_id': REFERENCE,
  'submissions.image_hash': SHA256,
  'submissions.proof_hash': SHA256,
  'submissions.user_id': REFERENCE,
  'subscriptions.id': inUtf8(MAX_PROVIDER_TEXT),
  'tallies.facet': CONSTANT + NAME,
  'tallies.list': CONSTANT,
  'shop_counts.scope': TYPE_ID,
  'tallies.scope': TYPE_ID,
  'usage_months.month': MONTH,
  'users.email': EMAIL,
  'verification_results.id': REFERENCE,
  'verification_results.provider': NAME,
};

interface Index {
  name: string;
  columns: { name: string; type: string }[];
}

let indexes: Index[];
const enumerations = new Map<string, number>();

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-indexes-'));
  const file = join(folder, 'perkmint.sqlite');
  await migrate(file, migrations, { now: '2026-06-01T12:00:00.000Z' });
  const db = new Database(file, { readonly: true });
  indexes = listIndexes(db);
  db.close();
  rmSync(folder, { recursive: true });
  for (const path of new Bun.Glob('*.ts').scanSync(`${import.meta.dir}/../../db/schema`)) {
    for (const table of Object.values(await import(`../../db/schema/${path}`))) {
      if (!is(table, SQLiteTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns) {
        const values = column.enumValues ?? [];
        if (values.length > 0)
          enumerations.set(`${name}.${column.name}`, Math.max(...values.map((each: string) => each.length)));
      }
    }
  }
});

/** Lists the indexes and primary keys. Expressions in an index are numbers. */
function listIndexes(db: Database): Index[] {
  const query = `
    select il.name, t.name || '.' || coalesce(ii.name, '') as "column", coalesce(c.type, 'INTEGER') as type
    from sqlite_schema t, pragma_index_list(t.name) il, pragma_index_info(il.name) ii
    left join pragma_table_info(t.name) c on c.name = ii.name
    where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> '_migrations'`;
  const found = new Map<string, Index>();
  for (const { name, column, type } of db
    .query<{ name: string; column: string; type: string }, []>(query)
    .all()) {
    const index = found.get(name) ?? { name, columns: [] };
    index.columns.push({ name: column, type: type.toUpperCase() });
    found.set(name, index);
  }
  return [...found.values()];
}

/** Returns the maximum bytes of a text column; undefined if neither its name nor the list above tells. */
function getMaxBytes(column: string): number | undefined {
  const named = /_(at|end|until)$/.test(column) ? TIME : undefined;
  const ofRecord = /(\.id|_id|_of|\.reverses|\.partly_reverses|_key)$/.test(column) ? TYPE_ID : undefined;
  return MAX_BYTES[column] ?? enumerations.get(column) ?? named ?? ofRecord;
}

test('every indexed text column has a known maximum', () => {
  const texts = indexes.flatMap(({ columns }) => columns.filter(({ type }) => type === 'TEXT'));
  expect(texts.length).toBeGreaterThan(300);
  const unknown = texts.filter(({ name }) => getMaxBytes(name) === undefined).map(({ name }) => name);
  expect([...new Set(unknown)]).toEqual([]);
});

test('the list names only columns that are indexed', () => {
  const indexed = new Set(indexes.flatMap(({ columns }) => columns.map(({ name }) => name)));
  expect(Object.keys(MAX_BYTES).filter(column => !indexed.has(column))).toEqual([]);
});

test('every entry of an index fits into a page of PostgreSQL', () => {
  const sizes = indexes.map(({ name, columns }) => {
    const bytes = columns.map(({ name: column, type }) =>
      type === 'TEXT' ? HEADER_BYTES + (getMaxBytes(column) ?? 0) : NUMBER_BYTES,
    );
    return { name, bytes: bytes.reduce((sum, each) => sum + each, 0) };
  });
  expect(sizes.filter(({ bytes }) => bytes > MAX_INDEX_BYTES)).toEqual([]);
});
