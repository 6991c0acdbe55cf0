import { signBody } from '../../../src/platform/security/signatures.ts';
import type { StoredRows } from '../stored-rows.ts';
import { problemsOf } from './workload.ts';

/** The events that endpoints of several businesses received, with their bodies. */
export class WebhookJournal {
  readonly #bodies = new Map<string, Set<string>>();
  readonly #secrets = new Map<string, string>();
  #attempts = 0;
  #forged = 0;
  /** The number of events of each business up to the one of its endpoint, which is not sent to it. */
  readonly #before = new Map<string, number>();

  /** Expects the events of a business after those that it has, signed with the secret, at the path of its ID. */
  async expect({ read }: Pick<StoredRows, 'read'>, businessId: string, secret: string): Promise<void> {
    this.#secrets.set(`/${businessId}`, secret);
    const [business] = await read('select event_sequence from businesses where id = ?', businessId);
    this.#before.set(businessId, business.event_sequence);
  }

  /** @returns a sentence for each rule that deliveries violate */
  async verify({ read, readNumber }: Pick<StoredRows, 'read' | 'readNumber'>): Promise<string[]> {
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

  /** Remembers a request. @returns whether the event is new, and the number of requests so far */
  receive(path: string, headers: Headers, body: string): { isNew: boolean; attempts: number } {
    const id = headers.get('x-webhook-id') ?? '';
    if (headers.get('x-webhook-signature') !== signBody(this.#secrets.get(path) ?? '', body))
      this.#forged += 1;
    this.#attempts += 1;
    const known = this.#bodies.get(id);
    if (known) known.add(body);
    else this.#bodies.set(id, new Set([body]));
    return { isNew: !known, attempts: this.#attempts };
  }
}
