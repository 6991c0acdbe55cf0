import type { Clock } from './clock.ts';
import { nowIso } from './clock.ts';

const LEVELS = { debug: 10, info: 20, warn: 30, error: 40, silent: 99 } as const;
export type LogLevel = keyof typeof LEVELS;

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

/** Lines gather during one turn of the event loop and leave in one write: a system call a turn, not a request. */
export function createLog({ level, clock, write, pretty = false }: LogOptions): Log {
  const least = LEVELS[level];
  const format = pretty ? prettyLine : jsonLine;
  let buffer = '';
  const flush = (): void => {
    if (buffer === '') return;
    const text = buffer;
    buffer = '';
    write(text);
  };
  const at = (name: Exclude<LogLevel, 'silent'>) => {
    if (LEVELS[name] < least) return () => {};
    return (message: string, fields: Record<string, unknown> = {}): void => {
      if (buffer === '') setImmediate(flush);
      buffer += format(nowIso(clock), name, message, fields);
    };
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error'), flush };
}

function jsonLine(time: string, level: string, message: string, fields: Record<string, unknown>): string {
  return `${JSON.stringify({ time, level, message, ...describeErrors(fields) })}\n`;
}

function prettyLine(time: string, level: string, message: string, fields: Record<string, unknown>): string {
  const rest = Object.entries(describeErrors(fields))
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' ');
  return `${time.slice(11, 23)} ${level.toUpperCase().padEnd(5)} ${message}${rest ? `  ${rest}` : ''}\n`;
}

function describeErrors(fields: Record<string, unknown>): Record<string, unknown> {
  const { cause } = fields;
  if (!(cause instanceof Error)) return fields;
  return { ...fields, cause: redacted(cause.stack ?? `${cause.name}: ${cause.message}`) };
}

/**
 * What must be in no log, by its shape: messages of libraries repeat what they were given. Credentials of ours,
 * JWTs, bearer headers, passwords in URLs, email addresses.
 */
const SECRETS = [
  /\b(?:pmk|whsec)_[\w+/=-]{8,}/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g,
  /(?<=\bBearer +)\S+/gi,
  /(?<=:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/g,
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
];

function redacted(text: string): string {
  return SECRETS.reduce((left, secret) => left.replace(secret, '[redacted]'), text);
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, flush() {} };
