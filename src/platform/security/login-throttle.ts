import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

const FREE_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE_MS;
const INITIAL_DELAY_MS = SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
/** How long a client that logged in counts as known. */
const KNOWN_CLIENT_TTL_MS = 30 * DAY_MS;
const MAX_KNOWN_CLIENTS = 5;
/** Bounds the memory; past it the account that was touched longest ago is forgotten. */
const MAX_ACCOUNTS = 50_000;

/**
 * How long an account waits after its failures: nothing below ten in 15 minutes, then 1 s, doubling with each
 * further failure up to 15 minutes. It slows guessing down without ever locking the owner out for good.
 */
export function getDelayAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(INITIAL_DELAY_MS * 2 ** (failures - FREE_FAILURES), MAX_DELAY_MS);
}

interface Failures {
  count: number;
  lastFailedAt: number;
  windowEndsAt: number;
  blockedUntil: number;
}

interface Counter {
  failures: Failures | undefined;
}

interface KnownClient extends Counter {
  loggedInAt: number;
}

/** Its own failures are those of all clients that are not known, whatever address they come from. */
interface Account extends Counter {
  known: Map<string, KnownClient>;
}

/**
 * Counts failed logins by account; unknown accounts alike, so none is told apart. A client that logged in to the
 * account lately has a count of its own, so that strangers who guess cannot keep its owner out.
 */
export class LoginThrottle {
  readonly #accounts = new Map<string, Account>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds that a client still has to wait for an account; 0 when it may try. */
  getRemainingDelay(email: string, client?: string): number {
    const account = this.#accounts.get(email);
    const failures = account && this.#counterOf(account, client).failures;
    const now = this.#clock.now();
    // A clock that was set back must not prolong the wait by as much.
    if (!failures || failures.lastFailedAt > now) return 0;
    return Math.max(0, failures.blockedUntil - now);
  }

  /**
   * Counts a failure. Called before the password is compared, so that guesses side by side count each other;
   * `succeeded` forgets them all, `retracted` the one that was never compared.
   */
  recordFailure(email: string, client?: string): void {
    const now = this.#clock.now();
    const counter = this.#counterOf(this.#touch(email), client);
    const before = counter.failures;
    const isRecent = before && before.lastFailedAt <= now && before.windowEndsAt > now;
    const count = isRecent ? before.count + 1 : 1;
    const blockedUntil = now + getDelayAfter(count);
    // A wait as long as the window must not outlive the count that caused it.
    const windowEndsAt = Math.max(
      isRecent ? before.windowEndsAt : now + FAILURE_WINDOW_MS,
      blockedUntil + FAILURE_WINDOW_MS * Number(count > FREE_FAILURES),
    );
    counter.failures = { count, lastFailedAt: now, windowEndsAt, blockedUntil };
  }

  /** Forgets the failures that the client was counted among, and knows the client from now on. */
  recordSuccess(email: string, client?: string): void {
    const account = this.#touch(email);
    this.#counterOf(account, client).failures = undefined;
    if (client === undefined) return;
    const { known } = account;
    known.delete(client);
    if (known.size >= MAX_KNOWN_CLIENTS) known.delete(known.keys().next().value as string);
    known.set(client, { loggedInAt: this.#clock.now(), failures: undefined });
  }

  retractFailure(email: string, client?: string): void {
    const account = this.#accounts.get(email);
    const failures = account && this.#counterOf(account, client).failures;
    if (!failures) return;
    failures.count--;
    if (getDelayAfter(failures.count) === 0) failures.blockedUntil = 0;
  }

  /** Lifts every wait of an account with a new password. Clients that knew the former one are strangers again. */
  reset(email: string): void {
    this.#accounts.delete(email);
  }

  #counterOf(account: Account, client: string | undefined): Counter {
    const known = client === undefined ? undefined : account.known.get(client);
    return known && known.loggedInAt > this.#clock.now() - KNOWN_CLIENT_TTL_MS ? known : account;
  }

  /** The account as the one that was touched last. */
  #touch(email: string): Account {
    const account = this.#accounts.get(email) ?? { failures: undefined, known: new Map() };
    this.#accounts.delete(email);
    if (this.#accounts.size >= MAX_ACCOUNTS)
      this.#accounts.delete(this.#accounts.keys().next().value as string);
    this.#accounts.set(email, account);
    return account;
  }
}
