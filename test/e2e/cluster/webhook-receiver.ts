import { signBody } from '../../../src/platform/security/signatures.ts';
import type { Tenant } from '../crash-clients.ts';
import { post } from '../crash-setup.ts';
import type { StoredRows } from '../stored-rows.ts';

/** One of this many first attempts fails, so that retries are also interrupted. */
const FIRST_ATTEMPT_FAILS_OF = 50;
const DRAIN_LIMIT_MS = 900_000;
const POLL_MS = 500;

/** The endpoint of several businesses. It remembers the bodies of each event. */
export class WebhookReceiver {
  attempts = 0;
  readonly #bodies = new Map<string, Set<string>>();
  readonly #secrets = new Map<string, string>();
  #forged = 0;
  /** The number of events of each business before it had an endpoint. */
  readonly #before = new Map<string, number>();
  readonly #server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => this.#receive(request) });

  /** Creates the endpoint of a business for all of its events. */
  async register(url: string, { ownerToken, businessId }: Tenant, { read }: StoredRows): Promise<void> {
    const [business] = await read('select event_sequence from businesses where id = ?', businessId);
    this.#before.set(businessId, business.event_sequence);
    const endpoint = `http://127.0.0.1:${this.#server.port}/${businessId}`;
    const { secret } = await post(url, '/webhooks', { url: endpoint }, ownerToken);
    this.#secrets.set(`/${businessId}`, secret);
  }

  /** Waits until nothing is left to deliver: 30 s after a crash. */
  async drain({ readNumber }: StoredRows): Promise<void> {
    const countPending = () => readNumber(`select count(*) from deliveries where status = 'pending'`);
    for (const since = Date.now(); (await countPending()) > 0; await Bun.sleep(POLL_MS))
      if (Date.now() - since > DRAIN_LIMIT_MS) return;
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
    return Object.entries(counts).flatMap(([rule, count]) => (count === 0 ? [] : [`${count} ${rule}`]));
  }

  /** The number of events that were received. */
  get received(): number {
    return this.#bodies.size;
  }

  async close(): Promise<void> {
    await this.#server.stop(true);
  }

  async #receive(request: Request): Promise<Response> {
    const body = await request.text();
    const id = request.headers.get('x-webhook-id') ?? '';
    const secret = this.#secrets.get(new URL(request.url).pathname) ?? '';
    if (request.headers.get('x-webhook-signature') !== signBody(secret, body)) this.#forged += 1;
    this.attempts += 1;
    const known = this.#bodies.get(id);
    if (known) known.add(body);
    else this.#bodies.set(id, new Set([body]));
    const isFlaky = !known && this.attempts % FIRST_ATTEMPT_FAILS_OF === 0;
    return new Response(isFlaky ? 'later' : 'ok', { status: isFlaky ? 503 : 200 });
  }
}
