export const CALENDAR_TYPE = 'text/calendar;charset=utf-8';
const PRODUCT = '-//Perkmint//Calendar//EN';
/** How often a calendar program should ask again, as a duration of RFC 5545. */
const REFRESH_INTERVAL = 'PT1H';
/** Octets per line, without its end (RFC 5545, 3.1). */
const MAX_LINE_BYTES = 75;
/** Not allowed in a text, even escaped; a tab and a line break are. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it removes
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Whole days, as a calendar shows a period that lasts for days. */
export interface CalendarEvent {
  /** Stays the same, so that a program replaces the event when it changes. */
  uid: string;
  title: string;
  description: string;
  url: string;
  status: 'TENTATIVE' | 'CONFIRMED';
  /** The first day, such as 2026-01-31. */
  firstDay: string;
  /** The day after the last one. */
  dayAfter: string;
  /** ISO 8601 in UTC. */
  changedAt: string;
}

interface Calendar {
  name: string;
  /** A name of the IANA database. */
  timeZone: string;
  events: readonly CalendarEvent[];
}

/** Writes a calendar as iCalendar (RFC 5545 and 7986). */
export function formatCalendar({ name, timeZone, events }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:${PRODUCT}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${escapeText(timeZone)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH_INTERVAL}`,
    `X-PUBLISHED-TTL:${REFRESH_INTERVAL}`,
    ...events.flatMap(formatEvent),
    'END:VCALENDAR',
  ];
  return lines.map(line => `${foldLine(line)}\r\n`).join('');
}

function formatEvent(event: CalendarEvent): string[] {
  const changedAt = toUtcTime(event.changedAt);
  return [
    'BEGIN:VEVENT',
    `UID:${event.uid}`,
    `DTSTAMP:${changedAt}`,
    `LAST-MODIFIED:${changedAt}`,
    `DTSTART;VALUE=DATE:${toDate(event.firstDay)}`,
    `DTEND;VALUE=DATE:${toDate(event.dayAfter)}`,
    `SUMMARY:${escapeText(event.title)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${event.url}`,
    `STATUS:${event.status}`,
    // A campaign does not make its owner busy.
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROL_CHARACTERS, '')
    .replaceAll(/[\\;,]/g, character => `\\${character}`)
    .replaceAll('\n', '\\n');
}

/** Splits a line of more than 75 bytes, never inside a character. */
function foldLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_LINE_BYTES) return line;
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > MAX_LINE_BYTES) {
      folded += '\r\n ';
      // The space belongs to the line.
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}

/** 2026-01-31 → 20260131. */
function toDate(day: string): string {
  return day.replaceAll('-', '');
}

/** 2026-01-31T12:00:00.000Z → 20260131T120000Z. */
function toUtcTime(time: string): string {
  return `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}
