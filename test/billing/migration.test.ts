import { expect, test } from 'bun:test';
import { upgradeFrom } from '../support/upgrade.ts';

test('submissions from before plans existed count in their months', async () => {
  const upgraded = await upgradeFrom('billing', before => {
    for (const [n, month] of ['2026-04', '2026-05', '2026-05'].entries()) {
      before.run(`insert into submissions (id, business_id, user_id, proof_url, proof_type, proof_hash, status, created_at,
      risk_flags, risk_score, revision, budget_cents, verification_checks, verification_status)
      values ('sub_${n}', 'biz_1', 'ada', 'https://x.example', 'url', 'h${n}', 'pending', '${month}-09T12:00:00.000Z',
      '[]', 0, 1, 0, '[]', 'unverified')`);
    }
  });
  expect(
    upgraded.db.query('select business_id, month, submissions from usage_months order by 2').all(),
  ).toEqual([
    { business_id: 'biz_1', month: '2026-04', submissions: 1 },
    { business_id: 'biz_1', month: '2026-05', submissions: 2 },
  ]);
  upgraded.close();
});
