import type { Effect, FuzzServer, WireRequest, WireResponse } from './process.ts';

/** The maximum time that a request may block the event loop. */
export const STALL_MS = 50;
/** A stall must recur this often; garbage collection and a busy machine don't. */
const REPEATS = 5;

interface Verdict {
  /** The shortest of the measurements, if all were too long. */
  stallMs: number | undefined;
  /** The number of times the request was sent. */
  sent: number;
}

/** Distinguishes requests that block the event loop from delays of the machine. */
export class Stalls {
  /** Number of requests that were repeated because they were slow. */
  suspicions = 0;
  /** The longest confirmed blocking time. */
  longestMs = 0;

  constructor(private readonly server: FuzzServer) {}

  /**
   * Repeats a slow request until it is fast once. A request that changed something is repeated directly, which counts if
   * the response has the same status, and then on the state before it.
   * @param before the requests that were sent to the fresh installation before it
   */
  async confirm(
    before: readonly WireRequest[],
    request: WireRequest,
    { status }: Pick<WireResponse, 'status'>,
    { blockedMs, changed }: Pick<Effect, 'blockedMs' | 'changed'>,
  ): Promise<Verdict> {
    const hasChanged = changed.size > 0;
    let shortest = blockedMs;
    let sent = 1;
    if (shortest > STALL_MS) {
      this.suspicions++;
      const again = await this.#repeat(request);
      sent++;
      if (!hasChanged || again.status === status) shortest = Math.min(shortest, again.blockedMs);
    }
    for (let n = 1; n < REPEATS && shortest > STALL_MS; n++) {
      if (hasChanged) {
        await this.#replay(before);
        sent = 0;
      }
      shortest = Math.min(shortest, (await this.#repeat(request)).blockedMs);
      sent++;
    }
    if (blockedMs > STALL_MS) this.server.settle();
    this.longestMs = Math.max(this.longestMs, shortest);
    return { stallMs: shortest > STALL_MS ? shortest : undefined, sent };
  }

  async #repeat(request: WireRequest): Promise<{ status: number; blockedMs: number }> {
    const { status } = await this.server.send(request);
    return { status, blockedMs: (await this.server.effect(false)).blockedMs };
  }

  async #replay(requests: readonly WireRequest[]): Promise<void> {
    await this.server.reset();
    for (const request of requests) await this.server.send(request);
    await this.server.effect(false);
  }
}
