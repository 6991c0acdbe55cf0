import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';

const now = '2026-06-01T12:00:00.000Z';

test('of records from before there were links only those count that the person made, by the event log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-people-'));
  const file = join(folder, 'perkmint.sqlite');
  const first = migrations.findIndex(({ name }) => name.endsWith('_person_links'));
  migrate(file, migrations.slice(0, first), { now });
  const before = new Database(file);
  const run = (sql: string) => before.run(sql.replaceAll('NOW', `'${now}'`));
  run("insert into businesses (id, name, created_at, updated_at) values ('biz_1', 'Blue Cup', NOW, NOW)");
  run(`insert into programs (id, business_id, name, status, rewards, created_at, updated_at)
    values ('prg_1', 'biz_1', 'Regulars', 'active', '{}', NOW, NOW)`);
  const told = (sequence: number, type: string, id: string, actor: string) =>
    run(`insert into events (id, business_id, sequence, type, family, resource_id, actor_kind, actor_id, data, created_at)
      values ('evt_${sequence}', 'biz_1', ${sequence}, '${type}', '${type.split('.')[0]}', '${id}',
      '${actor.startsWith('usr_') ? 'user' : 'apiKey'}', '${actor}', '{}', NOW)`);
  for (const [n, [user, actor]] of [
    ['usr_ada', 'usr_ada'],
    ['usr_ada', 'usr_owner'],
    ['till-1', 'key_1'],
    ['usr_old', undefined],
  ].entries()) {
    run(`insert into submissions (id, business_id, user_id, proof_url, proof_type, proof_hash, status, created_at,
      risk_flags, risk_score, verification_checks)
      values ('sub_${n}', 'biz_1', '${user}', 'https://x.example', 'url', 'h${n}', 'pending', NOW, '[]', 0, '[]')`);
    run(`insert into members (id, program_id, business_id, member_id, status, metadata, joined_at)
      values ('mem_${n}', 'prg_1', 'biz_1', '${user}-${n}', 'active', '{}', NOW)`);
    if (!actor) continue;
    told(2 * n, n === 0 ? 'submission.resubmitted' : 'submission.created', `sub_${n}`, actor);
    told(2 * n + 1, 'member.enrolled', `mem_${n}`, n === 0 ? `${actor}-0` : actor);
  }
  // A review is no submission, whoever makes it.
  told(99, 'submission.approved', 'sub_3', 'usr_old');
  before.close();
  migrate(file, migrations, { now });
  const after = new Database(file, { readonly: true });
  expect(after.query('select id from submissions where submitted_by_person').values()).toEqual([['sub_0']]);
  expect(after.query('select id from members where enrolled_by_person').values()).toEqual([['mem_0']]);
  after.close();
  rmSync(folder, { recursive: true });
});
