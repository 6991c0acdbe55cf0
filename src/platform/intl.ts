/*
 * The language and the time zone of a device are untrusted input, and a stored one may come from a version with other data
 * about zones. `Intl` and `Temporal` throw for what they lack, so all code that formats passes both through this module;
 * test/architecture.test.ts enforces that.
 */

/** The time zone of a business or person without one, and in place of one that can't be used. */
export const DEFAULT_TIME_ZONE = 'UTC';
/** The language and notation of a business without one, and in place of one that can't be used. */
export const DEFAULT_LOCALE = 'en-US';

/** Names that Intl has accepted; a new formatter for each check would be slow. */
const usableZones = new Set<string>();

/**
 * Returns a language tag that Intl accepts: the longest valid start of the given one, e.g. en-US for `en-US@posix` or
 * `en_US.UTF-8`, else the fallback.
 */
export function toUsableLocale(tag: string | null | undefined, fallback: string = DEFAULT_LOCALE): string {
  let start = tag?.replaceAll('_', '-').match(/^[a-z\d-]+/i)?.[0];
  while (start) {
    try {
      return Intl.getCanonicalLocales(start)[0] as string;
    } catch {
      // Intl throws for an invalid tag; one with fewer parts may be valid.
      start = start.replace(/-?[^-]*$/, '');
    }
  }
  return fallback;
}

/** Returns the time zone if Intl has it, else UTC. */
export function toUsableTimeZone(zone: string | null | undefined): string {
  if (!zone) return DEFAULT_TIME_ZONE;
  if (usableZones.has(zone)) return zone;
  try {
    new Intl.DateTimeFormat(DEFAULT_LOCALE, { timeZone: zone });
  } catch {
    return DEFAULT_TIME_ZONE;
  }
  usableZones.add(zone);
  return zone;
}
