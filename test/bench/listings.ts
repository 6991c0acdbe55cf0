import { sql } from 'drizzle-orm';
import { type App, createApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/index.ts';
import { CLI } from '../../src/context.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createFixture, post } from './fixture.ts';
import { median, print, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const COUNTS = [sized(100), sized(5_000)];
const PATHS = ['/exchange/market', '/exchange/opportunities?perPage=100', '/pricing'];
const ROUNDS = sized(25, 1);
/** No request may hold the event loop longer. */
const BLOCK_LIMIT_MS = 50;

/** Measures public market requests after a change, with 100 and with 5,000 listed perks. */
export async function listings(): Promise<void> {
  const rows: string[][] = [];
  let longest = 0;
  for (const count of COUNTS) {
    let perkId = '';
    const fixture = await createFixture(`listings-${count}`, async (app, businessId, token) => {
      await depositCash(app.as(CLI), { userId: businessId, amount: 1_000_000, reference: 'bench' });
      const terms = { name: 'Perk', faceValue: 5, supply: 1_000 };
      ({ id: perkId } = (await post(app, '/exchange/enroll', { role: 'issuer', perk: terms }, token)).perk);
      await addPerks(app, perkId, count - 1);
    });
    const app = await createApp(loadConfig({ env: fixture.env }).config, { log: silentLog });
    for (const path of PATHS) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const order = { type: 'buy', perkId, quantity: 1, price: (1 + round) / 100 };
        await post(app, '/exchange/orders', order, fixture.token);
        const start = performance.now();
        const response = await app.handler.fetch(new Request(`http://localhost/api/v1${path}`), '127.0.0.1');
        await response.arrayBuffer();
        times.push(performance.now() - start);
      }
      longest = Math.max(longest, median(times));
      rows.push([count.toLocaleString('en'), path, median(times).toFixed(1), Math.max(...times).toFixed(1)]);
    }
    await app.close();
    fixture.remove();
  }
  print('The market after a change', ['perks', 'path', 'median ms', 'longest ms'], rows);
  verdict('ms of the slowest median', longest, BLOCK_LIMIT_MS, longest <= BLOCK_LIMIT_MS);
}

/** Copies of a perk, each with an offer below its face value. */
async function addPerks(app: App, perkId: string, count: number): Promise<void> {
  const series = sql`with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})`;
  const id = sql`printf('prk_%026d', n)`;
  await app.services.database.transaction(async tx => {
    await tx.run(sql`${series}
      insert into perks (id, business_id, name, face_value_cents, supply, status, best_ask_cents, activity, created_at,
        updated_at)
      select ${id}, business_id, 'Perk ' || n, face_value_cents, supply, status, 400 - n % 100, activity - n,
        created_at, updated_at
      from series, perks where perks.id = ${perkId}`);
    await tx.run(sql`${series}
      insert into exchange_orders (id, sequence, owner_id, user_id, perk_id, type, order_type, price_cents, rank_cents,
        quantity, status, time_in_force, created_at, updated_at)
      select printf('ord_%026d', n), n, business_id, business_id, ${id}, 'sell', 'limit', 400 - n % 100, 400 - n % 100,
        1, 'open', 'GTC', created_at, updated_at
      from series, perks where perks.id = ${perkId}`);
    await tx.run(sql`${series}
      insert into exchange_levels (perk_id, type, rank_cents, quantity, orders)
      select ${id}, 'sell', 400 - n % 100, 1, 1 from series`);
  });
}
