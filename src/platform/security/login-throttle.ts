import { DAY_MS, MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { SharedState } from './shared-state.ts';

/** Above the strict rate limit, so that one client can't delay the sign-in of an account. */
const FREE_FAILURES = 10;
const FAILURE_WINDOW_MS = 15 * MINUTE_MS;
const INITIAL_DELAY_MS = SECOND_MS;
const MAX_DELAY_MS = 15 * MINUTE_MS;
/** Time for which a client counts as known after a login. */
const KNOWN_CLIENT_TTL_MS = 30 * DAY_MS;
const MAX_KNOWN_CLIENTS = 5;

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

interface KnownClient {
  client: string;
  loggedInAt: number;
  failures?: Failures;
}

/** Counts the failures of all unknown clients together, regardless of their IP address. */
interface Account {
  failures?: Failures;
  /** The clients of the latest logins, oldest first. */
  known: KnownClient[];
}

/**
 * Counts failed logins per account, including nonexistent ones, so that responses do not reveal which accounts exist. A
 * client that recently logged in has its own count, so that an attacker's guesses cannot lock out the owner.
 */
export class LoginThrottle {
  readonly #state: SharedState;

  constructor(state: SharedState) {
    this.#state = state;
  }

  /**
   * Starts an attempt and counts it as a failure before the password is compared, so that concurrent guesses count.
   * `recordSuccess` clears the count; `retractFailure` removes a failure whose password was never compared.
   * @returns milliseconds until the client may try again; 0 if it may now
   */
  beginAttempt(email: string, client?: string): Promise<number> {
    return this.#state.update<Account, number>(email, (account, now) => {
      const failures = account && findCounter(account, client, now).failures;
      // If the clock was set back, the delay must not grow by the difference.
      const waitMs = failures && failures.lastFailedAt <= now ? Math.max(0, failures.blockedUntil - now) : 0;
      if (waitMs > 0) return { result: waitMs };
      return save(0, setFailures(account, { client, now, failures: countFailure(failures, now) }), now);
    });
  }

  /** Returns whether a client has recently logged in to an account. */
  isKnown(email: string, client: string): Promise<boolean> {
    return this.#state.update<Account, boolean>(email, (account, now) => ({
      result: account !== undefined && findCounter(account, client, now) !== account,
    }));
  }

  /** Clears the failures counted for the client, and marks the client as known. */
  async recordSuccess(email: string, client?: string): Promise<void> {
    await this.#state.update<Account, void>(email, (account, now) => {
      const cleared = setFailures(account, { client, now, failures: undefined });
      if (client === undefined) return save(undefined, cleared, now);
      const others = cleared.known.filter(known => known.client !== client).slice(1 - MAX_KNOWN_CLIENTS);
      return save(undefined, { ...cleared, known: [...others, { client, loggedInAt: now }] }, now);
    });
  }

  async retractFailure(email: string, client?: string): Promise<void> {
    await this.#state.update<Account, void>(email, (account, now) => {
      const failures = account && findCounter(account, client, now).failures;
      if (!failures) return { result: undefined };
      const count = failures.count - 1;
      const blockedUntil = getDelayAfter(count) === 0 ? 0 : failures.blockedUntil;
      const retracted = { ...failures, count, blockedUntil };
      return save(undefined, setFailures(account, { client, now, failures: retracted }), now);
    });
  }

  /** Clears all delays and known clients of an account whose password changed. */
  async reset(email: string): Promise<void> {
    await this.#state.update<Account, void>(email, () => ({ result: undefined, value: null }));
  }
}

function findCounter(account: Account, client: string | undefined, now: number): Account | KnownClient {
  return (
    account.known.find(known => known.client === client && known.loggedInAt > now - KNOWN_CLIENT_TTL_MS) ??
    account
  );
}

/** Returns the account with other failures for a client: its own if it is known. */
function setFailures(
  account: Account = { known: [] },
  { client, now, failures }: { client: string | undefined; now: number; failures: Failures | undefined },
): Account {
  const counter = findCounter(account, client, now);
  if (counter === account) return { ...account, failures };
  return {
    ...account,
    known: account.known.map(known => (known === counter ? { ...known, failures } : known)),
  };
}

function countFailure(before: Failures | undefined, now: number): Failures {
  const isRecent = before && before.lastFailedAt <= now && before.windowEndsAt > now;
  const count = isRecent ? before.count + 1 : 1;
  const blockedUntil = now + getDelayAfter(count);
  // A delay as long as the window must not outlast the count that caused it.
  const windowEndsAt = Math.max(
    isRecent ? before.windowEndsAt : now + FAILURE_WINDOW_MS,
    blockedUntil + FAILURE_WINDOW_MS * Number(count > FREE_FAILURES),
  );
  return { count, lastFailedAt: now, windowEndsAt, blockedUntil };
}

function save<R>(result: R, value: Account, now: number) {
  const ends = value.known.map(({ loggedInAt }) => loggedInAt + KNOWN_CLIENT_TTL_MS);
  return { result, value, expiresAtMs: Math.max(value.failures?.windowEndsAt ?? now, ...ends) };
}
