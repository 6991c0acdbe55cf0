import type { Effect, FuzzServer, WireAnswer, WireRequest } from './process.ts';

/** No request may keep the event loop from turning for longer. */
export const STALL_MS = 50;
/** A stall is one that comes back each time; garbage collections and busy neighbors do not. */
const REPEATS = 5;

interface Verdict {
  /** The shortest of all standstills, when each was too long. */
  stallMs: number | undefined;
  /** How often the installation has seen the request by now. */
  sent: number;
}

/** Tells requests that block the event loop from moments in which the machine did. */
export class Stalls {
  /** Requests that were repeated because they were slow once. */
  suspicions = 0;
  /** The longest standstill that repeating did not excuse, or that needed no excuse. */
  longestMs = 0;

  constructor(private readonly server: FuzzServer) {}

  /**
   * Repeats a slow request until it is fast once. One that changed something is repeated as it is first, which
   * counts where the answer has the same status, and then on the state that it met the first time.
   * @param before what was sent to the fresh installation before it
   */
  async confirm(
    before: readonly WireRequest[],
    request: WireRequest,
    { status }: Pick<WireAnswer, 'status'>,
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
