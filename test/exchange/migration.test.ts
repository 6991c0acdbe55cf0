import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../db/migrations/index.ts';
import { migrate } from '../../db/sqlite/migrate.ts';

const now = '2026-06-01T12:00:00.000Z';
const folder = mkdtempSync(join(tmpdir(), 'perkmint-exchange-'));
const file = join(folder, 'perkmint.sqlite');
let after: Database;

/** An issuer's events as recorded by version 0.1, from trades with a customer and another business. */
function playBefore(db: Database): void {
  for (const id of ['biz_issuer', 'biz_other'])
    db.run('insert into businesses (id, name, created_at, updated_at) values (?, ?, ?, ?)', [
      id,
      id,
      now,
      now,
    ]);
  for (const [id, role, business] of [
    ['usr_owner', 'business', 'biz_issuer'],
    ['usr_staff', 'business', 'biz_other'],
    ['usr_ada', 'customer', null],
  ] as const)
    db.run(
      'insert into users (id, email, name, role, business_id, created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?)',
      [id, `${id}@x.example`, id, role, business, now, now],
    );
  db.run(
    `insert into perks (id, business_id, name, face_value_cents, supply, status, created_at, updated_at)
     values ('prk_1', 'biz_issuer', 'Coffee', 500, 9, 'active', '${now}', '${now}')`,
  );
  for (const [sequence, id, owner, user] of [
    [1, 'ord_issuer', 'biz_issuer', 'usr_owner'],
    [2, 'ord_ada', 'usr_ada', 'usr_ada'],
    [3, 'ord_other', 'biz_other', 'usr_staff'],
  ] as const)
    db.run(
      `insert into exchange_orders (id, sequence, owner_id, user_id, perk_id, type, order_type, price_cents, rank_cents,
         quantity, status, time_in_force, client_order_id, created_at, updated_at)
       values (?, ?, ?, ?, 'prk_1', 'sell', 'limit', 400, 400, 1, 'open', 'GTC', ?, ?, ?)`,
      [id, sequence, owner, user, `client-of-${user}`, now, now],
    );
  db.run(`insert into exchange_levels (perk_id, type, rank_cents, quantity, orders) values
    ('prk_1', 'sell', 400, 2, 2), ('prk_1', 'sell', 450, 1, 1), ('prk_1', 'buy', -300, 1, 1), ('prk_1', 'buy', -200, 1, 1)`);
  for (const [perk, hour, cents, trades] of [
    ['prk_1', 3_600, 500, 1],
    ['prk_2', 3_600, 700, 2],
    ['prk_2', 7_200, 300, 1],
  ] as const)
    db.run(
      `insert into exchange_buckets (perk_id, span_seconds, starts_at, open_cents, high_cents, low_cents, close_cents,
         volume_cents, quantity, trades) values (?, 3600, ?, 1, 1, 1, 1, ?, 1, ?)`,
      [perk, hour, cents, trades],
    );
  db.run(
    `insert into rewards (id, code, business_id, user_id, type, value, amount_cents, status, expires_at, created_at)
     values ('rwd_1', 'CODE', 'biz_issuer', 'usr_staff', 'fixed', 500, 500, 'issued', '${now}', '${now}')`,
  );
  const order = (id: string, userId: string) => ({
    id,
    userId,
    perkId: 'prk_1',
    clientOrderId: `client-of-${userId}`,
  });
  const trade = (buyOrderId: string) => ({
    id: 'trd_1',
    perkId: 'prk_1',
    buyOrderId,
    sellOrderId: 'ord_issuer',
  });
  const events: [type: string, actor: string, object: { id: string }][] = [
    ['exchange.order.created', 'usr_owner', order('ord_issuer', 'usr_owner')],
    ['exchange.order.created', 'usr_ada', order('ord_ada', 'usr_ada')],
    ['exchange.trade.executed', 'usr_ada', trade('ord_ada')],
    ['exchange.trade.executed', 'usr_staff', trade('ord_other')],
    ['exchange.order.filled', 'usr_staff', order('ord_issuer', 'usr_owner')],
    ['exchange.perk.redeemed', 'usr_staff', { id: 'prk_1' }],
    ['reward.issued', 'usr_staff', { ...{ id: 'rwd_1' }, ...{ userId: 'usr_staff' } }],
    ['submission.created', 'usr_ada', { ...{ id: 'sub_1' }, ...{ userId: 'usr_ada' } }],
  ];
  for (const [index, [type, actor, object]] of events.entries())
    db.run(
      `insert into events (id, business_id, sequence, type, family, resource_id, actor_kind, actor_id, request_id, data,
         created_at) values (?, 'biz_issuer', ?, ?, ?, ?, 'user', ?, ?, ?, ?)`,
      [
        `evt_${index}`,
        index + 1,
        type,
        type.split('.')[0] as string,
        object.id,
        actor,
        `req_of_${actor}`,
        JSON.stringify({ object }),
        now,
      ],
    );
}

