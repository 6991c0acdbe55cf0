import { Elysia } from 'elysia';
import { type Context, rateLimit } from 'elysia-rate-limit';
import { AppError } from '../errors.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { BoundedWindows, type CounterWindow, type SharedState } from '../platform/security/shared-state.ts';
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
  /** For documents of the pages and their session: ten visitors per second behind one shop's Wi-Fi. */
  page: 600,
  /** For the 16 or so scripts, styles and fonts of a first visit, which browsers keep. */
  asset: 10_000,
};
/** Tiers that count per session. Sign-in counts per address, so that a session does not allow more password guesses. */
const SESSION_TIERS = new Set<Tier>(['standard', 'relaxed', 'public']);
/** Tiers that limit guesses of passwords: counted together by all nodes. */
const SHARED_TIERS = new Set<Tier>(['strict', 'signIn']);
/** Multiplies the tier's limit for a page session, because a page sends several requests at once. */
const SESSION_FACTOR = 10;
/** Limits all sessions behind one address: enough for a shop's staff, but not for one client with many sessions. */
const ADDRESS_FACTOR = 100;
const WINDOW_MS = MINUTE_MS;
/** Limits the windows to about 20 MiB of memory; beyond it the oldest window is evicted. */
const MAX_WINDOWS = 100_000;
/** Requests without a matching route share this endpoint, so that probing for paths is limited too. */
const UNMATCHED = 'unmatched';

/** One request being counted, and the window it counted in. */
interface Ticket {
  number: string;
  key: string;
  limit: number;
  counter: RequestCounter;
  /** Set once the request is counted. */
  window?: CounterWindow;
}

type RequestCounter = Pick<SharedState, 'count'>;

/** A client's usage of its window, for the rate limit headers. */
export interface Quota {
  limit: number;
  remaining: number;
  /** Epoch seconds at which the window ends. */
  resetAt: number;
  retryAfterSeconds: number;
  isExceeded: boolean;
  /** Why the request could not be counted. It must be rejected then. */
  failure?: AppError;
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
  /** Counts the requests of the shared tiers. */
  shared: SharedState;
  /** Returns the number of running nodes, among which the limits of the other tiers are divided. */
  getNodeCount: () => number;
}

/**
 * Creates a limiter with fixed windows of 60 s through elysia-rate-limit's Context interface. As a plugin it would run
 * after parsing and validation and miss 404s, so its hook is called directly, before anything else.
 *
 * Each node counts for itself, up to its part of the limit, rounded down and at least 1. The tiers that limit guesses of
 * passwords are counted by all nodes together; if their counts can't be reached, the requests are rejected with 503.
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const windows = new BoundedWindows(options.clock, MAX_WINDOWS);
  const own: RequestCounter = { count: (key, durationMs) => ({ ...windows.increment(key, durationMs) }) };
  const tickets = new Map<string, Ticket>();
  let ticketCount = 0;
  const checkLimit = extractHook(
    rateLimit({
      duration: WINDOW_MS,
      max: number => tickets.get(number)?.limit ?? 0,
      generator: request => (request as unknown as Ticket).number,
      context: new Counter(tickets),
      headers: false,
      countFailedRequest: true,
      errorResponse: new Response(null, { status: 429 }),
      scoping: 'global',
    }),
  );

  async function countWithin(tier: Tier, key: string, factor = 1): Promise<Quota> {
    const isShared = SHARED_TIERS.has(tier);
    const nodes = isShared ? 1 : options.getNodeCount();
    const limit = Math.max(1, Math.floor((TIER_LIMITS[tier] * options.scale * factor) / nodes));
    const { clock } = options;
    if (!options.enabled) return toQuota(emptyWindow(clock.now()), limit, false, clock.now());
    const counter = isShared ? options.shared : own;
    const ticket: Ticket = { number: String(++ticketCount), key, limit, counter };
    tickets.set(ticket.number, ticket);
    try {
      const rejection = await checkLimit(ticket);
      return toQuota(ticket.window as CounterWindow, limit, rejection !== undefined, clock.now());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const usedUp = { ...emptyWindow(clock.now()), count: limit };
      return { ...toQuota(usedUp, limit, false, clock.now()), failure: error };
    } finally {
      tickets.delete(ticket.number);
    }
  }

  return {
    enabled: options.enabled,
    async count(clientIp, route, sessionId) {
      const tier = route?.tier ?? 'relaxed';
      const endpoint = route ? `${route.method} ${route.pathPattern}` : UNMATCHED;
      if (sessionId === undefined || !SESSION_TIERS.has(tier))
        return countWithin(tier, `${clientIp} ${endpoint}`);
      const session = await countWithin(tier, `${sessionId} ${endpoint}`, SESSION_FACTOR);
      if (session.isExceeded) return session;
      const address = await countWithin(tier, `${clientIp} pages ${endpoint}`, ADDRESS_FACTOR);
      return address.isExceeded ? address : session;
    },
    countAttempt: (key, tier) => countWithin(tier, key),
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

function toQuota(window: CounterWindow, limit: number, isExceeded: boolean, now: number): Quota {
  const resetMs = window.nextReset.getTime();
  return {
    limit,
    remaining: Math.max(0, limit - window.count),
    resetAt: Math.ceil(resetMs / SECOND_MS),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - now) / SECOND_MS)),
    isExceeded,
  };
}

/** Returns the error that a request is rejected with; undefined if it is within its limit. */
export function findRejection({
  failure,
  isExceeded,
  limit,
  retryAfterSeconds,
}: Quota): AppError | undefined {
  if (!isExceeded) return failure;
  return new AppError(
    'RATE_LIMITED',
    `Rate limit of ${limit} requests per minute exceeded; retry in ${retryAfterSeconds} seconds`,
    {
      retryAfterSeconds,
    },
  );
}

function emptyWindow(now: number): CounterWindow {
  return { count: 0, nextReset: new Date(now + WINDOW_MS), start: now };
}

/**
 * Gives the plugin a copy of the window per request instead of the window itself: the plugin reads the count
 * asynchronously after incrementing it, when concurrent requests may have incremented it further.
 */
class Counter implements Context {
  readonly #tickets: Map<string, Ticket>;

  constructor(tickets: Map<string, Ticket>) {
    this.#tickets = tickets;
  }

  increment(number: string): CounterWindow | Promise<CounterWindow> {
    const ticket = this.#tickets.get(number) as Ticket;
    const counted = ticket.counter.count(ticket.key, WINDOW_MS);
    return counted instanceof Promise ? counted.then(window => keep(ticket, window)) : keep(ticket, counted);
  }

  init(): void {}
  decrement(): void {}
  reset(): void {}
  kill(): void {}
}

function keep(ticket: Ticket, window: CounterWindow): CounterWindow {
  ticket.window = window;
  return window;
}
