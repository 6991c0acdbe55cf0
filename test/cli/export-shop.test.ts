import type { Database as Sqlite } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listTables } from '../../db/copy/tables.ts';
import { withFile } from '../../db/sqlite/file.ts';
import { acquireLock } from '../../db/sqlite/lock.ts';
import { readExport } from '../../db/transfer/export-file.ts';
import { createVault } from '../../src/platform/crypto.ts';
import { readStoredSecrets } from '../../src/platform/security/secrets.ts';
import { CAMPAIGN, createCustomer, PASSWORD } from '../support/accounts.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { hasPostgres } from '../support/postgres.ts';
import { NODE_SECRETS } from '../support/postgres-app.ts';
import { createTestApp, ON_SQLITE, type TestApp } from '../support/test-app.ts';
import { createTestDatabaseUrl } from '../support/test-database.ts';
import { perkmint } from './fixture.ts';

const FILE = 'perkmint.sqlite';
const SHOPS = ['Blue Cup', 'Red Cup'] as const;
const SHARED = 'ada';
const ID = /^[a-z]{3}_[0-9a-z]{26}$/;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-shops-'));
const [shared, left] = [join(folder, 'shared'), join(folder, 'left')];
const shops = new Map<string, { id: string; apiKey: string }>();
let clock: TestApp['clock'];
let passphrase: string;

/** Two shops with records of every kind, and a customer of both. */
beforeAll(async () => {
  const ctx = await createTestApp(ON_SQLITE);
  clock = ctx.clock;
  const ada = await createCustomer(ctx, SHARED);
  for (const name of SHOPS) {
    const { owner, businessId: id, records } = await seedFixtures(ctx, name);
    const terms = { ...CAMPAIGN, launch: true };
    const { data: campaign } = await ctx.call('POST', '/campaigns', terms, { as: owner });
    const proof = { campaignId: campaign.id, proofUrl: `https://www.instagram.com/p/${name.length}9/` };
    expect((await ctx.call('POST', '/submissions', proof, { as: ada.token })).status).toBe(201);
    expect(
      (
        await ctx.call(
          'POST',
          `/programs/${records.programs}/members`,
          { memberId: ada.userId },
          { as: ada.token },
        )
      ).status,
    ).toBe(201);
    const { data: key } = await ctx.call('POST', '/api-keys', { name: 'Till' }, { as: owner });
    shops.set(name, { id, apiKey: key.key });
  }
  const { dataDir } = ctx.app.services.config;
  await ctx.app.close();
  cpSync(dataDir, shared, { recursive: true });
  await ctx.close();
  passphrase = (await move('Blue Cup', shared, left)).exported.json.passphrase;
});
afterAll(() => rmSync(folder, { recursive: true }));

const idOf = (name: string) => shops.get(name)?.id as string;
const run = (
  dataDir: string,
  line: string[],
  more: { answers?: string[]; env?: Record<string, string> } = {},
) => perkmint(dataDir, line, { overrides: { clock }, ...more });

/** Exports a shop and imports it into an empty folder. */
async function move(name: string, from: string, to: string, env: Record<string, string> = {}) {
  const file = `${to}.perkmint`;
  const exported = await run(from, ['export', '--business', idOf(name), '--out', file, '--json'], { env });
  expect([exported.code, exported.err]).toEqual([0, expect.stringContaining('This installation goes on')]);
  const imported = await run(to, ['import', '--all', file, '--json'], {
    answers: [exported.json.passphrase],
  });
  expect([imported.code, imported.err]).toEqual([
    0,
    expect.stringContaining(`${name} is an installation of its own`),
  ]);
  return { exported, imported };
}

const read = <T>(dataDir: string, work: (db: Sqlite) => T) => withFile(join(dataDir, FILE), work);

type Row = Record<string, unknown>;
const rowsOf = (dataDir: string, select: string, ...values: string[]) =>
  read(dataDir, db => db.query<Row, string[]>(select).all(...values));

/** Lists all texts in all rows of a database, also those inside JSON. */
function listTexts(dataDir: string): string {
  return read(dataDir, db =>
    listTables(db)
      .map(({ name }) => JSON.stringify(db.query(`select * from "${name}"`).values()))
      .join('\n'),
  );
}

/** Tables that name a business, and whose rows stay. */
const STAY = [
  'billing_customers',
  'exchange_traders',
  'invoices',
  'mail_cursors',
  'mail_outbox',
  'perks',
  'plan_notices',
  'subscriptions',
];
/** Columns that leave with another value. */
const CHANGED = ['secret', 'previous_secret', 'content', 'password_hash', 'test_environment_id'];
const OF_LEDGER: Record<string, string> = {
  ledger_accounts: "unit not like 'perk:%'",
  ledger_transfers: "kind not like 'exchange.%'",
};

