import { Database } from 'bun:sqlite';
import { afterAll, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';
import { expectNoLonger } from '../support/growth.ts';

const BUSINESSES = 40;
const CAMPAIGNS = 4_000;

const folder = mkdtempSync(join(tmpdir(), 'perkmint-openings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('a campaign opens and closes a business as fast with 4,000 active campaigns as with 100', async () => {
  const file = join(folder, 'openings.sqlite');
  await migrate(file, migrations, { now: '2026-06-01T12:00:00.000Z' });
  using database = new Database(file);
  const run = (sql: string, ...values: (string | number)[]) => database.run(sql, values);
  run(
    `with recursive series (n) as (select 1 union all select n + 1 from series where n < ?)
    insert into businesses (id, name, created_at, updated_at) select 'biz_' || n, 'Shop', '2026', '2026' from series`,
    BUSINESSES,
  );
  /** Launches campaigns of this many businesses in turn, then ends and deletes them. */
  const play = (businesses: number) => () => {
    run(
      `with recursive series (n) as (select 1 union all select n + 1 from series where n < ?)
      insert into campaigns (id, business_id, name, state, platform, action_type, reward_type, reward_value,
        reward_expires_in_days, min_followers, hashtags, per_user, review_mode, review_on_timeout, disclosure_required,
        warnings, created_at, updated_at)
      select 'cmp_' || n, 'biz_' || (1 + n % ?), 'Story', 'active', 'instagram', 'story', 'fixed', 100, 90, 0, '[]', 1,
        'manual', 'none', 0, '[]', '2026-' || n, '2026' from series`,
      CAMPAIGNS,
      businesses,
    );
    run("update campaigns set state = 'expired'");
    run('delete from campaigns');
  };
  expectNoLonger(play(1), play(BUSINESSES));
});
