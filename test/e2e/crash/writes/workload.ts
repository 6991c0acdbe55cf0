import { openInstallation } from '../installation.ts';
import { createTraffic, persist, type Traffic } from '../requests.ts';
import type { Workload } from '../workload.ts';
import { type Acknowledged, type Client, type Writer, writeNext } from './clients.ts';
import { hireClients } from './setup.ts';
import { compareWrites } from './verify.ts';

/** Clients work for businesses. Every acknowledged write must exist exactly once and completely. */
export const writes: Workload = {
  options: { kills: 20, writes: 20_000, clients: 64 },
  target: 'writes',
  isVerifiedOften: false,
  setup: async ({ kills, clients }) => {
    const installation = await openInstallation(kills);
    const { url } = installation.server;
    const traffic = createTraffic();
    const ledger = new Ledger(await hireClients(url, clients), () => url, traffic);
    return {
      installation,
      traffic,
      progress: () => ledger.acknowledged.length,
      act: client => ledger.write(client),
      verify: async stored => [
        ...(await ledger.repeatAll()),
        ...(await compareWrites(stored, ledger.acknowledged)),
      ],
      summary: () => ledger.summary(),
    };
  },
};

/** The writes that were acknowledged, and the clients that make them. */
export class Ledger {
  readonly acknowledged: Acknowledged[] = [];
  readonly #writers: Writer[];
  readonly #nextUrl: () => string;
  readonly #traffic: Traffic;
  /** How many writes got an identical response when all were sent again. */
  repeated = 0;

  /** @param nextUrl returns the server of the next attempt */
  constructor(clients: Client[], nextUrl: () => string, traffic: Traffic) {
    this.#writers = clients.map(client => ({
      client,
      turn: 0,
      unused: { submissions: [], codes: [], members: [] },
    }));
    this.#nextUrl = nextUrl;
    this.#traffic = traffic;
  }

  async write(client: number): Promise<void> {
    const writer = this.#writers[client] as Writer;
    await writeNext(writer, this.#nextUrl, this.acknowledged, this.#traffic);
  }

  /** Sends every write again with its key, by as many clients. @returns those with a different response */
  async repeatAll(): Promise<string[]> {
    const others: string[] = [];
    const traffic = createTraffic();
    let next = 0;
    const repeat = async () => {
      for (let write = this.acknowledged[next++]; write; write = this.acknowledged[next++]) {
        const again = await persist(this.#nextUrl, write, traffic);
        if (again?.text !== write.response)
          others.push(`${write.kind} ${write.key}: a retry got a different response`);
      }
    };
    await Promise.all(this.#writers.map(repeat));
    this.repeated = traffic.replayed;
    return [...traffic.unexpected, ...others];
  }

  /** Formats the counts. */
  summary(): string {
    const kinds = Object.entries(Object.groupBy(this.acknowledged, write => write.kind));
    const { length } = this.acknowledged;
    return `${length} writes acknowledged (${kinds.map(([kind, of]) => `${of?.length} ${kind}`).join(', ')})
${this.repeated} of ${length} got an identical response when all were sent again`;
  }
}
