import type { Clock } from './clock.ts';
import { iso } from './clock.ts';
import { maskSecrets } from './security/redact.ts';

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
export type LogLevel = keyof typeof LEVELS;

/** A line waits so long for others at most; a warning or an error leaves with the present turn of the event loop. */
const FLUSH_AFTER_MS = 20;
/** So much text does not wait at all. */
const MAX_BUFFERED_CHARS = 64 * 1024;

/** Structured, one line an entry. Fields must never hold a secret, token, password or email. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** Writes what is still buffered. */
  flush(): void;
}

export interface LogOptions {
  level: LogLevel;
  clock: Clock;
  write(text: string): void;
  /** Readable lines for a person at a terminal instead of JSON. */
  pretty?: boolean;
}

/**
 * Lines gather for some milliseconds and leave in one write, for a system call costs more than a request's line.
 * Whoever stops the process calls `flush`.
 */
export function createLog({ level, clock, write, pretty = false }: LogOptions): Log {
  const least = LEVELS[level];
  const format = pretty ? prettyLine : jsonLine;
  let buffer = '';
  let lineMs = Number.NaN;
  let lineTime = '';
  /** Many lines share a millisecond, and writing it out costs as much as the rest of the line. */
  const timeNow = (): string => {
    const now = clock.now();
    if (now !== lineMs) [lineMs, lineTime] = [now, iso(now)];
    return lineTime;
  };
  const flush = (): void => {
    if (buffer === '') return;
    const text = buffer;
    buffer = '';
    write(text);
  };
  const at = (name: Exclude<LogLevel, 'silent'>) => {
    if (LEVELS[name] < least) return () => {};
    const isUrgent = LEVELS[name] >= LEVELS.warn;
    return (message: string, fields: Record<string, unknown> = {}): void => {
      if (isUrgent) setImmediate(flush);
      else if (buffer === '') setTimeout(flush, FLUSH_AFTER_MS);
      buffer += format(timeNow(), name, message, describeErrors(fields));
      if (buffer.length > MAX_BUFFERED_CHARS) flush();
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush };
}

/** Put together by hand: spreading the fields into one object to stringify costs as much as the rest. */
function jsonLine(time: string, level: string, message: string, fields: Record<string, unknown>): string {
  const rest = JSON.stringify(fields).slice(1);
  return `{"time":"${time}","level":"${level}","message":${JSON.stringify(message)}${rest === '}' ? '' : ','}${rest}\n`;
}

function prettyLine(time: string, level: string, message: string, fields: Record<string, unknown>): string {
  const rest = Object.entries(fields)
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${message}${rest ? `  ${rest}` : ''}\n`;
}

/** The cause of a failure as masked text, whatever was thrown: messages of libraries repeat what they were given. */
function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const { cause } = fields;
  if (cause === undefined || cause === null) return fields;
  return { ...fields, cause: maskSecrets(describeCause(cause)) };
}

function describeCause(cause: unknown): string {
  if (cause instanceof Error) return cause.stack ?? `${cause.name}: ${cause.message}`;
  if (typeof cause !== 'object' || cause === null) return String(cause);
  // The content of an object is somebody's data; its fields are enough to see what was thrown.
  return `${cause.constructor?.name ?? 'Object'} { ${Object.keys(cause).join(', ')} }`;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} };
