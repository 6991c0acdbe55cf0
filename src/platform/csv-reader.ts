import Papa from 'papaparse';
import { DELIMITER_LINE, unescapeFormula } from './csv.ts';

/** A row of a CSV file with the line on which it begins, counted from 1. */
export interface CsvRow {
  line: number;
  cells: string[];
  /** Why the row can't be read; its cells are then empty. */
  problem?: string;
}

/** Characters of the longest row. It bounds the memory that a quotation mark that is never closed can use. */
export const MAX_ROW_CHARS = 64 * 1024;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const UNCLOSED = 'has a quotation mark that is never closed';
const MISPLACED = 'has a quotation mark in the middle of a cell';
const NOT_UTF_8 = 'is not UTF-8, unlike the lines before it';

/**
 * Reads a CSV file in constant memory: the rows of each chunk with at least one cell that is not empty. The delimiter
 * and the encoding (UTF-8, UTF-16 or Windows-1252) are recognized. A row that can't be read does not affect those on
 * the lines after it.
 */
export async function* readCsvRows(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<CsvRow[]> {
  const parser = new RowParser();
  const decoder = new FileDecoder();
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk);
    if (text === undefined) return yield [parser.toProblem(NOT_UTF_8)];
    const rows = parser.add(text);
    if (rows.length > 0) yield rows;
  }
  const text = decoder.end();
  const rest = text === undefined ? [parser.toProblem(NOT_UTF_8)] : parser.end(text);
  if (rest.length > 0) yield rest;
}

/** Decodes a CSV file like readCsvRows. @returns undefined for a file that ends inside a character */
export function decodeCsv(bytes: Uint8Array): string | undefined {
  const decoder = new FileDecoder();
  const text = decoder.decode(bytes);
  return decoder.end() === undefined ? undefined : text;
}

/**
 * Decodes a file that arrives in pieces. Spreadsheets on Windows save CSV files in the Windows code page or, as "Unicode
 * text", in UTF-16.
 */
class FileDecoder {
  #decoder: TextDecoder | undefined;
  /** Whether all bytes so far are ASCII, which is the same in the Windows code page. */
  #isAscii = true;

  /** @returns undefined for a piece that is not UTF-8 after pieces with characters in UTF-8 */
  decode(chunk: Uint8Array): string | undefined {
    this.#decoder ??= new TextDecoder(detectUtf16(chunk) ?? 'utf-8', { fatal: true });
    const text = tryDecode(this.#decoder, chunk, true);
    if (text === undefined && this.#isAscii && this.#decoder.encoding === 'utf-8') {
      this.#decoder = new TextDecoder('windows-1252');
      return this.#decoder.decode(chunk, { stream: true });
    }
    this.#isAscii &&= text?.length === chunk.length;
    return text;
  }

  /** Returns the text of the last bytes; undefined for a part of a character. */
  end(): string | undefined {
    return this.#decoder ? tryDecode(this.#decoder, new Uint8Array(), false) : '';
  }
}

function tryDecode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string | undefined {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return undefined;
  }
}

