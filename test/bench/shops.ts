import { sql } from 'drizzle-orm';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createFixture, post } from './fixture.ts';
import { median, print, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const COUNTS = [sized(1_000), sized(100_000)];
const PATHS = ['/shops', '/shops?q=no+such+shop'];
const ROUNDS = sized(15, 1);
/** The first page may cost this many times as much with 100 times as many shops. */
const FLAT = 1.5;
const CAMPAIGN = {
  name: 'Bench',
  platform: 'instagram',
  actionType: 'content',
  reward: { type: 'fixed', value: 5 },
  launch: true,
};

/** Measures the list of open shops after a change, with 1,000 and with 100,000 shops. */
export async function shops(): Promise<void> {
  const rows: string[][] = [];
  const firstPages: number[] = [];
  for (const count of COUNTS) {
    const fixture = await createFixture(`shops-${count}`, async (app, _, token) => {
      await post(app, '/campaigns', CAMPAIGN, token);
      await addShops(app, count - 1);
    });
    const app = await createApp(loadConfig({ env: fixture.env }).config, { log: silentLog });
    for (const path of PATHS) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        // A change, so that the list is not answered from the cache.
        await post(app, '/campaigns', CAMPAIGN, fixture.token);
        const start = performance.now();
        const response = await app.handler.fetch(new Request(`http://localhost/api/v1${path}`), '127.0.0.1');
        await response.arrayBuffer();
        times.push(performance.now() - start);
      }
      if (path === PATHS[0]) firstPages.push(median(times));
      rows.push([count.toLocaleString('en'), path, median(times).toFixed(1), Math.max(...times).toFixed(1)]);
    }
    await app.close();
    fixture.remove();
  }
  print('The list of open shops after a change', ['shops', 'path', 'median ms', 'longest ms'], rows);
  const [few = 1, many = 1] = firstPages;
  verdict('times as long for the first page', many / few, FLAT, many / few <= FLAT);
}

/** Copies of a business with an open campaign. */
async function addShops(app: App, count: number): Promise<void> {
  const series = sql`with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})`;
  const id = sql`printf('biz_%026d', n)`;
  await app.services.database.transaction(async tx => {
    await tx.run(sql`${series}
      insert into businesses (id, name, slug, created_at, updated_at)
      select ${id}, 'Shop ' || n, 'shop-' || n, created_at, updated_at from series, (select * from businesses limit 1)`);
    await tx.run(sql`${series}
      insert into campaigns (id, business_id, name, state, platform, action_type, reward_type, reward_value,
        reward_expires_in_days, min_followers, hashtags, per_user, review_mode, review_on_timeout, disclosure_required,
        warnings, created_at, updated_at)
      select printf('cmp_%026d', n), ${id}, name, state, platform, action_type, reward_type, reward_value,
        reward_expires_in_days, min_followers, hashtags, per_user, review_mode, review_on_timeout, disclosure_required,
        warnings, created_at, updated_at
      from series, (select * from campaigns limit 1)`);
  });
}
