import type { App } from '../../src/app.ts';
import { CLI } from '../../src/context.ts';
import { depositCash } from '../../src/exchange/wallet/service/wallet.ts';
import { createFixture, post } from './fixture.ts';
import { compare, http, startServer, table, verdict } from './harness.ts';
import { sized } from './smoke.ts';

const CLIENTS = 64;
const GOAL = 0.2;
const TRADERS = 10;
const PERKS = 5;
/** The number of orders that one taker sweeps, and the longest acceptable wait of other requests meanwhile. */
const SWEPT = sized(5_000, 100);
const HEALTH_LIMIT_MS = 300;
const PROBE_EVERY_MS = 10;

export interface Cast {
  /** Traders by their tokens, and the owners of their wallets. */
  tokens: string[];
  owners: string[];
  perkIds: string[];
  sweptPerkId: string;
  buyer: string;
}

/** Durable orders beside a book in memory in the same run; and what others notice of a taker of 5,000 orders. */
export async function exchange(): Promise<void> {
  let cast: Cast | undefined;
  const fixture = await createFixture('exchange', async app => {
    cast = await fill(app);
  });
  if (!cast) throw new Error('The fixture was not filled');
  const ours = await startServer('ours.ts', { env: fixture.env });
  const peer = await startServer('raw-book.ts', {});
  const requests = ordersOf(cast);
  const outcomes = await compare(
    [
      { name: 'nodejs-order-book in memory', server: peer, requests, status: 201 },
      { name: 'ours: durable', server: ours, requests, status: 201 },
    ],
    { clients: CLIENTS, rounds: 3 },
  );
  table(`POST /exchange/orders, ${CLIENTS} clients, ${PERKS} perks, ${TRADERS} accounts`, outcomes, {
    'ours: durable': String(GOAL),
  });
  verdict('of the peer in memory', outcomes[1]?.ratio ?? 0, GOAL);
  await sweep(ours.port, cast);
  await ours.stop();
  await peer.stop();
  fixture.remove();
}

/** @param sweptCount the resting orders for one taker */
export async function fill(app: App, sweptCount = SWEPT): Promise<Cast> {
  const issuer = await register(app, 'issuer', { role: 'business', businessName: 'Issuer' });
  const perkIds: string[] = [];
  const listed = async (supply: number): Promise<string> => {
    const terms = { name: `Perk ${supply}`, faceValue: 5, supply };
    const { perk } = await post(app, '/exchange/enroll', { role: 'issuer', perk: terms }, issuer.accessToken);
    return perk.id;
  };
  const tokens: string[] = [];
  const owners: string[] = [];
  for (let n = 0; n < TRADERS; n++) {
    const { accessToken, user } = await register(app, `trader${n}`, {});
    tokens.push(accessToken);
    owners.push(user.id);
    await post(app, '/exchange/enroll', {}, accessToken);
    await depositCash(app.as(CLI), { userId: user.id, amount: 10_000_000, reference: user.id });
  }
  for (let n = 0; n < PERKS; n++) {
    const perkId = await listed(1_000_000);
    perkIds.push(perkId);
    const offer = { type: 'sell', perkId, quantity: 1_000_000, price: 0.01 };
    const { order } = await post(app, '/exchange/orders', offer, issuer.accessToken);
    for (const token of tokens)
      await post(app, '/exchange/trades', { orderId: order.id, quantity: 100_000 }, token);
  }
  const sweptPerkId = await listed(SWEPT);
  for (let n = 0; n < sweptCount; n += 100) {
    const one = { type: 'sell', perkId: sweptPerkId, quantity: 1, price: 1 };
    await Promise.all(
      Array.from({ length: 100 }, () => post(app, '/exchange/orders', one, issuer.accessToken)),
    );
  }
  return { tokens, owners, perkIds, sweptPerkId, buyer: tokens[0] as string };
}

/** Buys and sells around one price, so that about every second order trades. */
export function ordersOf({ tokens, owners, perkIds }: Cast): string[] {
  return Array.from({ length: 1_000 }, (_, n) => {
    const trader = (n * 7) % tokens.length;
    // The token identifies the caller to Perkmint; the raw program reads the other header instead.
    const who = { Authorization: `Bearer ${tokens[trader]}`, 'X-Owner': owners[trader] ?? '' };
    const perkId = perkIds[(n * 3) % perkIds.length];
    const type = n % 2 === 0 ? 'buy' : 'sell';
    const price = (100 + ((n * 13) % 5)) / 100;
    const body = JSON.stringify({ type, perkId, quantity: 1 + (n % 4), price });
    return http('POST', '/api/v1/exchange/orders', who, body);
  });
}

async function sweep(port: number, { sweptPerkId: perkId, perkIds, tokens, buyer }: Cast): Promise<void> {
  const base = `http://127.0.0.1:${port}/api/v1`;
  const order = (token: string, body: object) =>
    fetch(`${base}/exchange/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ type: 'buy', ...body }),
    });
  let isDone = false;
  const probe = async (ask: () => Promise<Response>): Promise<number> => {
    let worstMs = 0;
    while (!isDone) {
      const start = performance.now();
      await (await ask()).text();
      worstMs = Math.max(worstMs, performance.now() - start);
      await Bun.sleep(PROBE_EVERY_MS);
    }
    return worstMs;
  };
  const health = probe(() => fetch(`${base}/health`));
  const write = probe(() => order(tokens[1] as string, { perkId: perkIds[0], quantity: 1, price: 0.01 }));
  const start = performance.now();
  const response = await order(buyer, { perkId, quantity: SWEPT, price: 1 });
  const { data } = (await response.json()) as { data: { order: { filledQuantity: number } } };
  const tookMs = performance.now() - start;
  isDone = true;
  process.stdout.write(`  one taker of ${data.order.filledQuantity} orders took ${Math.round(tookMs)} ms\n`);
  process.stdout.write(`  ms at most for another order meanwhile: ${Math.round(await write)}\n`);
  const worstMs = await health;
  verdict('ms at most for health meanwhile', worstMs, HEALTH_LIMIT_MS, worstMs <= HEALTH_LIMIT_MS);
}

function register(app: App, name: string, more: object) {
  const person = {
    action: 'register',
    email: `${name}@exchange.example`,
    password: 'correct horse battery',
    name,
  };
  return post(app, '/auth', { ...person, ...more });
}
