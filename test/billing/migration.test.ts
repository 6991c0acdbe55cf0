import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../../db/migrate.ts';
import { migrations } from '../../db/migrations/index.ts';

const now = '2026-06-01T12:00:00.000Z';

test('submissions from before there were plans count in their months', () => {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-billing-'));
  const file = join(folder, 'perkmint.sqlite');
  const first = migrations.findIndex(({ name }) => name === '0011_billing');
  migrate(file, migrations.slice(0, first), { now });
  const before = new Database(file);
  before.run(
    `insert into businesses (id, name, created_at, updated_at) values ('biz_1', 'Blue Cup', '${now}', '${now}')`,
  );
  for (const [n, month] of ['2026-04', '2026-05', '2026-05'].entries()) {
    before.run(`insert into submissions (id, business_id, user_id, proof_url, proof_type, proof_hash, status, created_at,
      risk_flags, risk_score, revision, budget_cents, verification_checks, verification_status)
      values ('sub_${n}', 'biz_1', 'ada', 'https://x.example', 'url', 'h${n}', 'pending', '${month}-09T12:00:00.000Z',
      '[]', 0, 1, 0, '[]', 'unverified')`);
  }
  before.close();
  migrate(file, migrations, { now });
  const after = new Database(file, { readonly: true });
  expect(after.query('select business_id, month, submissions from usage_months order by 2').all()).toEqual([
    { business_id: 'biz_1', month: '2026-04', submissions: 1 },
    { business_id: 'biz_1', month: '2026-05', submissions: 2 },
  ]);
  after.close();
  rmSync(folder, { recursive: true });
});
