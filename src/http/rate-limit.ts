import { Elysia } from 'elysia';
import { type Context, rateLimit } from 'elysia-rate-limit';
import { AppError } from '../errors.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { RouteEntry, Tier } from './routes.ts';

/** Requests a minute, per client and endpoint. The session of a page has more; see SESSION_FACTOR. */
export const TIER_LIMITS: Record<Tier, number> = {
  strict: 5,
  standard: 30,
  relaxed: 60,
  public: 120,
  agent: 120,
  /** For the sign-in of pages, by address; each account has the strict limit besides. */
  signIn: 60,
};
/** Tiers of pages at work. Sign-in counts by address, or a session would buy more attempts at passwords. */
const SESSION_TIERS = new Set<Tier>(['standard', 'relaxed', 'public']);
/** A session of a page may send so many times its tier: a person works with several requests at once. */
const SESSION_FACTOR = 10;
/** All sessions behind one address together: a shop full of people, but no pile of sessions that one client opened. */
const ADDRESS_FACTOR = 100;
const WINDOW_MS = MINUTE_MS;
/** Bounds the memory of the windows to about 20 MiB; past it the oldest window is forgotten. */
const MAX_WINDOWS = 100_000;
/** Whatever matches no route counts here, so that probing for paths is limited too. */
const UNMATCHED = 'unmatched';

interface Window {
  count: number;
  nextReset: Date;
  start: number;
}

/** One request that is being counted, and where it found its window. */
interface Ticket {
  number: string;
  key: string;
  limit: number;
  /** Set when it is counted. */
  window?: Window;
}

/** Where a client stands in its window, for the three headers. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Epoch seconds at which the window ends. */
  resetAt: number;
  retryAfterSeconds: number;
  isExceeded: boolean;
}

export interface RateLimiter {
  /**
   * Counts one request of a client on a route; the verdict is elysia-rate-limit's.
   * @param sessionId of the page that sent it, verified: it counts for the session in place of the address
   */
  count(clientIp: string, route: RouteEntry | undefined, sessionId?: string): Promise<Quota>;
  /** Counts one attempt under a key of its own, whichever route it came by, within the limit of a tier. */
  countAttempt(key: string, tier: Tier): Promise<Quota>;
  readonly enabled: boolean;
}

export interface RateLimitOptions {
  enabled: boolean;
  /** Multiplies every limit. */
  scale: number;
  clock: Clock;
  maxWindows?: number;
}

/**
 * Fixed windows of 60 s behind the Context contract of elysia-rate-limit. The plugin's own place would be after
 * parsing and validation, and it would miss 404s; so its hook is asked here, before anything else.
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const windows = new BoundedWindows(options.clock, options.maxWindows ?? MAX_WINDOWS);
  const tickets = new Map<string, Ticket>();
  let drawn = 0;
  const refusalOf = hookOf(
    rateLimit({
      duration: WINDOW_MS,
      max: number => tickets.get(number)?.limit ?? 0,
      generator: request => (request as unknown as Ticket).number,
      context: new Counter(windows, tickets),
      headers: false,
      countFailedRequest: true,
      errorResponse: new Response(null, { status: 429 }),
      scoping: 'global',
    }),
  );

  const limitOf = (tier: Tier, factor = 1) =>
    Math.max(1, Math.floor(TIER_LIMITS[tier] * options.scale * factor));
  const untouched = (limit: number, now: number) => toQuota(newWindow(now, 0), limit, false, now);

  async function countWithin(limit: number, key: string): Promise<Quota> {
    if (!options.enabled) return untouched(limit, options.clock.now());
    const ticket: Ticket = { number: String(++drawn), key, limit };
    tickets.set(ticket.number, ticket);
    const refusal = await refusalOf(ticket);
    tickets.delete(ticket.number);
    return toQuota(ticket.window as Window, limit, refusal !== undefined, options.clock.now());
  }

  return {
    enabled: options.enabled,
    async count(clientIp, route, sessionId) {
      const tier = route?.tier ?? 'relaxed';
      const endpoint = route ? `${route.method} ${route.pathPattern}` : UNMATCHED;
      if (sessionId === undefined || !SESSION_TIERS.has(tier))
        return countWithin(limitOf(tier), `${clientIp} ${endpoint}`);
      const own = await countWithin(limitOf(tier, SESSION_FACTOR), `${sessionId} ${endpoint}`);
      if (own.isExceeded) return own;
      const shared = await countWithin(limitOf(tier, ADDRESS_FACTOR), `${clientIp} pages ${endpoint}`);
      return shared.isExceeded ? shared : own;
    },
    countAttempt: (key, tier) => countWithin(limitOf(tier), key),
  };
}

/**
 * What the plugin asks of each request, without the request: a whole Elysia around the one hook would cost four
 * times what the hook does (bun run bench layers).
 * @returns the plugin's refusal of a ticket, undefined for one that may pass.
 */
