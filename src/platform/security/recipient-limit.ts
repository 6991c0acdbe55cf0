import { type Clock, HOUR_MS } from '../clock.ts';

/** As many mails as reset links can live at a time: the latest is always still good. */
const MAX_MAILS = 3;
const WINDOW_MS = HOUR_MS;
/** Bounds the memory; past it the address that was mailed longest ago is forgotten. */
const MAX_RECIPIENTS = 50_000;

/** Bounds the mails that one address gets in an hour, whoever asks for them and from wherever. */
export class RecipientLimit {
  readonly #mailedAt = new Map<string, number[]>();
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a mail. @returns whether it may be sent */
  consume(address: string): boolean {
    const now = this.#clock.now();
    // A time from before the clock was set back is no reason to wait.
    const recent = (this.#mailedAt.get(address) ?? []).filter(at => at <= now && at > now - WINDOW_MS);
    if (recent.length >= MAX_MAILS) return false;
    this.#mailedAt.delete(address);
    if (this.#mailedAt.size >= MAX_RECIPIENTS)
      this.#mailedAt.delete(this.#mailedAt.keys().next().value as string);
    this.#mailedAt.set(address, [...recent, now]);
    return true;
  }
}
