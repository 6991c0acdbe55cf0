import { DAY_MS, iso } from '../../platform/clock.ts';

/** The times that the clock of the server has shown, in ISO format. */
export interface ClockHistory {
  seenAt: string;
  /** The last time at which it showed much more than before, and by how many days; null once it was steady for a day. */
  leap: { at: string; days: number } | null;
}

/** Computers are off for some days now and then. */
const MAX_GAP_MS = 7 * DAY_MS;
/** Time to set a wrong clock, which a network usually does within minutes. */
const STEADY_MS = DAY_MS;

/** Parses the history in the database; undefined if the clock was never read. */
export function parseHistory(json: string | undefined): ClockHistory | undefined {
  return json === undefined ? undefined : JSON.parse(json);
}

/** Returns the history and the time that the clock shows now. */
export function followClock(history: ClockHistory | undefined, nowMs: number): ClockHistory {
  const seenAt = iso(nowMs);
  if (!history) return { seenAt, leap: null };
  const gapMs = nowMs - Date.parse(history.seenAt);
  if (gapMs > MAX_GAP_MS) return { seenAt, leap: { at: seenAt, days: Math.floor(gapMs / DAY_MS) } };
  // Before the leap again, the clock was set right.
  const sinceLeapMs = history.leap ? nowMs - Date.parse(history.leap.at) : STEADY_MS;
  const isSteady = sinceLeapMs < 0 || sinceLeapMs >= STEADY_MS;
  return { seenAt, leap: isSteady ? null : history.leap };
}