describe('a shop has left, and', () => {
  const [name, other] = SHOPS;
  const to = left;

  test('all rows that name it are equal, except those that stay', () => {
    const differing: string[] = [];
    for (const { name: table, columns, key } of read(shared, listTables)) {
      if (!columns.some(column => column.name === 'business_id')) continue;
      const names = columns.map(column => column.name).filter(column => !CHANGED.includes(column));
      const select = `select ${names.join(', ')} from "${table}"
        where business_id = ? and ${OF_LEDGER[table] ?? 'true'} order by ${key.join(', ')}`;
      const before = rowsOf(shared, select, idOf(name));
      if (!Bun.deepEquals(before, rowsOf(to, select, idOf(name)))) differing.push(table);
    }
    expect(differing).toEqual(STAY.filter(table => differing.includes(table)));
    expect(differing.length).toBeGreaterThan(3);
  });

  test('the entries of its ledger are the same bytes, and those of the exchange stay', () => {
    const entries = `select e.* from ledger_entries e join ledger_transfers t on t.id = e.transfer_id
      where t.business_id = ? and t.kind not like 'exchange.%' order by e.id`;
    const [before, after] = [shared, to].map(dataDir => rowsOf(dataDir, entries, idOf(name)));
    expect(before?.length).toBeGreaterThan(10);
    expect(JSON.stringify(after)).toBe(JSON.stringify(before));
    expect(
      rowsOf(to, "select id from ledger_accounts where id like 'exchange%' or id like 'perk:%'"),
    ).toEqual([]);
    expect(rowsOf(to, 'select count(*) as n from ledger_entries')).toEqual([{ n: before?.length }]);
  });

  test('nothing in it names the other shop, its records or its people', () => {
    const texts = listTexts(to);
    const isForeign = (row: Row) => row.business_id === idOf(other);
    const foreign = new Set<unknown>([idOf(other)]);
    for (const { name: table } of read(shared, listTables))
      for (const row of rowsOf(shared, `select * from "${table}"`).filter(isForeign))
        for (const value of Object.values(row)) if (ID.test(String(value))) foreign.add(value);
    const [ada] = rowsOf(shared, "select id from users where email like 'ada@%'");
    foreign.delete(ada?.id);
    expect(foreign.size).toBeGreaterThan(100);
    expect([...foreign].filter(id => texts.includes(String(id)))).toEqual([]);
    expect(texts).not.toContain(`of-${other.toLowerCase().replaceAll(' ', '-')}`);
    expect(texts).toContain('ada@');
  });

  test('its totals are consistent, and every value can be decrypted with the key of the new machine alone', async () => {
    expect((await run(to, ['db', 'check'])).code).toBe(0);
    const { json } = await run(to, ['secrets', 'rotate', '--json']);
    expect(json.reencrypted).toBe(0);
    expect(json.tables.length).toBeGreaterThan(3);
    for (const table of json.tables) expect(table).toMatchObject({ earlier: 0, unreadable: 0 });
    const former = createVault([readStoredSecrets(shared).encryptionKey as string]);
    const [{ secret }] = rowsOf(to, 'select secret from webhooks limit 1') as [{ secret: string }];
    expect(() => former.open(secret)).toThrow();
  });

  test('its signing keys were generated on the new machine', async () => {
    const unpacked = join(folder, 'unpacked');
    mkdirSync(unpacked);
    await readExport(`${to}.perkmint`, unpacked, passphrase);
    expect(rowsOf(unpacked, 'select name from facts order by name')).toEqual([
      { name: 'founder' },
      { name: 'registration' },
    ]);
    expect(Object.keys(readStoredSecrets(unpacked))).toEqual(['encryptionKey']);
    expect(rowsOf(to, "select name from facts where name = 'signingKeys'")).toHaveLength(1);
  });

  test('its owner runs the new installation, and its keys and its team can log in', async () => {
    const ctx = await createTestApp(ON_SQLITE, { clock }, to);
    const email = `owner@${name.toLowerCase().replaceAll(' ', '-')}.example`;
    const login = await ctx.call('POST', '/auth', { action: 'login', email, password: PASSWORD });
    expect(login.status).toBe(200);
    const owner = login.data.accessToken ?? login.data.token;
    const { data: address } = await ctx.call('GET', '/public-address', undefined, { as: owner });
    expect(address.canChange).toBe(true);
    const { apiKey } = shops.get(name) as { apiKey: string };
    const { data: campaigns } = await ctx.call('GET', '/campaigns', undefined, { as: { apiKey } });
    expect(campaigns.pagination.total).toBe(3);
    const newcomer = {
      action: 'register',
      email: 'new@shop.example',
      password: PASSWORD,
      name: 'New',
      role: 'business',
    };
    expect((await ctx.call('POST', '/auth', newcomer)).error.code).toBe('FORBIDDEN');
    await ctx.close();
  });

  test('a customer of both keeps the account, without the password that the other shop needs', () => {
    const select =
      "select id, email, name, role, business_id, password_hash from users where email like 'ada@%'";
    const [before] = rowsOf(shared, select);
    expect(before?.password_hash).toStartWith('$argon2id$');
    expect(rowsOf(to, select)).toEqual([{ ...before, password_hash: null }]);
  });

  test('no mail about earlier events is sent a second time', () => {
    const [cursor] = rowsOf(to, 'select event_sequence from mail_cursors');
    expect(cursor).toEqual(rowsOf(to, 'select event_sequence from businesses')[0]);
    expect(rowsOf(to, 'select id from mail_outbox union all select id from deliveries')).toEqual([]);
  });

  test('its pictures are in the folder of uploads', async () => {
    expect((await run(to, ['uploads', 'check'])).out).toMatch(/^[1-9] files? checked/);
    expect(readdirSync(join(to, 'uploads'))).toEqual(
      rowsOf(shared, 'select id from uploads where business_id = ? order by id', idOf(name)).map(({ id }) =>
        String(id),
      ),
    );
  });
});

