import { type Clock, HOUR_MS } from '../clock.ts';

/** Maximum emails per window. Not higher than the number of active reset links, so that the latest always works. */
const MAX_EMAILS = 3;
const WINDOW_MS = HOUR_MS;
/** Limits memory; beyond it, the address that was emailed longest ago is removed. */
const MAX_RECIPIENTS = 50_000;

/** Limits the emails sent to one address per hour, regardless of who requests them. */
export class RecipientLimit {
  readonly #sentAt = new Map<string, number[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an email. @returns whether it may be sent */
  consume(address: string): boolean {
    const now = this.#clock.now();
    // Ignore times in the future, in case the clock was set back.
    const recent = (this.#sentAt.get(address) ?? []).filter(at => at <= now && at > now - WINDOW_MS);
    if (recent.length >= MAX_EMAILS) return false;
    this.#sentAt.delete(address);
    if (this.#sentAt.size >= MAX_RECIPIENTS) this.#sentAt.delete(this.#sentAt.keys().next().value as string);
    this.#sentAt.set(address, [...recent, now]);
    return true;
  }
}
