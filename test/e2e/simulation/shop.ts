import type { Answer, ApiRequest, Client, Data } from './client.ts';
import type { Installation } from './installation.ts';
import type { Receivers } from './receivers.ts';
import type { Trace } from './trace.ts';

/** The surroundings that the shops of a run share. */
export interface Town {
  installation: Installation;
  client: Client;
  receivers: Receivers;
  trace: Trace;
}

/** A business, and a model of what it must have. It carries out one command at a time, beside the others. */
export interface Shop {
  /**
   * Whether the next command signs a customer in, for which threads compare passwords and tokens: beside other requests,
   * they would end in another order in each run.
   */
  readonly actsAlone?: boolean;
  /** Has the server and the model carry out the next command. */
  act(): Promise<void>;
  /** Compares what the last command changed. */
  check(): Promise<void>;
  /** Tells the model that the clock of the server is now later or earlier by hours, and compares what that changed. */
  moveClock(hours: number): Promise<void>;
  /** Compares everything. */
  checkAll(): Promise<void>;
}

/** A registered business, by its API key. */
export interface Owner {
  name: string;
  businessId: string;
  send(request: ApiRequest): Promise<Answer>;
  /** Requires success. */
  get(path: string): Promise<Data>;
  create(path: string, body: object): Promise<Data>;
  read(sql: string): Promise<Data[]>;
  /** Notes a problem if the two are not the same. */
  compare(what: string, expected: unknown, actual: unknown): void;
}

/** Registers a business with a webhook for all of its events. */
export async function openShop(
  { client, installation, receivers, trace }: Town,
  name: string,
): Promise<Owner> {
  const person = { email: `owner@${name}.example`, password: 'correct horse battery', name: 'Owner' };
  const registration = { action: 'register', ...person, role: 'business', businessName: name };
  const { accessToken, user } = await client.require({ method: 'POST', path: '/auth', body: registration });
  const bearer = { authorization: `Bearer ${accessToken}` };
  const ask = { method: 'POST', path: '/api-keys', body: { name: 'Till' }, caller: bearer } as const;
  const caller = { 'x-api-key': (await client.require(ask)).key };
  const send = (request: ApiRequest) => client.send({ ...request, caller });
  const create = (path: string, body: object) => client.require({ method: 'POST', path, body, caller });
  const { businessId } = user;
  const { secret } = await create('/webhooks', { url: `https://${name}.example/${businessId}` });
  await installation.read(rows => receivers.webhooks.expect(rows, businessId, secret));
  return {
    name,
    businessId,
    send,
    create,
    get: path => client.require({ method: 'GET', path, caller }),
    read: sql => installation.read(rows => rows.read(sql, businessId)),
    compare: (what, expected, actual) => {
      const [a, b] = [JSON.stringify(expected), JSON.stringify(actual)];
      if (a !== b) trace.problem(`${name}, ${what}: expected ${a}, got ${b}`);
    },
  };
}
