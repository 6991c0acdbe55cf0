/** A route that clients should leave. Its dates are days: `2026-06-01`. */
export interface Deprecation {
  /** The day from which it is deprecated. */
  since: string;
  /** The day from which it may be gone, at least six months later. */
  sunset: string;
  /** The path that replaces it. */
  successor?: string;
}

/** Tells clients: RFC 9745 (Deprecation), RFC 8594 (Sunset) and the relation of RFC 5829 (successor-version). */
export function setDeprecationHeaders(headers: Headers, { since, sunset, successor }: Deprecation): void {
  headers.set('Deprecation', `@${toSeconds(since)}`);
  headers.set('Sunset', toDate(sunset).toUTCString());
  if (successor !== undefined) headers.append('Link', `<${successor}>; rel="successor-version"`);
}

/** Describes the deprecation to readers of the API description. */
export function describeDeprecation({ since, sunset, successor }: Deprecation): string {
  const replacement = successor === undefined ? '' : ` Use \`${successor}\` instead.`;
  return `Deprecated since ${since}; may be removed from ${sunset} on.${replacement}`;
}

function toDate(day: string): Date {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) throw new Error(`${day} is not a day such as 2026-06-01`);
  return date;
}

const MS_PER_SECOND = 1_000;

function toSeconds(day: string): number {
  return toDate(day).getTime() / MS_PER_SECOND;
}
