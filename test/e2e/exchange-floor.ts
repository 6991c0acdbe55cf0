// biome-ignore lint/suspicious/noExplicitAny: each caller reads any field of the data
export type Data = any;

const PERSON = { password: 'correct horse battery' };
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

export async function call(
  { url }: Market,
  method: string,
  path: string,
  body?: object,
  token?: string,
): Promise<Data> {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const response = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  const json = (await response.json()) as { data: unknown };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json.data;
}

/** Creates traders with cash and perks of each kind; one is an issuer. */
export async function furnish(market: Market, traders = TRADERS): Promise<Floor> {
  const issuer = await register(market, 'issuer', { role: 'business', businessName: 'Issuer' });
  const accounts = [issuer];
  for (let n = 1; n < traders; n++) accounts.push(await register(market, `trader-${n}`, {}));
  for (const { ownerId, token } of accounts) {
    await call(market, 'POST', '/exchange/enroll', {}, token);
    const whose = ownerId === issuer.ownerId ? '--business' : '--user';
    const deposit = ['--amount', String(DOLLARS), '--reference', ownerId];
    const { isClean, out } = await market.cli('wallet', 'credit', whose, ownerId, ...deposit);
    if (!isClean) throw new Error(out);
  }
  const perkIds: string[] = [];
  for (let n = 0; n < PERKS; n++) perkIds.push(await listPerk(market, n, issuer, accounts.slice(1)));
  return { accounts, perkIds };
}

async function register(market: Market, name: string, more: object): Promise<Account> {
  const person = { ...PERSON, action: 'register', email: `${name}@exchange.example`, name, ...more };
  const { accessToken, user } = await call(market, 'POST', '/auth', person);
  return { ownerId: user.businessId ?? user.id, token: accessToken };
}

async function listPerk(market: Market, n: number, issuer: Account, others: Account[]): Promise<string> {
  const perk = { name: `Perk ${n}`, faceValue: 5, supply: UNITS * TRADERS, listPrice: 0.01 };
  const listing = { role: 'issuer', perk };
  const { id: perkId } = (await call(market, 'POST', '/exchange/enroll', listing, issuer.token)).perk;
  const order = { type: 'buy', perkId, quantity: UNITS, price: 0.01 };
  for (const { token } of others) await call(market, 'POST', '/exchange/orders', order, token);
  const path = `/exchange/orders?perkId=${perkId}`;
  const { items } = await call(market, 'GET', path, undefined, issuer.token);
  await call(market, 'DELETE', `/exchange/orders/${items[0].id}`, undefined, issuer.token);
  return perkId;
}
