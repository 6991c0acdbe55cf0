import { sql } from 'drizzle-orm';
import type { App } from '../../src/app.ts';
import { CLI } from '../../src/context.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { createFixture, type Fixture, post } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const SMALL = sized(10_000);
const LARGE = sized(1_000_000, 40);
const GOAL = 1.5;
const PERKS = 5;
/** Open orders a side of each book, on as many prices as depth shows. */
const RESTING = sized(50, 2);
const LEVELS = 10;
const DAY_SECONDS = 86_400;
const UNITS = 1_000_000;

interface Filled {
  fixture: Fixture;
  trader: string;
  perkId: string;
}

/** The market, opportunities and own lists where 10,000 trades were made within a day, and where 1,000,000 were. */
export async function market(): Promise<void> {
  const filled: Filled[] = [];
  for (const count of [SMALL, LARGE]) {
    const startedAt = performance.now();
    let made: Omit<Filled, 'fixture'> | undefined;
    const fixture = await createFixture(`market-${count}`, async (app, businessId, token) => {
      made = await fill(app, businessId, token, count);
    });
    if (made) filled.push({ fixture, ...made });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(`  ${count.toLocaleString('en')} trades filled in ${seconds} s\n`);
  }
  const servers = await Promise.all(
    filled.map(({ fixture }) => startServer('ours.ts', { env: fixture.env })),
  );
  for (const path of [
    'market',
    'opportunities',
    'trades',
    'trades?perkId=P',
    'orders',
    'orders?status=open',
  ]) {
    const outcomes = await compare(
      filled.map(({ trader, perkId }, index) => ({
        name: `${[SMALL, LARGE][index]?.toLocaleString('en')} trades`,
        server: servers[index] as (typeof servers)[number],
        requests: [
          http('GET', `/api/v1/exchange/${path.replace('=P', `=${perkId}`)}`, {
            Authorization: `Bearer ${trader}`,
          }),
        ],
      })),
    );
    table(`GET /exchange/${path}`, outcomes);
    const times = 1 / (outcomes[1]?.ratio ?? Number.NaN);
    verdict('times the cost at 10,000', times, GOAL, times <= GOAL);
  }
  await Promise.all(servers.map(server => server.stop()));
  for (const { fixture } of filled) fixture.remove();
}

/** An issuer and a trader, five perks with a book on both sides, and trades between the two all through a day. */
async function fill(app: App, businessId: string, token: string, count: number) {
  const person = { action: 'register', email: 'trader@market.example', name: 'Trader' };
  const registered = await post(app, '/auth', { ...person, password: 'correct horse battery' });
  const trader = registered.accessToken as string;
  await post(app, '/exchange/enroll', {}, trader);
  await depositCash(app.as(CLI), { userId: registered.user.id, amount: UNITS, reference: 'bench' });
  const perkIds: string[] = [];
  for (let n = 0; n < PERKS; n++) {
    const perk = { name: `Perk ${n}`, faceValue: 5, supply: UNITS };
    const { id } = (await post(app, '/exchange/enroll', { role: 'issuer', perk }, token)).perk;
    perkIds.push(id);
    for (let level = 0; level < RESTING; level++) {
      const cents = level % LEVELS;
      const order = { perkId: id, quantity: 1 };
      await post(app, '/exchange/orders', { ...order, type: 'sell', price: (400 + cents) / 100 }, token);
      await post(app, '/exchange/orders', { ...order, type: 'buy', price: (390 - cents) / 100 }, trader);
    }
    await addTrades(app, id, { seller: businessId, buyer: registered.user.id, count: count / PERKS });
  }
  return { trader, perkId: perkIds[0] as string };
}

/** Filled orders of one unit each, a trade for each, and the buckets that they make. */
async function addTrades(
  app: App,
  perkId: string,
  { seller, buyer, count }: { seller: string; buyer: string; count: number },
): Promise<void> {
  const end = Math.floor(app.services.clock.now() / 1_000);
  const second = sql`${end} - ${DAY_SECONDS} + n * ${DAY_SECONDS} / ${count}`;
  const time = sql`strftime('%Y-%m-%dT%H:%M:%fZ', ${second}, 'unixepoch')`;
  const price = sql`390 + n % 10`;
  const series = sql`with recursive series (n) as (select 1 union all select n + 1 from series where n < ${count})`;
  await app.services.database.transaction(async tx => {
    await tx.run(sql`${series}
      insert into exchange_orders (id, sequence, owner_id, user_id, perk_id, type, order_type, price_cents, rank_cents,
        quantity, filled, value_cents, status, time_in_force, created_at, updated_at)
      select printf('ord_%s%020d', ${perkId}, n), n + (select max(sequence) from exchange_orders), ${buyer}, ${buyer},
        ${perkId}, 'buy', 'limit', 400, -400, 1, 1, ${price}, 'filled', 'GTC', ${time}, ${time} from series`);
    await tx.run(sql`${series}
      insert into exchange_trades (id, sequence, perk_id, buy_order_id, sell_order_id, buy_owner_id, sell_owner_id,
        taker_side, price_cents, quantity, transfer_id, executed_at)
      select printf('trd_%s%020d', ${perkId}, n), n + coalesce((select max(sequence) from exchange_trades), 0),
        ${perkId}, printf('ord_%s%020d', ${perkId}, n), 'ord_bench', ${buyer}, ${seller}, 'buy', ${price}, 1,
        (select id from ledger_transfers limit 1), ${time} from series`);
    for (const span of [60, 3_600])
      await tx.run(sql`${series}
        insert into exchange_buckets (perk_id, span_seconds, starts_at, open_cents, high_cents, low_cents, close_cents,
          volume_cents, quantity, trades)
        select ${perkId}, ${span}, (${second}) / ${span} * ${span} as starts_at, 390, max(${price}), min(${price}), 395,
          sum(${price}), count(*), count(*) from series group by starts_at`);
    await tx.run(sql`update perks set last_price_cents = 395 where id = ${perkId}`);
  });
}
