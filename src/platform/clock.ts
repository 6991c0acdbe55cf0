/** The only source of time. Tests pass a clock that they advance manually. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

export const systemClock: Clock = { now: () => Date.now() };

/** Formats a time for the API and the database: ISO 8601 in UTC with milliseconds and `Z`. */
export function iso(ms: number): string {
  return new Date(ms).toISOString();
}

export function nowIso(clock: Clock): string {
  return iso(clock.now());
}

/** Returns the current year in UTC. */
export function getYear(clock: Clock): number {
  return new Date(clock.now()).getUTCFullYear();
}

/** Converts an ISO 8601 time in any time zone to the database format. */
export function toUtc(time: string | null | undefined): string | null {
  return time == null ? null : iso(Date.parse(time));
}
