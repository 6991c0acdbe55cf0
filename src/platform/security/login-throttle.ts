import { type Clock, DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';

/** Above the strict rate limit, so that one client can't delay the sign-in of an account. */
const FREE_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE_MS;
const INITIAL_DELAY_MS = SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
/** Time for which a client counts as known after a login. */
const KNOWN_CLIENT_TTL_MS = 30 * DAY_MS;
const MAX_KNOWN_CLIENTS = 5;
/** Limits memory; beyond it, the least recently used account is removed. */
const MAX_ACCOUNTS = 50_000;

/**
 * Returns the delay after a number of failures: none below 10 in 15 minutes, then 1 second, doubling with each further
 * failure up to 15 minutes. Slows down guessing without permanently locking out the owner.
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

/** Counts the failures of all unknown clients together, regardless of their IP address. */
interface Account extends Counter {
  known: Map<string, KnownClient>;
}

/**
 * Counts failed logins per account, including nonexistent ones, so that responses do not reveal which accounts exist. A
 * client that recently logged in has its own count, so that an attacker's guesses cannot lock out the owner.
 */
export class LoginThrottle {
  readonly #accounts = new Map<string, Account>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns the milliseconds until a client may try again; 0 if it may now. */
  getRemainingDelay(email: string, client?: string): number {
    const account = this.#accounts.get(email);
    const failures = account && this.#counterOf(account, client).failures;
    const now = this.#clock.now();
    // If the clock was set back, the delay must not grow by the difference.
    if (!failures || failures.lastFailedAt > now) return 0;
    return Math.max(0, failures.blockedUntil - now);
  }

  /**
   * Counts a failure. Called before the password is compared, so that concurrent guesses count. `recordSuccess` clears
   * the count; `retractFailure` removes a failure whose password was never compared.
   */
  recordFailure(email: string, client?: string): void {
    const now = this.#clock.now();
    const counter = this.#counterOf(this.#touch(email), client);
    const before = counter.failures;
    const isRecent = before && before.lastFailedAt <= now && before.windowEndsAt > now;
    const count = isRecent ? before.count + 1 : 1;
    const blockedUntil = now + getDelayAfter(count);
    // A delay as long as the window must not outlast the count that caused it.
    const windowEndsAt = Math.max(
      isRecent ? before.windowEndsAt : now + FAILURE_WINDOW_MS,
      blockedUntil + FAILURE_WINDOW_MS * Number(count > FREE_FAILURES),
    );
    counter.failures = { count, lastFailedAt: now, windowEndsAt, blockedUntil };
  }

  /** Clears the failures counted for the client, and marks the client as known. */
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

  /** Clears all delays and known clients of an account whose password changed. */
  reset(email: string): void {
    this.#accounts.delete(email);
  }

  #counterOf(account: Account, client: string | undefined): Counter {
    const known = client === undefined ? undefined : account.known.get(client);
    return known && known.loggedInAt > this.#clock.now() - KNOWN_CLIENT_TTL_MS ? known : account;
  }

  /** Returns the account and marks it as the most recently used. */
  #touch(email: string): Account {
    const account = this.#accounts.get(email) ?? { failures: undefined, known: new Map() };
    this.#accounts.delete(email);
    if (this.#accounts.size >= MAX_ACCOUNTS)
      this.#accounts.delete(this.#accounts.keys().next().value as string);
    this.#accounts.set(email, account);
    return account;
  }
}
