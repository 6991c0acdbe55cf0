import { DAY_MS, HOUR_MS, MINUTE_MS } from '../clock.ts';
import type { SharedState } from './shared-state.ts';

/** Wrong PINs of one person on one device before the lock. */
export const MAX_PIN_FAILURES = 5;
/** How long a wrong PIN counts, and how long the first lock lasts; each further one lasts twice as long. */
export const PIN_LOCK_MS = 15 * MINUTE_MS;
/** The longest lock. A colleague at the device has up to 50 attempts per day at one of 10,000 PINs, and ten events record them. */
const MAX_PIN_LOCK_MS = 4 * HOUR_MS;
/** Locks are deleted this long after the last attempt. */
const LOCKS_KEPT_MS = DAY_MS;

interface Failures {
  count: number;
  /** Locks since the last right PIN. */
  locks: number;
  /** When the failures are deleted; after the last one that is allowed, the end of the lock. */
  endsAt: number;
  lastAt: number;
}

/** An attempt to sign in by PIN. */
interface PinAttempt {
  /** Milliseconds until the person may try again on this device; 0 if they may now. */
  waitMs: number;
  /** The end of the lock, in Unix milliseconds, that a wrong PIN starts now. */
  lockedUntil?: number;
}

/** Counts wrong PINs per person and device, including people who don't exist. */
export class PinThrottle {
  readonly #state: SharedState;

  constructor(state: SharedState) {
    this.#state = state;
  }

  /** Starts an attempt and counts it as a failure before the PIN is compared, so that concurrent guesses count. */
  beginAttempt(deviceId: string, userId: string): Promise<PinAttempt> {
    return this.#state.update<Failures, PinAttempt>(toKey(deviceId, userId), (before, now) => {
      // If the clock was set back, the lock must not grow by the difference.
      const known = before !== undefined && before.lastAt <= now ? before : undefined;
      const isRecent = known !== undefined && known.endsAt > now;
      const count = isRecent ? known.count + 1 : 1;
      if (isRecent && count > MAX_PIN_FAILURES) return { result: { waitMs: known.endsAt - now } };
      const locks = known !== undefined && known.lastAt + LOCKS_KEPT_MS > now ? known.locks : 0;
      const isLast = count === MAX_PIN_FAILURES;
      const endsAt = now + (isLast ? Math.min(PIN_LOCK_MS * 2 ** locks, MAX_PIN_LOCK_MS) : PIN_LOCK_MS);
      const value = { count, locks: locks + Number(isLast), endsAt, lastAt: now };
      return {
        result: isLast ? { waitMs: 0, lockedUntil: endsAt } : { waitMs: 0 },
        value,
        expiresAtMs: getExpiry(value),
      };
    });
  }

  /** Forgets the failures after the right PIN. */
  async clear(deviceId: string, userId: string): Promise<void> {
    await this.#state.update<Failures, void>(toKey(deviceId, userId), () => ({
      result: undefined,
      value: null,
    }));
  }

  /** Takes back an attempt whose PIN was never compared. */
  async retract(deviceId: string, userId: string): Promise<void> {
    await this.#state.update<Failures, void>(toKey(deviceId, userId), before => {
      if (before === undefined) return { result: undefined };
      const count = Math.max(0, before.count - 1);
      const locks = before.locks - Number(before.count === MAX_PIN_FAILURES);
      const value = { ...before, count, locks };
      return { result: undefined, value, expiresAtMs: getExpiry(value) };
    });
  }
}

/** Returns when a person's failures are of no use any more. */
function getExpiry({ locks, endsAt, lastAt }: Failures): number {
  return locks > 0 ? lastAt + LOCKS_KEPT_MS : endsAt;
}

function toKey(deviceId: string, userId: string): string {
  return `${deviceId} ${userId}`;
}
