/** Deliveries in flight on a node. One without a response holds a connection for ten seconds. */
export const MAX_IN_FLIGHT = 512;
/**
 * A business may use this share of the free slots: one alone gets 32, the sixtieth of those that come one after the other
 * still gets one. These are the dynamic thresholds of Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (1998).
 */
const SHARE_OF_FREE = 1 / 15;
const MAX_IN_FLIGHT_PER_ENDPOINT = 4;
/** Above this many deliveries of a business in flight, each of its endpoints is limited to one. */
const BUSY_THRESHOLD = 16;
/** The share of a business's slots that its slow endpoints may use, which keeps the others free for the quick ones. */
const SHARE_OF_SLOW = 1 / 2;

/** How the last attempt of an endpoint went. Slow and failing ones get one delivery at a time until one succeeds quickly. */
export type Pace = 'quick' | 'failing' | 'slow';

export interface Endpoint {
  id: string;
  businessId: string;
}

export interface EndpointQueue extends Endpoint {
  inFlight: Set<string>;
  /** Slots of deliveries that are being claimed. */
  reserved: number;
  pace: Pace;
}

/** A slot for the next delivery of an endpoint, of which at most `maxConcurrency` may be in flight on all nodes. */
export interface Slot {
  queue: EndpointQueue;
  maxConcurrency: number;
}

/**
 * Decides which endpoint gets the next slot: businesses take turns, and so do the endpoints of each. A business with many
 * endpoints that never respond delays only its own deliveries.
 */
export class Schedule {
  readonly #queues = new Map<string, EndpointQueue>();
  /** Slots in use by business. */
  readonly #used = new Map<string, number>();
  /** Endpoints that may have due deliveries, by business, both in the order of their turns. */
  readonly #ready = new Map<string, Set<string>>();

  #inFlight = 0;

  /** The number of slots in use. */
  get inFlight(): number {
    return this.#inFlight;
  }

  /** Notes that an endpoint may have due deliveries. It comes last among those of its business. */
  add({ id, businessId }: Endpoint): void {
    const endpoints = this.#ready.get(businessId) ?? new Set();
    endpoints.delete(id);
    endpoints.add(id);
    this.#ready.set(businessId, endpoints);
  }

  /** Notes that an endpoint has no due deliveries. */
  remove({ id, businessId }: Endpoint): void {
    const endpoints = this.#ready.get(businessId);
    endpoints?.delete(id);
    if (endpoints?.size === 0) this.#ready.delete(businessId);
  }

  /** Moves the business of an endpoint that got a slot to the end of the rotation. */
  pass({ businessId }: Endpoint): void {
    const endpoints = this.#ready.get(businessId);
    if (!endpoints) return;
    this.#ready.delete(businessId);
    this.#ready.set(businessId, endpoints);
  }

  /** Reserves free slots, at most one per endpoint: one for each business, then the next for each. */
  *takeTurn(): Generator<Slot> {
    let waiting = [...this.#ready].map(([businessId, endpoints]) =>
      this.#startable(businessId, [...endpoints]),
    );
    while (waiting.length > 0) {
      const further: typeof waiting = [];
      for (const endpoints of waiting) {
        const { value: slot } = endpoints.next();
        if (!slot) continue;
        this.#reserve(slot.queue);
        yield slot;
        further.push(endpoints);
      }
      waiting = further;
    }
  }

  *#startable(businessId: string, ids: string[]): Generator<Slot, undefined> {
    for (const id of ids) {
      if (this.#countOf({ businessId }) >= this.#limit()) return;
      const queue = this.#queues.get(id) ?? {
        id,
        businessId,
        inFlight: new Set(),
        reserved: 0,
        pace: 'quick',
      };
      const maxConcurrency = this.#maxConcurrency(queue);
      if (countSlots(queue) < maxConcurrency) yield { queue, maxConcurrency };
    }
  }

  #reserve(queue: EndpointQueue): void {
    this.#queues.set(queue.id, queue);
    queue.reserved += 1;
    this.#use(queue, 1);
  }

  release(queue: EndpointQueue): void {
    queue.reserved -= 1;
    this.#use(queue, -1);
  }

  start(queue: EndpointQueue, deliveryId: string): void {
    queue.inFlight.add(deliveryId);
    this.#use(queue, 1);
  }

  finish(queue: EndpointQueue, deliveryId: string): void {
    queue.inFlight.delete(deliveryId);
    this.#use(queue, -1);
  }

  /** Counts a slot. An endpoint without slots that is not limited is removed. */
  #use(queue: EndpointQueue, slots: 1 | -1): void {
    const used = this.#countOf(queue) + slots;
    if (used > 0) this.#used.set(queue.businessId, used);
    else this.#used.delete(queue.businessId);
    this.#inFlight += slots;
    if (countSlots(queue) === 0 && queue.pace === 'quick') this.#queues.delete(queue.id);
  }

  /** Returns how many slots a business may use now. */
  #limit(): number {
    return (MAX_IN_FLIGHT - this.inFlight) * SHARE_OF_FREE;
  }

  #maxConcurrency(queue: EndpointQueue): number {
    if (queue.pace === 'quick') return this.#countOf(queue) < BUSY_THRESHOLD ? MAX_IN_FLIGHT_PER_ENDPOINT : 1;
    if (queue.pace === 'failing') return 1;
    return this.#countSlow(queue) < this.#limit() * SHARE_OF_SLOW ? 1 : 0;
  }

  #countOf({ businessId }: Pick<Endpoint, 'businessId'>): number {
    return this.#used.get(businessId) ?? 0;
  }

  #countSlow({ businessId }: Endpoint): number {
    let slots = 0;
    for (const queue of this.#queues.values())
      if (queue.pace === 'slow' && queue.businessId === businessId) slots += countSlots(queue);
    return slots;
  }
}

function countSlots({ inFlight, reserved }: EndpointQueue): number {
  return inFlight.size + reserved;
}