test('a shop leaves while a server runs, and changes nothing but the audit log', async () => {
  const from = join(folder, 'running');
  cpSync(shared, from, { recursive: true });
  const lock = acquireLock(from, 'perkmint serve on port 4210', '2026-06-01T12:00:00.000Z');
  const { exported } = await move('Blue Cup', from, join(folder, 'again'));
  lock.release();
  expect(exported.err).toContain('On the exchange of this installation, where people redeem them: 1 perk');
  expect(exported.err).toContain('On the exchange of this installation is money in the wallet of the shop');
  const changed = read(shared, listTables).filter(({ name }) => {
    const [before, after] = [shared, from].map(dataDir => rowsOf(dataDir, `select * from "${name}"`));
    return !Bun.deepEquals(before, after);
  });
  expect(changed.map(({ name }) => name)).toEqual(['admin_actions', 'facts']);
  const otherFacts = "select * from facts where name <> 'auditHead'";
  expect(rowsOf(from, otherFacts)).toEqual(rowsOf(shared, otherFacts));
  const [entry] = rowsOf(from, 'select operation, target from admin_actions order by id desc limit 1');
  expect(entry).toEqual({ operation: 'export', target: idOf('Blue Cup') });
  expect(readdirSync(from).filter(file => file.startsWith('.'))).toEqual([]);
});

test('a shop can leave that left before, also with uploads in the database, and its ledger is still the same', async () => {
  const to = join(folder, 'twice');
  expect((await run(left, ['uploads', 'move', '--to', 'database'])).code).toBe(0);
  const { imported } = await move('Blue Cup', left, to);
  expect(imported.json.problems).toEqual([]);
  const { json: stored } = await run(to, ['uploads', 'stats', '--json']);
  expect(stored).toEqual([expect.objectContaining({ storage: 'folder' })]);
  for (const table of ['ledger_accounts', 'ledger_transfers', 'ledger_entries', 'tallies', 'usage_months'])
    expect(rowsOf(to, `select * from ${table}`)).toEqual(rowsOf(left, `select * from ${table}`));
});

test('an unknown shop, and both options at once, are refused', async () => {
  const line = (...options: string[]) => run(shared, ['export', '--out', join(folder, 'x'), ...options]);
  expect((await line('--business', 'biz_01m58c0tbhed6stp2rdbtv6y82')).code).toBe(4);
  expect((await line('--business', 'biz_1', '--all')).code).toBe(2);
});

test.skipIf(!hasPostgres())('a shop leaves an installation on PostgreSQL, with equal rows', async () => {
  const from = join(folder, 'copied');
  cpSync(shared, from, { recursive: true });
  const { encryptionKey } = readStoredSecrets(from);
  const database = await createTestDatabaseUrl();
  const env = { ...NODE_SECRETS, ENCRYPTION_KEY: encryptionKey as string, DATABASE_URL: database.url };
  expect(
    (await run(from, ['db', 'copy', '--to', database.url], { env: { ...env, DATABASE_URL: '' } })).code,
  ).toBe(0);
  const to = join(folder, 'left-postgres');
  const { imported } = await move('Blue Cup', from, to, env);
  await database.drop();
  expect(imported.json.problems).toEqual([]);
  for (const table of ['ledger_entries', 'members', 'submissions', 'events', 'tallies'])
    expect(rowsOf(to, `select * from ${table}`)).toEqual(rowsOf(left, `select * from ${table}`));
});
