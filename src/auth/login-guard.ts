import { type Clock, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';

const FREE_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE_MS;
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
/** Bounds the memory; past it the account that failed longest ago is forgotten. */
const MAX_ACCOUNTS = 50_000;

/**
 * How long an account waits after its failures: nothing below ten in 15 minutes, then 1 s, doubling with each
 * further failure up to 15 minutes. It slows guessing down without ever locking the owner out for good.
 */
export function waitAfter(failures: number): number {
  if (failures < FREE_FAILURES) return 0;
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
}

interface Account {
  failures: number;
  lastFailedAt: number;
  windowEndsAt: number;
  blockedUntil: number;
}

/** Counts failed logins by account, whatever address they come from; unknown accounts alike, so none is told apart. */
export class LoginGuard {
  readonly #accounts = new Map<string, Account>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds that the account still has to wait; 0 when it may try. */
  remainingWait(email: string): number {
    const account = this.#accounts.get(email);
    const now = this.#clock.now();
    // A clock that was set back must not prolong the wait by as much.
    if (!account || account.lastFailedAt > now) return 0;
    return Math.max(0, account.blockedUntil - now);
  }

  /**
   * Counts a failure. Called before the password is compared, so that guesses side by side count each other;
   * `succeeded` forgets them all, `retracted` the one that was never compared.
   */
  failed(email: string): void {
    const now = this.#clock.now();
    const known = this.#accounts.get(email);
    const isRecent = known && known.lastFailedAt <= now && known.windowEndsAt > now;
    const failures = isRecent ? known.failures + 1 : 1;
    const blockedUntil = now + waitAfter(failures);
    this.#accounts.delete(email);
    if (this.#accounts.size >= MAX_ACCOUNTS)
      this.#accounts.delete(this.#accounts.keys().next().value as string);
    // A wait as long as the window must not outlive the count that caused it.
    const windowEndsAt = Math.max(
      isRecent ? known.windowEndsAt : now + FAILURE_WINDOW_MS,
      blockedUntil + FAILURE_WINDOW_MS * Number(failures > FREE_FAILURES),
    );
    this.#accounts.set(email, { failures, lastFailedAt: now, windowEndsAt, blockedUntil });
  }

  succeeded(email: string): void {
    this.#accounts.delete(email);
  }

  retracted(email: string): void {
    const account = this.#accounts.get(email);
    if (!account) return;
    account.failures--;
    if (waitAfter(account.failures) === 0) account.blockedUntil = 0;
  }
}
