import { Database } from 'bun:sqlite';
import { afterEach, beforeEach, expect, test } from 'bun:test';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { check } from '../../db/maintenance.ts';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';
import { HOSTILE_URLS } from '../support/hostile.ts';
import { influencerOf, scene } from '../support/scene.ts';
import { world } from '../support/world.ts';

const MIGRATION = '0029_normal_forms';
const now = '2026-06-01T12:00:00.000Z';
/** What version 0.1 took for a proof: whatever the URL parser takes. */
const PROOFS = HOSTILE_URLS.filter(text => {
  const url = text.length <= 2_048 && !text.includes('\0') && text.isWellFormed() && URL.parse(text.trim());
  return url && ['http:', 'https:'].includes(url.protocol);
});

let folder: string;
let owner: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perkmint-normal-forms-'));
  const first = await world();
  const played = await scene(first);
  owner = played.owner;
  await first.call('POST', '/influencers', influencerOf('twin'), { as: owner });
  const dataDir = first.app.services.config.dataDir;
  await first.app.close();
  cpSync(dataDir, folder, { recursive: true });
  await first.close();
  plant(join(folder, 'perkmint.sqlite'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Makes a database one of before the migration, with rows as version 0.1 stored them. */
function plant(file: string): void {
  const db = new Database(file);
  const row = db.query("select * from submissions where status = 'pending' limit 1").get() as Record<
    string,
    string
  >;
  const names = Object.keys(row);
  for (const [n, url] of PROOFS.entries()) {
    const planted: Record<string, string> = {
      ...row,
      id: `sub_old${n}`,
      proof_url: url.trim(),
      upload_id: null as never,
    };
    db.query(`insert into submissions (${names}) values (${names.map(() => '?')})`).run(
      ...names.map(name => planted[name] as string),
    );
  }
  db.run(`update webhooks set url = 'http://93.184.216.34/a"b'`);
  db.run("update businesses set website = 'https://Bücher.example/é'");
  db.run("update members set email = 'Ada@Bücher.Example'");
  db.run("update users set email = 'staff@bücher.example' where email like 'staff-of-%'");
  // Two rows whose addresses are one in normal form, and one that has none.
  db.run(`update influencers set email = 'Mia@Bücher.example', email_key = 'mia@bücher.example',
    search_text = 'mia moor' || char(10) || 'mia@bücher.example' || char(10) || 'star' where email like 'star-of-%'`);
  db.run(`update influencers set email = 'ü@x.example', email_key = 'ü@x.example' where email like 'twin@%'`);
  db.run('delete from _migrations where name >= ?', [MIGRATION]);
  db.close();
}

function rows(sql: string): unknown[] {
  const db = new Database(join(folder, 'perkmint.sqlite'));
  const found = db.query(sql).values().flat();
  db.close();
  return found;
}

test('after the migration every list and record of rows from version 0.1 is as the description says', async () => {
  const w = await world({}, {}, folder);
  for (const path of [
    '/submissions?perPage=100',
    '/submissions?perPage=100&page=2',
    '/submissions?perPage=100&page=3',
  ]) {
    const answer = await w.call('GET', path, undefined, { as: owner });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  for (const path of ['/webhooks', '/business', '/business/users']) {
    const answer = await w.call('GET', path, undefined, { as: owner });
    expect([path, answer.status]).toEqual([path, 200]);
  }
  const { data } = await w.call('GET', '/influencers?search=mia%40xn--bcher', undefined, { as: owner });
  expect(data.items.map((item: { email: string }) => item.email)).toEqual(['mia@xn--bcher-kva.example']);
  await w.close();
});

test('the migration leaves what has no normal form, or what is another row in normal form', () => {
  const file = join(folder, 'perkmint.sqlite');
  const db = new Database(file);
  const [business] = db.query('select id from businesses limit 1').values().flat();
  db.query(
    `insert into influencers (id, business_id, name, email, email_key, platforms, rate_card, niches, search_text, created_at)
     values ('inf_other', ?, 'x', ?2, ?2, '[]', '[]', '[]', 'x', ?3)`,
  ).run(business as string, 'mia@xn--bcher-kva.example', now);
  db.query(
    "insert into users (id, email, name, role, created_at, updated_at) values ('usr_other', ?1, 'x', 'customer', ?2, ?2)",
  ).run('staff@xn--bcher-kva.example', now);
  db.close();
  migrate(file, migrations, { now });
  expect(rows('select email from influencers order by email')).toEqual([
    'Mia@Bücher.example',
    'mia@xn--bcher-kva.example',
    'ü@x.example',
  ]);
  expect(rows("select email from users where email like 'staff@%' order by email")).toEqual([
    'staff@bücher.example',
    'staff@xn--bcher-kva.example',
  ]);
  expect(rows('select distinct email from members')).toEqual(['ada@xn--bcher-kva.example']);
  expect(rows('select url from webhooks')).toEqual(['http://93.184.216.34/a%22b']);
  expect(rows('select website from businesses')).toEqual(['https://xn--bcher-kva.example/%C3%A9']);
});

test('a SIGKILL at any point of the migration leaves rows that the next start brings into normal form', async () => {
  const whole = join(folder, 'whole.sqlite');
  cpSync(join(folder, 'perkmint.sqlite'), whole);
  let steps = 0;
  migrate(whole, migrations, { now, beforeStatement: () => void steps++ });
  expect(steps).toBeGreaterThan(100);
  const urlsOf = (file: string) => {
    const db = new Database(file);
    const found = db.query('select id, proof_url from submissions order by id').values();
    db.close();
    return found;
  };
  for (const at of [0, 1, Math.floor(steps / 2), steps - 1]) {
    const path = join(folder, `kill-${at}.sqlite`);
    cpSync(join(folder, 'perkmint.sqlite'), path);
    const before = urlsOf(path);
    const program = `
      const { migrate } = await import(${JSON.stringify(join(import.meta.dir, '../../db/migrate.ts'))});
      const { migrations } = await import(${JSON.stringify(join(import.meta.dir, '../../db/migrations/index.ts'))});
      let left = ${at};
      const beforeStatement = () => { if (left-- === 0) process.kill(process.pid, 'SIGKILL'); };
      migrate(${JSON.stringify(path)}, migrations, { now: '${now}', beforeStatement });`;
    const child = Bun.spawn([process.execPath, '-e', program], { stderr: 'pipe' });
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    expect(urlsOf(path)).toEqual(before);
    expect(migrate(path, migrations, { now }).applied).toEqual([MIGRATION]);
    expect(urlsOf(path)).toEqual(urlsOf(whole));
    expect(check(path)).toEqual([]);
  }
}, 60_000);
