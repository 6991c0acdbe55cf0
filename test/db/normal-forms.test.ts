import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { checkDatabase } from '../../db/sqlite/maintenance.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { createAdmin } from '../support/fixtures.ts';
import { HOSTILE_URLS } from '../support/hostile.ts';
import { createTestApp, ON_SQLITE } from '../support/test-app.ts';
import { UPGRADE_TIME as now } from '../support/upgrade.ts';

/** The last migration of version 0.1. */
const LAST_OF_0_1 = migrations.findIndex(({ name }) => name === '0014_admin_actions');
const NORMAL_FORMS = migrations.findIndex(({ name }) => name.endsWith('_normal_forms'));
/** Proof URLs that version 0.1 accepted: any that the URL parser accepts. */
const PROOFS = HOSTILE_URLS.filter(text => {
  const url = text.length <= 2_048 && !text.includes('\0') && text.isWellFormed() && URL.parse(text.trim());
  return url && ['http:', 'https:'].includes(url.protocol);
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-normal-forms-'));
  file = join(folder, 'perkmint.sqlite');
  await migrate(file, migrations.slice(0, LAST_OF_0_1 + 1), { now });
  const db = new Database(file);
  plant(db);
  db.close();
});
afterEach(() => rmSync(folder, { recursive: true }));

function insert(db: Database, table: string, row: Record<string, string | number>): void {
  const marks = Object.keys(row).map(() => '?');
  db.query(`insert into ${table} (${Object.keys(row)}) values (${marks})`).run(...Object.values(row));
}

/** Rows as version 0.1 stored them. */
function plant(db: Database): void {
  const times = { created_at: now, updated_at: now };
  const own = { business_id: 'biz_1', created_at: now };
  insert(db, 'businesses', { id: 'biz_1', name: 'Cup', website: 'https://Bücher.example/é', ...times });
  insertUser(db, 'usr_1', 'staff@bücher.example');
  for (const [n, url] of PROOFS.entries())
    insert(db, 'submissions', {
      ...{ id: `sub_${n}`, user_id: 'ada', proof_url: url.trim(), proof_type: 'url', proof_hash: `${n}` },
      ...{ status: 'pending', verification_checks: '[]', risk_score: 0, risk_flags: '[]', ...own },
    });
  const url = 'http://93.184.216.34/a"b';
  insert(db, 'webhooks', { id: 'whk_1', url, events: '["*"]', status: 'active', secret: 'x', ...own });
  insertInfluencer(db, 'inf_1', 'Mia@Bücher.example');
  insertInfluencer(db, 'inf_2', 'ü@x.example');
  const program = { id: 'prg_1', business_id: 'biz_1', name: 'Regulars', status: 'active', rewards: '{}' };
  insert(db, 'programs', { ...program, ...times });
  const member = {
    id: 'mem_1',
    program_id: 'prg_1',
    business_id: 'biz_1',
    member_id: 'till-1',
    status: 'active',
  };
  insert(db, 'members', { ...member, metadata: '{}', joined_at: now, email: 'Ada@Bücher.Example' });
}

function insertUser(db: Database, id: string, email: string): void {
  insert(db, 'users', { id, email, name: 'Sam', role: 'customer', created_at: now, updated_at: now });
}

function insertInfluencer(db: Database, id: string, email: string): void {
  const key = email.toLowerCase();
  insert(db, 'influencers', {
    ...{ id, business_id: 'biz_1', name: 'Mia', email, email_key: key, platforms: '[]', rate_card: '[]' },
    ...{ niches: '[]', search_text: `mia\n${key}`, created_at: now },
  });
}

function valuesOf(path: string, sql: string): unknown[] {
  const db = new Database(path);
  const found = db.query(sql).values();
  db.close();
  return found.flat();
}

test('after the upgrade, rows of version 0.1 match the API description', async () => {
  const ctx = await createTestApp(ON_SQLITE, {}, folder);
  const admin = await createAdmin(ctx);
  const read = (path: string) => ctx.call('GET', path, undefined, { as: admin });
  for (let page = 1; page <= Math.ceil(PROOFS.length / 100); page++)
    expect((await read(`/submissions?perPage=100&page=${page}`)).status).toBe(200);
  expect((await read('/programs/prg_1/members')).data.items[0].email).toBe('ada@xn--bcher-kva.example');
  expect((await read('/influencers')).data.items.map((item: { email: string }) => item.email).sort()).toEqual(
    ['mia@xn--bcher-kva.example', 'ü@x.example'],
  );
  expect((await read('/webhooks?businessId=biz_1')).data.items[0].url).toBe('http://93.184.216.34/a%22b');
  await ctx.close();
});

test('an influencer is found by the normalized email address', async () => {
  await migrate(file, migrations, { now });
  const sql =
    "select email_key from influencers where email = email_key and search_text like '%mia@xn--bcher%'";
  expect(valuesOf(file, sql)).toEqual(['mia@xn--bcher-kva.example']);
  expect(valuesOf(file, 'select website from businesses')).toEqual(['https://xn--bcher-kva.example/%C3%A9']);
  expect(valuesOf(file, "select email from users where id = 'usr_1'")).toEqual([
    'staff@xn--bcher-kva.example',
  ]);
});

test('a value is kept if it has no normal form or if another row has that normal form', async () => {
  const db = new Database(file);
  insertInfluencer(db, 'inf_3', 'mia@xn--bcher-kva.example');
  insertUser(db, 'usr_2', 'staff@xn--bcher-kva.example');
  db.close();
  await migrate(file, migrations, { now });
  expect(valuesOf(file, 'select email from influencers order by id')).toEqual([
    'Mia@Bücher.example',
    'ü@x.example',
    'mia@xn--bcher-kva.example',
  ]);
  expect(valuesOf(file, 'select email from users order by id')).toEqual([
    'staff@bücher.example',
    'staff@xn--bcher-kva.example',
  ]);
});

test('after a SIGKILL at any point of the migration, the next start normalizes the remaining rows', async () => {
  const URLS = 'select proof_url from submissions order by id';
  await migrate(file, migrations.slice(0, NORMAL_FORMS), { now });
  const whole = join(folder, 'whole.sqlite');
  cpSync(file, whole);
  let steps = 0;
  await migrate(whole, migrations, { now, beforeStatement: () => void steps++ });
  expect(steps).toBeGreaterThan(100);
  const before = valuesOf(file, URLS);
  for (const at of [0, 1, 100]) {
    const path = join(folder, `kill-${at}.sqlite`);
    cpSync(file, path);
    const program = `
      const { migrate } = await import(${JSON.stringify(join(import.meta.dir, '../../db/sqlite/migrate.ts'))});
      const { migrations } = await import(${JSON.stringify(join(import.meta.dir, '../../db/migrations/index.ts'))});
      let left = ${at};
      const beforeStatement = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); };
      await migrate(${JSON.stringify(path)}, migrations, { now: '${now}', beforeStatement });`;
    const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'pipe' });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    expect(valuesOf(path, URLS)).toEqual(before);
    await migrate(path, migrations, { now });
    expect(valuesOf(path, URLS)).toEqual(valuesOf(whole, URLS));
    expect(checkDatabase(path)).toEqual([]);
  }
});
