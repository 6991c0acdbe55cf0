import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { toEpochMinute } from '../../db/time-sql.ts';

type Row = Record<string, unknown>;

/** A query for the first row that violates a rule, and a sentence describing that row. */
interface Rule {
  find: SQL;
  describe(row: Row): string;
}

const OPEN = sql`status in ('open', 'partiallyFilled')`;
const LEFT = sql`(quantity - filled - cancelled)`;

const ORDERS: Rule[] = [
  {
    find: sql`
      with wanted as (select id, status, case when cancelled > 0 then 'cancelled' when filled = quantity then 'filled'
        when filled = 0 then 'open' else 'partiallyFilled' end as expected from exchange_orders)
      select * from wanted where status <> expected and not (status = 'expired' and expected = 'cancelled')
      order by id limit 1`,
    describe: row => `order ${row.id} has status ${row.status}, but its counts require ${row.expected}`,
  },
  {
    find: sql`
      select o.id, o.filled, o.value_cents as value, coalesce(t.units, 0) as units, coalesce(t.cents, 0) as cents
      from exchange_orders o left join (
        select id, sum(quantity) as units, sum(quantity * price_cents) as cents from (
          select buy_order_id as id, quantity, price_cents from exchange_trades
          union all select sell_order_id, quantity, price_cents from exchange_trades) as sides group by id
      ) t on t.id = o.id
      where o.filled <> coalesce(t.units, 0) or o.value_cents <> coalesce(t.cents, 0) order by o.id limit 1`,
    describe: row =>
      `order ${row.id} stores ${row.filled} filled for ${row.value} cents, but its trades add up to ${row.units} for ${row.cents}`,
  },
  {
    find: sql`
      select id, order_type, time_in_force from exchange_orders
      where ${OPEN} and (order_type <> 'limit' or time_in_force <> 'GTC') order by id limit 1`,
    describe: row => `order ${row.id} is open, but is a ${row.order_type} ${row.time_in_force} order`,
  },
  {
    find: sql`
      select o.id, o.perk_id from exchange_orders o join perks p on p.id = o.perk_id
      where o.status in ('open', 'partiallyFilled') and p.status = 'expired' order by o.id limit 1`,
    describe: row => `order ${row.id} is open, but its perk ${row.perk_id} has expired`,
  },
  {
    find: sql`
      select perk_id, max(case when type = 'buy' then price_cents end) as bid, min(case when type = 'sell' then price_cents end) as ask
      from exchange_orders where ${OPEN} group by perk_id
      having max(case when type = 'buy' then price_cents end) >= min(case when type = 'sell' then price_cents end)
      order by perk_id limit 1`,
    describe: row => `the book of ${row.perk_id} is crossed: bid ${row.bid}, ask ${row.ask}`,
  },
  {
    find: sql`
      select t.id, t.price_cents as price, o.id as order_id from exchange_trades t
      join exchange_orders o on o.id in (t.buy_order_id, t.sell_order_id)
      where (o.type = 'buy' and o.price_cents < t.price_cents) or (o.type = 'sell' and o.price_cents > t.price_cents)
        or o.perk_id <> t.perk_id order by t.id limit 1`,
    describe: row => `trade ${row.id} at ${row.price} is beyond the limit of order ${row.order_id}`,
  },
];

const WALLETS: Rule[] = [
  {
    find: sql`
      with needed as (
        select 'exchange:' || owner_id || '/cash' ||
            case when currency = 'USD' then '' else '/' || currency end || '/reserved' as id, sum(${LEFT} * price_cents) as total
          from exchange_orders where ${OPEN} and type = 'buy' group by 1
        union all select 'exchange:' || owner_id || '/' || perk_id || '/reserved', sum(${LEFT})
          from exchange_orders where ${OPEN} and type = 'sell' group by 1
      ), kept as (
        select id, balance from ledger_accounts where id like 'exchange:%/reserved'
      )
      select coalesce(n.id, k.id) as id, coalesce(k.balance, 0) as balance, coalesce(n.total, 0) as total
      from needed n full join kept k on k.id = n.id
      where coalesce(k.balance, 0) <> coalesce(n.total, 0) order by 1 limit 1`,
    describe: row => `account ${row.id} reserves ${row.balance}, but open orders require ${row.total}`,
  },
  {
    find: sql`
      select p.id, p.supply - p.redeemed as around, coalesce(-a.balance, 0) as issued
      from perks p left join ledger_accounts a on a.id = 'perk:' || p.id || '/issued'
      where p.supply - p.redeemed <> coalesce(-a.balance, 0) order by p.id limit 1`,
    describe: row =>
      `perk ${row.id} has ${row.around} units in circulation, but the ledger issued ${row.issued}`,
  },
  {
    find: sql`
      select unit, sum(balance) as total from ledger_accounts
      where id like 'exchange:%' or id like 'perk:%/issued' or id like 'exchange/cash%/issued'
      group by unit having sum(balance) <> 0 order by unit limit 1`,
    describe: row => `the exchange's accounts in ${row.unit} add up to ${row.total}, not 0`,
  },
];

