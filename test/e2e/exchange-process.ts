import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

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

/** The real server as a process that can be killed and restarted on its folder. */
export class Exchange {
  readonly dataDir = mkdtempSync(join(tmpdir(), 'perkmint-exchange-'));
  readonly #env = {
    ...process.env,
    DATA_DIR: this.dataDir,
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ACCESS_TOKEN_TTL: '86400',
  };
  #child: Bun.Subprocess | undefined;
  #port = 0;

  get url(): string {
    return `http://127.0.0.1:${this.#port}/api/v1`;
  }

  get file(): string {
    return join(this.dataDir, 'perkmint.sqlite');
  }

  async start(): Promise<void> {
    const ready = Promise.withResolvers<number>();
    this.#child = Bun.spawn([process.execPath, join(import.meta.dir, 'crash-server.ts')], {
      env: { ...this.#env, PORT: String(this.#port) },
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      ipc: message => ready.resolve((message as { port: number }).port),
      onExit: (_child, code) => ready.reject(new Error(`The server left with ${code}`)),
    });
    ready.promise.catch(() => {});
    this.#port = await ready.promise;
  }

  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    await this.#child?.exited;
  }

  /** Runs `perkmint` on the folder. @returns its output, and whether it succeeded */
  async cli(...args: string[]): Promise<{ isClean: boolean; out: string }> {
    const command = [process.execPath, join(import.meta.dir, '../../cli/main.ts'), ...args];
    const child = Bun.spawn(command, { env: this.#env, stdout: 'pipe', stderr: 'pipe' });
    const [out, errors] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { isClean: (await child.exited) === 0, out: `${out}${errors}` };
  }

  async call(method: string, path: string, body?: object, token?: string): Promise<Data> {
    const headers = {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    const json = (await response.json()) as { data: unknown };
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
    return json.data;
  }

  /** Creates ten traders with cash and perks of each kind; one is an issuer. */
  async furnish(): Promise<Floor> {
    const issuer = await this.#register('issuer', { role: 'business', businessName: 'Issuer' });
    const accounts = [issuer];
    for (let n = 1; n < TRADERS; n++) accounts.push(await this.#register(`trader-${n}`, {}));
    for (const { ownerId, token } of accounts) {
      await this.call('POST', '/exchange/enroll', {}, token);
      const whose = ownerId === issuer.ownerId ? '--business' : '--user';
      const deposit = ['--amount', String(DOLLARS), '--reference', ownerId];
      const { isClean, out } = await this.cli('wallet', 'credit', whose, ownerId, ...deposit);
      if (!isClean) throw new Error(out);
    }
    const perkIds: string[] = [];
    for (let n = 0; n < PERKS; n++) perkIds.push(await this.#listPerk(n, issuer, accounts.slice(1)));
    return { accounts, perkIds };
  }

  remove(): void {
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async #register(name: string, more: object): Promise<Account> {
    const person = { ...PERSON, action: 'register', email: `${name}@exchange.example`, name, ...more };
    const { accessToken, user } = await this.call('POST', '/auth', person);
    return { ownerId: user.businessId ?? user.id, token: accessToken };
  }

  async #listPerk(n: number, issuer: Account, others: Account[]): Promise<string> {
    const perk = { name: `Perk ${n}`, faceValue: 5, supply: UNITS * TRADERS, listPrice: 0.01 };
    const listing = { role: 'issuer', perk };
    const { id: perkId } = (await this.call('POST', '/exchange/enroll', listing, issuer.token)).perk;
    const order = { type: 'buy', perkId, quantity: UNITS, price: 0.01 };
    for (const { token } of others) await this.call('POST', '/exchange/orders', order, token);
    const { items } = await this.call('GET', `/exchange/orders?perkId=${perkId}`, undefined, issuer.token);
    await this.call('DELETE', `/exchange/orders/${items[0].id}`, undefined, issuer.token);
    return perkId;
  }
}
