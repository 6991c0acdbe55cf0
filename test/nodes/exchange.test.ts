import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { sql } from 'drizzle-orm';
import type { Json } from '../campaigns/fixture.ts';
import { type BusinessFixture, createBusiness, createCustomer } from '../support/accounts.ts';
import { createAdmin } from '../support/fixtures.ts';
import { callAtOnce, countOutcomes, createNodes, listProblems, type Nodes } from '../support/nodes.ts';
import { hasPostgres } from '../support/postgres.ts';
import type { TestApp } from '../support/test-app.ts';

const CASH = 1_000;
const SUPPLY = 200;

describe.skipIf(!hasPostgres())('the exchange on two nodes', () => {
  let cluster: Nodes;
  let issuer: BusinessFixture;
  const traders: string[] = [];
  beforeAll(async () => {
    cluster = await createNodes({}, {}, 'postgres');
    const [node] = cluster.nodes;
    const admin = await createAdmin(node);
    issuer = await createBusiness(node);
    for (const name of ['ada', 'bob', 'cay', 'dan']) {
      const { token, userId } = await createCustomer(node, name);
      await post(node, '/exchange/enroll', { role: 'trader' }, token);
      const deposit = { userId, amount: CASH, reference: `deposit-${name}` };
      expect((await post(node, '/exchange/deposits', deposit, admin)).status).toBe(201);
      traders.push(token);
    }
  });
  afterAll(() => cluster.close());

  const post = (node: TestApp, path: string, body: object, as: string) =>
    node.call('POST', path, body, { as });
  const traderOf = (n: number) => traders[n % traders.length] as string;
  const createPerk = async (listPrice: number | undefined) => {
    const perk = { name: 'Free coffee', faceValue: 5, supply: SUPPLY, listPrice };
    const body = { role: 'issuer', perk };
    return (await post(cluster.nodes[0], '/exchange/enroll', body, issuer.token)).data.perk.id as string;
  };
  const readWallet = async (as: string) =>
    (await cluster.nodes[1].call('GET', '/exchange/wallet', undefined, { as })).data;
  /** Returns the cash of all wallets, and the units of a perk in them. */
  const sumWallets = async (perkId: string) => {
    const wallets = await Promise.all([...traders, issuer.token].map(readWallet));
    const holdings = wallets.flatMap(({ perks }) => perks.filter((each: Json) => each.perkId === perkId));
    return {
      cash: wallets.reduce((sum, { cash, cashReserved }) => sum + cash + cashReserved, 0),
      units: holdings.reduce((sum, { available, reserved }) => sum + available + reserved, 0),
    };
  };

  test('orders of both nodes conserve cash and perks', async () => {
    const perkId = await createPerk(1);
    const responses = await callAtOnce(cluster, 100, (node, n) => {
      const isBuy = n % 3 > 0;
      const order = { type: isBuy ? 'buy' : 'sell', perkId, quantity: 1 + (n % 4), price: isBuy ? 2 : 1 };
      return post(node, '/exchange/orders', order, traderOf(n >> 1));
    });
    const { '201': accepted = 0, '422 INSUFFICIENT_BALANCE': rejected = 0 } = countOutcomes(responses);
    expect(accepted + rejected).toBe(100);
    expect(accepted).toBeGreaterThan(60);
    expect(await sumWallets(perkId)).toEqual({ cash: traders.length * CASH, units: SUPPLY });
  });

  test('an offer that all traders take is sold once', async () => {
    const perkId = await createPerk(undefined);
    const offer = { type: 'sell', perkId, quantity: 7, price: 1 };
    const { data } = await post(cluster.nodes[0], '/exchange/orders', offer, issuer.token);
    const responses = await callAtOnce(cluster, 40, (node, n) =>
      post(node, '/exchange/trades', { orderId: data.order.id, quantity: 1 }, traderOf(n)),
    );
    expect(countOutcomes(responses)).toEqual({ '201': 7, '409 ORDER_NOT_AVAILABLE': 33 });
    expect((await sumWallets(perkId)).units).toBe(SUPPLY);
  });

  test('perks that both nodes redeem are burned once', async () => {
    const perkId = await createPerk(undefined);
    const responses = await callAtOnce(cluster, 30, node =>
      post(node, '/exchange/redemptions', { perkId, quantity: 10 }, issuer.token),
    );
    const counts = countOutcomes(responses);
    expect(counts).toEqual({ '201': SUPPLY / 10, '422 INSUFFICIENT_BALANCE': 30 - SUPPLY / 10 });
    expect((await sumWallets(perkId)).units).toBe(0);
  });

  test('orders and trades are numbered without gaps', async () => {
    for (const table of ['exchange_orders', 'exchange_trades']) {
      const [row] = await cluster.nodes[0].app.services.database.reader.all(
        sql.raw(
          `select count(*) as "count", max(sequence) as "last", count(distinct sequence) as "numbers" from ${table}`,
        ),
      );
      const { count, last, numbers } = row as Record<string, number>;
      expect([last, numbers]).toEqual([count, count]);
    }
  });

  test('the ledger, the book and the events of the issuer are right', async () => {
    expect(await listProblems(cluster)).toEqual([]);
  });
});
