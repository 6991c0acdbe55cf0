import type { Clock } from './clock.ts';
import { iso } from './clock.ts';
import { maskSecrets } from './security/redact.ts';

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
export type LogLevel = keyof typeof LEVELS;

/** Maximum time a line is buffered; warnings and errors are written at the end of the current event loop turn. */
const FLUSH_AFTER_MS = 20;
/** Buffer size that triggers an immediate write. */
const MAX_BUFFERED_CHARS = 64 * 1024;

/** A structured log, one line per entry. Fields must never contain a secret, token, password or email address. */
export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void;
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** Writes buffered lines. */
  flush(): void;
}

interface LogOptions {
  level: LogLevel;
  clock: Clock;
  write(text: string): void;
  /** Human-readable lines for a terminal instead of JSON. */
  pretty?: boolean;
}

/**
 * Creates a log that buffers lines for a few milliseconds, because a system call costs more than formatting a line.
 * Call `flush` before the process exits.
 */
export function createLog({ level, clock, write, pretty = false }: LogOptions): Log {
  const minLevel = LEVELS[level];
  const format = pretty ? prettyLine : jsonLine;
  let buffer = '';
  let lineMs = Number.NaN;
  let lineTime = '';
  /** Cached per millisecond, because formatting the time costs as much as the rest of the line. */
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
  const createWriter = (name: Exclude<LogLevel, 'silent'>) => {
    if (LEVELS[name] < minLevel) return () => {};
    const isUrgent = LEVELS[name] >= LEVELS.warn;
    return (message: string, fields: Record<string, unknown> = {}): void => {
      if (isUrgent) setImmediate(flush);
      else if (buffer === '') setTimeout(flush, FLUSH_AFTER_MS);
      buffer += format(timeNow(), name, message, describeErrors(fields));
      if (buffer.length > MAX_BUFFERED_CHARS) flush();
    };
  };
  return {
    debug: createWriter('debug'),
    info: createWriter('info'),
    warn: createWriter('warn'),
    error: createWriter('error'),
    flush,
  };
}

/** Concatenated manually, because spreading the fields into one object doubles the cost of a line. */
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

/** Replaces `cause` with masked text, because error messages of libraries can contain their input. */
function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const { cause } = fields;
  if (cause === undefined || cause === null) return fields;
  return { ...fields, cause: maskSecrets(describeCause(cause)) };
}

function describeCause(cause: unknown): string {
  if (cause instanceof Error) return cause.stack ?? `${cause.name}: ${cause.message}`;
  if (typeof cause !== 'object' || cause === null) return String(cause);
  // The values may be personal data; the field names are enough to identify what was thrown.
  return `${cause.constructor?.name ?? 'Object'} { ${Object.keys(cause).join(', ')} }`;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} };
