import { expect, test } from 'bun:test';
import { UPGRADE_TIME as now, upgradeFrom } from '../support/upgrade.ts';

test('the migration links only records that the person created, according to the event log', async () => {
  const upgraded = await upgradeFrom('person_links', before => {
    const run = (sql: string) => before.run(sql.replaceAll('NOW', `'${now}'`));
    run(`insert into programs (id, business_id, name, status, rewards, created_at, updated_at)
    values ('prg_1', 'biz_1', 'Regulars', 'active', '{}', NOW, NOW)`);
    const event = (sequence: number, type: string, id: string, actor: string) =>
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
      event(2 * n, n === 0 ? 'submission.resubmitted' : 'submission.created', `sub_${n}`, actor);
      event(2 * n + 1, 'member.enrolled', `mem_${n}`, n === 0 ? `${actor}-0` : actor);
    }
    // A review does not create a link.
    event(99, 'submission.approved', 'sub_3', 'usr_old');
  });
  expect(upgraded.db.query('select id from submissions where submitted_by_person').values()).toEqual([
    ['sub_0'],
  ]);
  expect(upgraded.db.query('select id from members where enrolled_by_person').values()).toEqual([['mem_0']]);
  upgraded.close();
});
