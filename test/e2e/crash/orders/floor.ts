import { call, post, register } from '../../calls.ts';

const TRADERS = 10;
const PERKS = 5;
const UNITS = 20_000;
const DOLLARS = 1_000_000;

/** A trader with its initial balances. */
export interface Account {
  ownerId: string;
  token: string;
}

export interface Floor {
  accounts: Account[];
  perkIds: string[];
}

/** Servers with an exchange, and the commands of their installation. */
export interface Market {
  url: string;
  /** Runs `perkmint`. @returns its output, and whether it succeeded */
  cli(...args: string[]): Promise<{ isClean: boolean; out: string }>;
}

/** Creates traders with cash and perks of each kind; one is an issuer. */
export async function furnish(market: Market, traders = TRADERS): Promise<Floor> {
  const issuer = await join(market, 'issuer', { role: 'business', businessName: 'Issuer' });
  const accounts = [issuer];
  for (let n = 1; n < traders; n++) accounts.push(await join(market, `trader-${n}`));
  for (const { ownerId, token } of accounts) {
    await post(market.url, '/exchange/enroll', {}, token);
    const whose = ownerId === issuer.ownerId ? '--business' : '--user';
    const deposit = ['--amount', String(DOLLARS), '--reference', ownerId];
    const { isClean, out } = await market.cli('wallet', 'credit', whose, ownerId, ...deposit);
    if (!isClean) throw new Error(out);
  }
  const perkIds: string[] = [];
  for (let n = 0; n < PERKS; n++) perkIds.push(await listPerk(market, n, issuer, accounts.slice(1)));
  return { accounts, perkIds };
}

async function join({ url }: Market, name: string, more: object = {}): Promise<Account> {
  const { accessToken, user } = await register(url, `${name}@exchange.example`, more);
  return { ownerId: user.businessId ?? user.id, token: accessToken };
}

async function listPerk(market: Market, n: number, issuer: Account, others: Account[]): Promise<string> {
  const perk = { name: `Perk ${n}`, faceValue: 5, supply: UNITS * TRADERS, listPrice: 0.01 };
  const listing = { role: 'issuer', perk };
  const { id: perkId } = (await post(market.url, '/exchange/enroll', listing, issuer.token)).perk;
  const order = { type: 'buy', perkId, quantity: UNITS, price: 0.01 };
  for (const { token } of others) await post(market.url, '/exchange/orders', order, token);
  const path = `/exchange/orders?perkId=${perkId}`;
  const { items } = await call(market.url, 'GET', path, undefined, issuer.token);
  await call(market.url, 'DELETE', `/exchange/orders/${items[0].id}`, undefined, issuer.token);
  return perkId;
}