function hookOf(plugin: ReturnType<typeof rateLimit>): (ticket: Ticket) => Promise<unknown> {
  const { beforeHandle } = new Elysia().use(plugin).event;
  const hook = beforeHandle?.[0]?.fn as ((context: object) => Promise<unknown>) | undefined;
  if (!hook || beforeHandle?.length !== 1) throw new Error('elysia-rate-limit registered an unexpected hook');
  return ticket => hook({ request: ticket, set: {} });
}

function toQuota(window: Window, limit: number, isExceeded: boolean, now: number): Quota {
  const resetMs = window.nextReset.getTime();
  return {
    limit,
    remaining: Math.max(0, limit - window.count),
    resetAt: Math.ceil(resetMs / SECOND_MS),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - now) / SECOND_MS)),
    isExceeded,
  };
}

export function rateLimited(quota: Quota): AppError {
  const { limit, retryAfterSeconds } = quota;
  return new AppError(
    'RATE_LIMITED',
    `Rate limit of ${limit} requests per minute exceeded; retry in ${retryAfterSeconds} seconds`,
    {
      retryAfterSeconds,
    },
  );
}

function newWindow(now: number, count: number): Window {
  return { count, nextReset: new Date(now + WINDOW_MS), start: now };
}

/**
 * What the plugin counts by is one ticket a request, never the window itself: it reads the count some steps after
 * it raised it, and by then requests side by side have raised it further.
 */
class Counter implements Context {
  readonly #windows: BoundedWindows;
  readonly #tickets: Map<string, Ticket>;

  constructor(windows: BoundedWindows, tickets: Map<string, Ticket>) {
    this.#windows = windows;
    this.#tickets = tickets;
  }

  increment(number: string): Window {
    const ticket = this.#tickets.get(number) as Ticket;
    ticket.window = { ...this.#windows.increment(ticket.key) };
    return ticket.window;
  }

  init(): void {}
  decrement(): void {}
  reset(): void {}
  kill(): void {}
}

/** The windows of all clients, oldest first, so that the bound drops the oldest. */
export class BoundedWindows {
  readonly #windows = new Map<string, Window>();
  #ages = this.#windows.keys();
  readonly #clock: Clock;
  readonly #max: number;

  constructor(clock: Clock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  increment(key: string): Window {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    // A clock that was set back must not make a minute of an hour: a window from the future is over.
    if (known && known.start <= now && known.nextReset.getTime() > now) {
      known.count++;
      return known;
    }
    // A fresh window goes to the end of the map: insertion order is age.
    if (known) this.#windows.delete(key);
    else if (this.#windows.size >= this.#max) this.#forgetOldest();
    const window = newWindow(now, 1);
    this.#windows.set(key, window);
    return window;
  }

  /** One iterator goes on from eviction to eviction: a new one would walk over all that was deleted before. */
  #forgetOldest(): void {
    let next = this.#ages.next();
    if (next.done) {
      this.#ages = this.#windows.keys();
      next = this.#ages.next();
    }
    this.#windows.delete(next.value as string);
  }

  peek(key: string): Window {
    return this.#windows.get(key) ?? newWindow(this.#clock.now(), 0);
  }

  get size(): number {
    return this.#windows.size;
  }
}
