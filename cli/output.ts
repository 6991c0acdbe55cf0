import { isatty } from 'node:tty';
import { styleText } from 'node:util';
import { readEnvironment } from '../src/config/environment.ts';
import type { Page } from '../src/platform/page.ts';
import { readLine, readSecretLine } from './terminal.ts';

/** The process as commands see it; tests pass their own implementation. */
export interface Io {
  env: Record<string, string | undefined>;
  /** Writes results to stdout. */
  out(text: string): void;
  /** Writes messages to stderr. */
  err(text: string): void;
  /** Whether a user can answer prompts. */
  isInteractive: boolean;
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  /** Reads all of stdin. */
  readInput(): Promise<Uint8Array>;
  /** Reads a line from the terminal, without echo if it is secret. */
  ask(question: string, secret: boolean): Promise<string>;
  /** Ends the process after this time, even if open handles keep it alive. Does nothing in tests. */
  exitWithin(ms: number): void;
}

/** The file descriptor of standard input. */
const STDIN = 0;
type Style = Parameters<typeof styleText>[0];
export type Cell = string | number | boolean | null | undefined;

export interface Column<T> {
  title: string;
  value(row: T): Cell;
}

const COLUMN_GAP = '  ';
/** Longer cells of a table are truncated, except addresses; --json prints them in full. */
const MAX_CELL_LENGTH = 60;
/** A part of an address leads nowhere. */
const ADDRESS = /^https?:\/\/\S+$/;

/** Prints results to stdout (tables, or JSON with --json) and messages to stderr. No other module prints. */
export class Output {
  readonly #hasColor: boolean;

  constructor(
    private readonly io: Io,
    readonly isJson: boolean,
  ) {
    this.#hasColor = io.isOutTerminal && !io.env.NO_COLOR && !isJson;
  }

  /** Prints a message for the user. */
  info(text: string): void {
    this.io.err(`${text}\n`);
  }

  /** Prints text that is a result as it is, such as a document or a Markdown table. */
  text(text: string): void {
    this.io.out(text.endsWith('\n') ? text : `${text}\n`);
  }

  /** Prints text that is a result while it arrives, with its byte order mark. */
  async stream(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
    for await (const chunk of body) this.io.out(decoder.decode(chunk, { stream: true }));
  }

  /** Prints a single value, such as a link or a key, alone on stdout, so that `$(…)` captures it. */
  value(value: string, whole: object): void {
    if (this.isJson) this.json(whole);
    else this.text(value);
  }

  /** Prints a record with one line per field; nested fields by their path. */
  record(record: object): void {
    if (this.isJson) {
      this.json(record);
      return;
    }
    const fields = flatten(record);
    const width = Math.max(0, ...fields.map(([name]) => name.length));
    for (const [name, value] of fields)
      this.text(`${this.style('dim', name.padEnd(width))}${COLUMN_GAP}${formatCell(value)}`);
  }

  /** Prints a table; with --json, `whole` instead. */
  table<T>(rows: readonly T[], columns: Column<T>[], whole: unknown = rows): void {
    if (this.isJson) {
      this.json(whole);
      return;
    }
    const cells = rows.map(row => columns.map(column => truncateCell(formatCell(column.value(row)))));
    const widths = columns.map(({ title }, i) =>
      Math.max(title.length, ...cells.map(row => plainLength(row[i]!))),
    );
    const line = (row: string[]) =>
      row
        .map((cell, i) => cell + ' '.repeat(widths[i]! - plainLength(cell)))
        .join(COLUMN_GAP)
        .trimEnd();
    this.text(this.style('bold', line(columns.map(column => column.title))));
    for (const row of cells) this.text(line(row));
  }

  /** Prints a page of a list, and on stderr how many pages there are. */
  page<T>(page: Page<T>, columns: Column<T>[]): void {
    this.table(page.items, columns, page);
    const { total, totalPages, page: number } = page.pagination;
    if (this.isJson) return;
    if (total === 0) this.info('No results');
    else if (totalPages > 1)
      this.info(`Page ${number} of ${totalPages}, ${total} in total; use --page to show another, or --all`);
  }

  /** Prints a completed change: a sentence, or the record with --json. */
  done(sentence: string, record: object): void {
    if (this.isJson) this.json(record);
    else this.text(sentence);
  }

  json(value: unknown): void {
    this.text(JSON.stringify(value, null, 2));
  }

  /** Prints why a command failed. */
  failure(failure: { code: string; message: string; details?: unknown }, exitCode: number): void {
    if (this.isJson) this.info(JSON.stringify({ error: failure, exitCode }));
    else this.info(`${this.style('red', 'error')}: ${failure.message}`);
  }

  style(style: Style, text: string): string {
    return this.#hasColor ? styleText(style, text, { validateStream: false }) : text;
  }
}

/** Returns the Io of this process. */
export function processIo(): Io {
  // `perkmint … | head` closes the pipe early, and a server outlives the reader of its log; neither is an error.
  let isOutOpen = true;
  process.stdout.on('error', error => {
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
    isOutOpen = false;
  });
  const err = (text: string) => void process.stderr.write(text);
  return {
    env: readEnvironment(),
    out: text => {
      if (isOutOpen) process.stdout.write(text);
    },
    err,
    // Asked of the descriptor, because process.stdin would open a stream at every start.
    isInteractive: isatty(STDIN) && Boolean(process.stderr.isTTY),
    isOutTerminal: Boolean(process.stdout.isTTY),
    isErrTerminal: Boolean(process.stderr.isTTY),
    readInput: () => Bun.stdin.bytes(),
    ask: (question, secret) => {
      err(question);
      return secret ? readSecretLine(() => err('\n')) : readLine();
    },
    exitWithin: ms => void setTimeout(() => process.exit(), ms).unref(),
  };
}

function flatten(record: object, prefix = ''): [string, unknown][] {
  return Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
    const isNested = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isNested ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value]];
  });
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined || value === '') return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(item => formatCell(item)).join(', ');
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // User input may contain escape sequences that move the terminal's cursor.
  return Bun.stripANSI(text).replace(/\p{Cc}/gu, ' ');
}

function truncateCell(text: string): string {
  return text.length > MAX_CELL_LENGTH && !ADDRESS.test(text)
    ? `${text.slice(0, MAX_CELL_LENGTH - 1)}…`
    : text;
}

function plainLength(text: string): number {
  return Bun.stringWidth(text);
}