const MARKET: Rule[] = [
  {
    find: sql`
      with counted as (
        select perk_id, type, rank_cents, sum(${LEFT}) as quantity, count(*) as orders
        from exchange_orders where ${OPEN} group by 1, 2, 3
      )
      select coalesce(c.perk_id, l.perk_id) as perk_id, coalesce(c.rank_cents, l.rank_cents) as rank,
        coalesce(l.quantity, 0) as kept, coalesce(c.quantity, 0) as quantity
      from counted c full join exchange_levels l
        on l.perk_id = c.perk_id and l.type = c.type and l.rank_cents = c.rank_cents
      where l.quantity is distinct from c.quantity or l.orders is distinct from c.orders order by 1, 2 limit 1`,
    describe: row =>
      `price level ${row.rank} of ${row.perk_id} stores quantity ${row.kept}, but its orders add up to ${row.quantity}`,
  },
  {
    find: sql`
      with spans as (select 60 as span union all select 3600), timed as (
        select perk_id, currency, price_cents, quantity, ${toEpochMinute('executed_at')} * 60 as at from exchange_trades
      ), counted as (
        select perk_id, span, at / span * span as starts, count(*) as trades,
          sum(price_cents * quantity) as cents, min(price_cents) as low, max(price_cents) as high
        from timed, spans group by 1, 2, 3
        union all
        select case when currency = 'USD' then '*' else '*/' || currency end, span, at / span * span, count(*),
          sum(price_cents * quantity), 0, 0
        from timed, spans group by 1, 2, 3
      )
      select coalesce(c.perk_id, b.perk_id) as perk_id, coalesce(c.starts, b.starts_at) as starts
      from counted c full join exchange_buckets b
        on b.perk_id = c.perk_id and b.span_seconds = c.span and b.starts_at = c.starts
      where b.trades is distinct from c.trades or b.volume_cents is distinct from c.cents or b.low_cents is distinct from c.low
        or b.high_cents is distinct from c.high order by 1, 2 limit 1`,
    describe: row => `the statistics of ${row.perk_id} starting at ${row.starts} do not match its trades`,
  },
  {
    find: sql`
      with best as (
        select perk_id, min(case when type = 'sell' then rank_cents end) as ask, -min(case when type = 'buy' then rank_cents end) as bid
        from exchange_levels group by perk_id
      )
      select p.id, p.best_ask_cents as ask, p.best_bid_cents as bid, b.ask as lowest, b.bid as highest
      from perks p left join best b on b.perk_id = p.id
      where p.best_ask_cents is distinct from b.ask or p.best_bid_cents is distinct from b.bid order by p.id limit 1`,
    describe: row =>
      `perk ${row.id} stores best prices ${row.bid} and ${row.ask}, but its levels have ${row.highest} and ${row.lowest}`,
  },
  {
    find: sql`
      select p.id, p.last_price_cents as kept, t.price_cents as price from perks p
      left join exchange_trades t
        on t.sequence = (select max(sequence) from exchange_trades where perk_id = p.id)
      where p.last_price_cents is distinct from t.price_cents order by p.id limit 1`,
    describe: row => `perk ${row.id} stores last price ${row.kept}, but the last trade was at ${row.price}`,
  },
];

/** @returns a sentence per violated rule, naming the first row; empty if there are no problems */
export async function listProblems(db: Db): Promise<string[]> {
  const problems: string[] = [];
  for (const { find, describe } of [...ORDERS, ...WALLETS, ...MARKET]) {
    const [row] = await db.all<Row>(find);
    if (row) problems.push(describe(row));
  }
  return problems;
}
