import { MINUTE_MS } from '../clock.ts';
import type { SharedState } from './shared-state.ts';

/** Wrong PINs of one person on one device before the lock. */
export const MAX_PIN_FAILURES = 5;
/** How long the lock lasts, and how long a wrong PIN counts. */
export const PIN_LOCK_MS = 15 * MINUTE_MS;

interface Failures {
  count: number;
  /** When the failures are forgotten; after the last one that is allowed, the end of the lock. */
  endsAt: number;
  lastAt: number;
}

/** Counts wrong PINs per person and device, including people who don't exist. */
export class PinThrottle {
  readonly #state: SharedState;

  constructor(state: SharedState) {
    this.#state = state;
  }

  /**
   * Starts an attempt and counts it as a failure before the PIN is compared, so that concurrent guesses count.
   * @returns milliseconds until the person may try again on this device; 0 if they may now
   */
  beginAttempt(deviceId: string, userId: string): Promise<number> {
    return this.#state.update<Failures, number>(toKey(deviceId, userId), (before, now) => {
      // If the clock was set back, the lock must not grow by the difference.
      const isRecent = before !== undefined && before.lastAt <= now && before.endsAt > now;
      const count = isRecent ? before.count : 0;
      if (isRecent && count >= MAX_PIN_FAILURES) return { result: before.endsAt - now };
      const endsAt = now + PIN_LOCK_MS;
      return { result: 0, value: { count: count + 1, endsAt, lastAt: now }, expiresAtMs: endsAt };
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
    await this.#state.update<Failures, void>(toKey(deviceId, userId), before =>
      before === undefined
        ? { result: undefined }
        : {
            result: undefined,
            value: { ...before, count: Math.max(0, before.count - 1) },
            expiresAtMs: before.endsAt,
          },
    );
  }
}

function toKey(deviceId: string, userId: string): string {
  return `${deviceId} ${userId}`;
}
