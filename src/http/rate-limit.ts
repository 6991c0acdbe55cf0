import { Elysia } from 'elysia';
import { type Context, rateLimit } from 'elysia-rate-limit';
import { AppError } from '../errors.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import type { RouteEntry, Tier } from './routes.ts';

/** Requests per minute, client and endpoint. Page sessions have higher limits; see SESSION_FACTOR. */
export const TIER_LIMITS: Record<Tier, number> = {
  /** Below FREE_FAILURES of the login throttle. */
  strict: 5,
  standard: 30,
  relaxed: 60,
  public: 120,
  agent: 120,
  /** For load balancers, of which several may check once per second from one address. */
  probe: 600,
  /** For signing in on the pages, per address; each account also has the strict limit. */
  signIn: 60,
};
/** Tiers that count per session. Sign-in counts per address, so that a session does not allow more password guesses. */
const SESSION_TIERS = new Set<Tier>(['standard', 'relaxed', 'public']);
/** Multiplies the tier's limit for a page session, because a page sends several requests at once. */
const SESSION_FACTOR = 10;
/** Limits all sessions behind one address: enough for a shop's staff, but not for one client with many sessions. */
const ADDRESS_FACTOR = 100;
const WINDOW_MS = MINUTE_MS;
/** Limits the windows to about 20 MiB of memory; beyond it the oldest window is evicted. */
const MAX_WINDOWS = 100_000;
/** Requests without a matching route share this endpoint, so that probing for paths is limited too. */
const UNMATCHED = 'unmatched';

interface Window {
  count: number;
  nextReset: Date;
  start: number;
}

/** One request being counted, and the window it counted in. */
interface Ticket {
  number: string;
  key: string;
  limit: number;
  /** Set once the request is counted. */
  window?: Window;
}

/** A client's usage of its window, for the rate limit headers. */
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
   * Counts one request of a client on a route; elysia-rate-limit decides whether it is over the limit.
   * @param sessionId the verified page session, which replaces the address as the client
   */
  count(clientIp: string, route: RouteEntry | undefined, sessionId?: string): Promise<Quota>;
  /** Counts one attempt under a separate key, independent of the route, with the limit of a tier. */
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
 * Creates a limiter with fixed windows of 60 s through elysia-rate-limit's Context interface. As a plugin it would run
 * after parsing and validation and miss 404s, so its hook is called directly, before anything else.
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const windows = new BoundedWindows(options.clock, options.maxWindows ?? MAX_WINDOWS);
  const tickets = new Map<string, Ticket>();
  let ticketCount = 0;
  const checkLimit = extractHook(
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

  const getLimit = (tier: Tier, factor = 1) =>
    Math.max(1, Math.floor(TIER_LIMITS[tier] * options.scale * factor));
  const fullQuota = (limit: number, now: number) => toQuota(newWindow(now, 0), limit, false, now);

  async function countWithin(limit: number, key: string): Promise<Quota> {
    if (!options.enabled) return fullQuota(limit, options.clock.now());
    const ticket: Ticket = { number: String(++ticketCount), key, limit };
    tickets.set(ticket.number, ticket);
    const rejection = await checkLimit(ticket);
    tickets.delete(ticket.number);
    return toQuota(ticket.window as Window, limit, rejection !== undefined, options.clock.now());
  }

  return {
    enabled: options.enabled,
    async count(clientIp, route, sessionId) {
      const tier = route?.tier ?? 'relaxed';
      const endpoint = route ? `${route.method} ${route.pathPattern}` : UNMATCHED;
      if (sessionId === undefined || !SESSION_TIERS.has(tier))
        return countWithin(getLimit(tier), `${clientIp} ${endpoint}`);
      const own = await countWithin(getLimit(tier, SESSION_FACTOR), `${sessionId} ${endpoint}`);
      if (own.isExceeded) return own;
      const shared = await countWithin(getLimit(tier, ADDRESS_FACTOR), `${clientIp} pages ${endpoint}`);
      return shared.isExceeded ? shared : own;
    },
    countAttempt: (key, tier) => countWithin(getLimit(tier), key),
  };
}

/**
 * Extracts the plugin's hook, because running a whole Elysia app around it costs four times as much
 * (bun run bench layers).
 * @returns a function that resolves to the plugin's rejection, or undefined when the request is within the limit
 */
function extractHook(plugin: ReturnType<typeof rateLimit>): (ticket: Ticket) => Promise<unknown> {
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
 * Gives the plugin a copy of the window per request instead of the window itself: the plugin reads the count
 * asynchronously after incrementing it, when concurrent requests may have incremented it further.
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

/** The windows of all clients, oldest first, so that the oldest is evicted at the limit. */
export class BoundedWindows {
  readonly #windows = new Map<string, Window>();
  #oldestFirst = this.#windows.keys();
  readonly #clock: Clock;
  readonly #max: number;

  constructor(clock: Clock, max: number) {
    this.#clock = clock;
    this.#max = max;
  }

  increment(key: string): Window {
    const now = this.#clock.now();
    const known = this.#windows.get(key);
    // If the clock was set back, a window from the future is treated as expired.
    if (known && known.start <= now && known.nextReset.getTime() > now) {
      known.count++;
      return known;
    }
    // A new window goes to the end of the map, whose insertion order is the age.
    if (known) this.#windows.delete(key);
    else if (this.#windows.size >= this.#max) this.#evictOldest();
    const window = newWindow(now, 1);
    this.#windows.set(key, window);
    return window;
  }

  /** Reuses one iterator across evictions, because a new one would skip over all deleted entries again. */
  #evictOldest(): void {
    let next = this.#oldestFirst.next();
    if (next.done) {
      this.#oldestFirst = this.#windows.keys();
      next = this.#oldestFirst.next();
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
