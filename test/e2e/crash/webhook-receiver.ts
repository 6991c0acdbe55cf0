import { signBody } from '../../../src/platform/security/signatures.ts';
import { post } from '../calls.ts';
import { openRows, type Storage, type StoredRows } from '../stored-rows.ts';
import { problemsOf } from './workload.ts';

/** One of this many first attempts fails, so that retries are also interrupted. */
const FIRST_ATTEMPT_FAILS_OF = 20;
const DRAIN_LIMIT_MS = 900_000;
const POLL_MS = 500;

/** The endpoint of several businesses. It remembers the bodies of each event. */
export class WebhookReceiver {
  readonly #bodies = new Map<string, Set<string>>();
  readonly #secrets = new Map<string, string>();
  #attempts = 0;
  #forged = 0;
  /** The number of events of each business up to the one of its endpoint, which is not sent to it. */
  readonly #before = new Map<string, number>();
  readonly #server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => this.#receive(request) });

  /** Creates the endpoint of a business for all of its events. */
  async register(
    url: string,
    storage: Storage,
    { ownerToken, businessId }: { ownerToken: string; businessId: string },
  ): Promise<void> {
    const endpoint = `http://127.0.0.1:${this.#server.port}/${businessId}`;
    const { secret } = await post(url, '/webhooks', { url: endpoint }, ownerToken);
    this.#secrets.set(`/${businessId}`, secret);
    const { read, close } = openRows(storage);
    const [business] = await read('select event_sequence from businesses where id = ?', businessId);
    await close();
    this.#before.set(businessId, business.event_sequence);
  }

  /** Waits until everything is delivered, up to a limit. @returns a problem if deliveries are pending */
  async drain({ readNumber }: StoredRows): Promise<string[]> {
    const countPending = () => readNumber(`select count(*) from deliveries where status = 'pending'`);
    for (const since = Date.now(); Date.now() - since < DRAIN_LIMIT_MS; await Bun.sleep(POLL_MS))
      if ((await countPending()) === 0) return [];
    return [`${await countPending()} deliveries are still pending`];
  }

  /** @returns a sentence for each rule that deliveries violate */
  async verify({ read, readNumber }: StoredRows): Promise<string[]> {
    const pending = new Set(
      (await read(`select event_id from deliveries where status = 'pending'`)).map(row => row.event_id),
    );
    const events = await read('select id, business_id, sequence from events');
    const expected = events.filter(
      event => event.sequence > (this.#before.get(event.business_id) ?? Infinity),
    );
    const known = new Set(expected.map(({ id }) => id));
    const counts: Record<string, number> = {
      'events were neither received nor are they pending': expected.filter(
        ({ id }) => !this.#bodies.has(id) && !pending.has(id),
      ).length,
      'received events are not stored': [...this.#bodies.keys()].filter(id => !known.has(id)).length,
      'events were received with unequal bodies': [...this.#bodies.values()].filter(each => each.size > 1)
        .length,
      'bodies have a wrong signature': this.#forged,
      'events have several deliveries to one endpoint': await readNumber(
        `select count(*) from (select 1 from deliveries group by webhook_id, event_id having count(*) > 1) several`,
      ),
      'deliveries failed': await readNumber(`select count(*) from deliveries where status = 'failed'`),
    };
    const deliveries = await readNumber('select count(*) from deliveries');
    counts['events have no delivery'] = expected.length - deliveries;
    return problemsOf(counts);
  }

  /** Formats the counts. */
  summary(): string {
    const { size } = this.#bodies;
    return `${size} events received in ${this.#attempts} attempts, ${this.#attempts - size} of them repeats`;
  }

  async close(): Promise<void> {
    await this.#server.stop(true);
  }

  async #receive(request: Request): Promise<Response> {
    const body = await request.text();
    const id = request.headers.get('x-webhook-id') ?? '';
    const secret = this.#secrets.get(new URL(request.url).pathname) ?? '';
    if (request.headers.get('x-webhook-signature') !== signBody(secret, body)) this.#forged += 1;
    this.#attempts += 1;
    const known = this.#bodies.get(id);
    if (known) known.add(body);
    else this.#bodies.set(id, new Set([body]));
    const isFlaky = !known && this.#attempts % FIRST_ATTEMPT_FAILS_OF === 0;
    return new Response(isFlaky ? 'later' : 'ok', { status: isFlaky ? 503 : 200 });
  }
}
