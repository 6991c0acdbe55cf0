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
  /** For links of spreadsheets, which their providers open for many customers from few addresses. */
  export: 300,
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
/** Multiplies the tier's limit for the requests of batches, which save the server most of their cost in requests. */
const BATCH_FACTOR = 10;
/** Limits all sessions behind one address: enough for a shop's staff, but not for one client with many sessions. */
const ADDRESS_FACTOR = 100;
const WINDOW_MS = MINUTE_MS;
/** Limits the windows to about 20 MiB of memory; beyond it the oldest window is evicted. */
const MAX_WINDOWS = 100_000;
/** Requests without a matching route share this endpoint, so that probing for paths is limited too. */
const UNMATCHED = 'unmatched';

/** A request over its limit, while the plugin rejects it. */
interface Ticket {
  number: string;
  limit: number;
  window: CounterWindow;
}

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
   * Counts one request of a client on a route. Answers at once unless all nodes count together or the limit is exceeded.
   * @param sessionId the verified page session, which replaces the address as the client
   */
  count(clientIp: string, route: RouteEntry | undefined, sessionId?: string): Quota | Promise<Quota>;
  /** Counts one request of a batch. Batches have limits of their own, ten times as high as those of single requests. */
  countInBatch(clientIp: string, route: RouteEntry | undefined): Quota | Promise<Quota>;
  /** Counts one attempt under a separate key, independent of the route, with the limit of a tier. */
  countAttempt(key: string, tier: Tier): Quota | Promise<Quota>;
  readonly enabled: boolean;
}

interface RateLimitOptions {
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
 * after parsing and validation and miss 404s, so its hook is called directly, before anything else, and only for a
 * request over its limit: its eight promises cost more than the rest of the limiter.
 *
 * Each node counts for itself, up to its part of the limit, rounded down and at least 1. The tiers that limit guesses of
 * passwords are counted by all nodes together; if their counts can't be reached, the requests are rejected with 503.
 */
export function createRateLimiter(options: RateLimitOptions): RateLimiter {
  const { clock, shared } = options;
  const windows = new BoundedWindows(clock, MAX_WINDOWS);
  const isRejected = createRejection();

  function countWithin(tier: Tier, key: string, factor = 1): Quota | Promise<Quota> {
    const isShared = SHARED_TIERS.has(tier);
    const nodes = isShared ? 1 : options.getNodeCount();
    const limit = Math.max(1, Math.floor((TIER_LIMITS[tier] * options.scale * factor) / nodes));
    if (!options.enabled) return toQuota(emptyWindow(clock.now()), limit, clock.now());
    return isShared ? countShared(key, limit) : judge(windows.increment(key, WINDOW_MS), limit);
  }

  function judge(window: CounterWindow, limit: number): Quota | Promise<Quota> {
    const quota = toQuota(window, limit, clock.now());
    // A copy, because concurrent requests increment the window further while the plugin reads it.
    return window.count > limit ? withRejection(quota, { ...window }) : quota;
  }

  async function withRejection(quota: Quota, window: CounterWindow): Promise<Quota> {
    return { ...quota, isExceeded: await isRejected(window, quota.limit) };
  }

  async function countShared(key: string, limit: number): Promise<Quota> {
    try {
      return await judge(await shared.count(key, WINDOW_MS), limit);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const usedUp = { ...emptyWindow(clock.now()), count: limit };
      return { ...toQuota(usedUp, limit, clock.now()), failure: error };
    }
  }

  async function countSession(sessionId: string, clientIp: string, endpoint: string, tier: Tier) {
    const session = await countWithin(tier, `${sessionId} ${endpoint}`, SESSION_FACTOR);
    if (session.isExceeded) return session;
    const address = await countWithin(tier, `${clientIp} pages ${endpoint}`, ADDRESS_FACTOR);
    return address.isExceeded ? address : session;
  }

  return {
    enabled: options.enabled,
    count(clientIp, route, sessionId) {
      const { tier, endpoint } = toWindow(route);
      return sessionId === undefined || !SESSION_TIERS.has(tier)
        ? countWithin(tier, `${clientIp} ${endpoint}`)
        : countSession(sessionId, clientIp, endpoint, tier);
    },
    countInBatch(clientIp, route) {
      const { tier, endpoint } = toWindow(route);
      return countWithin(tier, `${clientIp} batch ${endpoint}`, BATCH_FACTOR);
    },
    countAttempt: (key, tier) => countWithin(tier, key),
  };
}

function toWindow(route: RouteEntry | undefined): { tier: Tier; endpoint: string } {
  if (!route) return { tier: 'relaxed', endpoint: UNMATCHED };
  return { tier: route.tier, endpoint: `${route.method} ${route.pathPattern}` };
}

/** Creates the function that lets elysia-rate-limit decide about a request over its limit. */
function createRejection(): (window: CounterWindow, limit: number) => Promise<boolean> {
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
  return async (window, limit) => {
    const ticket: Ticket = { number: String(++ticketCount), limit, window };
    tickets.set(ticket.number, ticket);
    try {
      return (await checkLimit(ticket)) !== undefined;
    } finally {
      tickets.delete(ticket.number);
    }
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

function toQuota(window: CounterWindow, limit: number, now: number): Quota {
  const resetMs = window.nextReset.getTime();
  return {
    limit,
    remaining: Math.max(0, limit - window.count),
    resetAt: Math.ceil(resetMs / SECOND_MS),
    retryAfterSeconds: Math.max(1, Math.ceil((resetMs - now) / SECOND_MS)),
    isExceeded: false,
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

/** Gives the plugin the window that a request has counted in already. */
class Counter implements Context {
  readonly #tickets: Map<string, Ticket>;

  constructor(tickets: Map<string, Ticket>) {
    this.#tickets = tickets;
  }

  increment(number: string): CounterWindow {
    return (this.#tickets.get(number) as Ticket).window;
  }

  init(): void {}
  decrement(): void {}
  reset(): void {}
  kill(): void {}
}