beforeAll(async () => {
  const first = migrations.findIndex(({ name }) => name === '0015_exchange_anonymity');
  await migrate(file, migrations.slice(0, first), { now });
  const before = new Database(file);
  playBefore(before);
  before.close();
  await migrate(file, migrations, { now });
  after = new Database(file, { readonly: true });
});
afterAll(() => {
  after.close();
  rmSync(folder, { recursive: true });
});

interface Kept {
  type: string;
  resource: string;
  actor: string;
  request: string | null;
  data: string;
}

function log(): Kept[] {
  return after
    .query<Kept, []>(
      `select type, resource_id as resource, actor_id as actor, request_id as request, data from events order by sequence`,
    )
    .all();
}

test("the migration removes other traders from an issuer's stored exchange events", () => {
  const exchange = log().filter(({ type }) => !type.startsWith('submission.'));
  const text = JSON.stringify(exchange);
  for (const name of ['usr_ada', 'usr_staff', 'ord_ada', 'ord_other', 'biz_other', 'req_of_usr_ada'])
    expect([name, text.replaceAll('"userId\\":\\"biz_other', '').includes(name)]).toEqual([name, false]);
});

test("the migration keeps every event, the business's own orders, and actions of people at the business", () => {
  expect(log().map(({ type, resource, actor, request }) => [type, resource, actor, request])).toEqual([
    ['exchange.order.created', 'ord_issuer', 'usr_owner', 'req_of_usr_owner'],
    ['exchange.order.created', 'prk_1', 'exchange', null],
    ['exchange.trade.executed', 'trd_1', 'exchange', null],
    ['exchange.trade.executed', 'trd_1', 'exchange', null],
    ['exchange.order.filled', 'ord_issuer', 'exchange', null],
    ['exchange.perk.redeemed', 'prk_1', 'exchange', null],
    ['reward.issued', 'rwd_1', 'exchange', null],
    ['submission.created', 'sub_1', 'usr_ada', 'req_of_usr_ada'],
  ]);
  const objects = log().map(({ data }) => JSON.parse(data).object);
  expect(objects[0]).toMatchObject({ userId: 'usr_owner', clientOrderId: 'client-of-usr_owner' });
  expect(objects[1]).toEqual({ id: null, userId: null, perkId: 'prk_1', clientOrderId: null });
  expect(objects[2]).toMatchObject({ buyOrderId: null, sellOrderId: 'ord_issuer' });
});

test('the migration assigns the reward of a redeemed perk to the business that redeemed it, in the record and its event', () => {
  expect(after.query('select user_id from rewards').get()).toEqual({ user_id: 'biz_other' });
  expect(JSON.parse(log()[6]?.data as string).object.userId).toBe('biz_other');
});

test('the migration sets best prices, ranks by age and market totals', () => {
  expect(
    after.query('select best_ask_cents as ask, best_bid_cents as bid, activity from perks').get(),
  ).toEqual({
    ...{ ask: 400, bid: 300 },
    // Millionths of days since 1970: the activity of one cent traded at that time.
    activity: Math.round((Date.parse(now) / 86_400_000) * 1_000_000),
  });
  const market =
    "select starts_at, volume_cents, trades from exchange_buckets where perk_id = '*' order by 1";
  expect(after.query(market).values()).toEqual([
    [3_600, 1_200, 3],
    [7_200, 300, 1],
  ]);
  const perkCounts =
    "select facet, sum(total) from installation_counters where list = 'perks' group by facet";
  expect(after.query(perkCounts).values()).toEqual([['active', 1]]);
});
