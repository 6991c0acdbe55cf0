import { HOUR_MS } from '../clock.ts';
import type { SharedState } from './shared-state.ts';

/** Maximum emails per window. Not higher than the number of active reset links, so that the latest always works. */
const MAX_EMAILS = 3;
const WINDOW_MS = HOUR_MS;

/** Limits the emails sent to one address per hour, regardless of who requests them. */
export class RecipientLimit {
  readonly #state: SharedState;

  constructor(state: SharedState) {
    this.#state = state;
  }

  /** Counts an email; `maximum` is per hour. @returns whether it may be sent */
  consume(address: string, maximum = MAX_EMAILS): Promise<boolean> {
    return this.#state.update<number[], boolean>(address, (sentAt = [], now) => {
      // Ignore times in the future, in case the clock was set back.
      const recent = sentAt.filter(at => at <= now && at > now - WINDOW_MS);
      if (recent.length >= maximum) return { result: false };
      return { result: true, value: [...recent, now], expiresAtMs: now + WINDOW_MS };
    });
  }
}
