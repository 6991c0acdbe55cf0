/** The only source of time. Tests hand in a clock that moves by hand. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = { now: () => Date.now() };

/** A point in time as the wire and the database write it: ISO 8601, UTC, milliseconds, `Z`. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function nowIso(clock: Clock): string {
  return iso(clock.now());
}

/** A time as the database keeps it: UTC with milliseconds, whatever zone it was given in. */
export function toUtc(time: string | null | undefined): string | null {
  return time == null ? null : iso(Date.parse(time));
}