function detectUtf16([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

/** The library's parser for one text, of which the types only show a part. */
interface TextParser {
  parse(text: string, baseIndex: number, ignoreLastRow: boolean): Parsed;
}
interface Parsed {
  data: string[][];
  errors: { code: string; row: number }[];
  meta: { cursor: number };
}

/** Splits text that arrives in pieces into rows. */
class RowParser {
  #text = '';
  #line = 1;
  #delimiter: string | undefined;
  /** Whether the text up to the next line end belongs to a row that is too long. */
  #isSkipping = false;

  add(text: string): CsvRow[] {
    // A line feed that belongs to a carriage return may follow in the next piece.
    const isCut = text.endsWith('\r');
    this.#text = normalizeLineEnds(this.#text + (isCut ? text.slice(0, -1) : text));
    const rows = this.#readRows(false);
    if (isCut) this.#text += '\r';
    return rows;
  }

  /** Returns a row for the rest of the text, beginning with the row that has not ended. */
  toProblem(problem: string): CsvRow {
    return { line: this.#line, cells: [], problem };
  }

  end(text: string): CsvRow[] {
    this.#text = normalizeLineEnds(this.#text + text);
    return this.#readRows(true);
  }

  #readRows(isEnd: boolean): CsvRow[] {
    if (this.#isSkipping && !this.#endLine(isEnd)) return [];
    const delimiter = this.#findDelimiter(isEnd);
    if (delimiter === undefined) return [];
    const rows: CsvRow[] = [];
    while (this.#text !== '') {
      const { data, errors, meta } = createParser(delimiter).parse(this.#text, 0, !isEnd);
      const [error] = errors;
      const complete = error ? data.slice(0, error.row) : data;
      this.#take(rows, complete);
      const isRead = isEnd && !error;
      this.#text = isRead
        ? ''
        : this.#text.slice(error ? findStart(delimiter, this.#text, error.row) : meta.cursor);
      const problem = error?.code === 'InvalidQuotes' ? MISPLACED : UNCLOSED;
      const isBroken = error !== undefined || this.#text.length > MAX_ROW_CHARS;
      if (!isBroken || !this.#rejectLine(rows, problem, isEnd)) break;
    }
    return rows;
  }

  /**
   * Reports the first row as broken and continues on the line after its first one.
   * @returns false if the rest of that line has not arrived
   */
  #rejectLine(rows: CsvRow[], problem: string, isEnd: boolean): boolean {
    const isComplete = isEnd || this.#text.includes('\n');
    if (!isComplete && this.#text.length <= MAX_ROW_CHARS) return false;
    rows.push({ line: this.#line, cells: [], problem });
    return this.#endLine(isEnd);
  }

  /** Drops the text up to the next line end. @returns false if it has not arrived */
  #endLine(isEnd: boolean): boolean {
    const end = this.#text.indexOf('\n');
    this.#isSkipping = end === -1 && !isEnd;
    this.#text = end === -1 ? '' : this.#text.slice(end + 1);
    if (!this.#isSkipping) this.#line += 1;
    return !this.#isSkipping;
  }

  /** Chooses the delimiter by the first line, once it is complete. */
  #findDelimiter(isEnd: boolean): string | undefined {
    if (this.#delimiter !== undefined) return this.#delimiter;
    const end = this.#text.indexOf('\n');
    if (end === -1 && !isEnd && this.#text.length <= MAX_ROW_CHARS) return undefined;
    const [mark, named] = DELIMITER_LINE.exec(this.#text) ?? [];
    if (mark !== undefined) {
      this.#text = this.#text.slice(mark.length);
      this.#line += 1;
      this.#delimiter = named;
      return named;
    }
    const head = (end === -1 ? this.#text : this.#text.slice(0, end)).replaceAll(/"[^"]*"/g, '');
    const count = (delimiter: string) => head.split(delimiter).length;
    this.#delimiter = DELIMITERS.reduce((best, next) => (count(next) > count(best) ? next : best));
    return this.#delimiter;
  }

  #take(rows: CsvRow[], parsed: string[][]): void {
    for (const cells of parsed) {
      if (cells.some(cell => cell.trim() !== ''))
        rows.push({ line: this.#line, cells: cells.map(unescapeFormula) });
      this.#line += 1;
      for (const cell of cells) if (cell.includes('\n')) this.#line += cell.split('\n').length - 1;
    }
  }
}

/** Returns the position of a row. */
function findStart(delimiter: string, text: string, row: number): number {
  return row === 0 ? 0 : createParser(delimiter, row).parse(text, 0, false).meta.cursor;
}

function createParser(delimiter: string, preview = 0): TextParser {
  const config = { delimiter, newline: '\n', preview } as ConstructorParameters<typeof Papa.Parser>[0];
  return new Papa.Parser(config) as unknown as TextParser;
}

function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;
}
