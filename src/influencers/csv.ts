import Papa from 'papaparse';
import { AppError, type ErrorDetail, invalid, type Violation } from '../errors.ts';
import { BYTE_ORDER_MARK, DELIMITER_LINE, escapeFormula, unescapeFormula } from '../platform/csv.ts';
import { readDataNumber } from '../platform/number-text.ts';
import type { Influencer } from './model.ts';

const COLUMNS = [
  'name',
  'email',
  'platforms',
  'country',
  'niches',
  'engagementRate',
  'rateCard',
  'notes',
  'status',
] as const;
type Column = (typeof COLUMNS)[number];
const REQUIRED: readonly Column[] = ['name', 'email', 'platforms'];
/** Maximum rows per import; more would block other writes for too long. */
const MAX_ROWS = 10_000;
const MAX_DETAILS = 100;
const LEADING_MARK = /^\uFEFF/;

/** One row of a file: its line number, and its cells as the fields of a request body. */
export interface CsvRow {
  line: number;
  fields: Record<string, unknown>;
}

interface CsvFile {
  rows: CsvRow[];
  /** Columns that are not recognized. */
  ignored: string[];
  problems: ErrorDetail[];
}

/** Returns the error detail of a line in a CSV file. */
export function toLineError(line: number, issue: string, violation: Violation): ErrorDetail {
  return { field: `line ${line}`, issue, ...violation };
}

/** Combines all problems in one error, by line. */
export function importError(problems: ErrorDetail[]): AppError {
  const details = problems.slice(0, MAX_DETAILS);
  const lines = details.map(({ field, issue }) => `- ${field}: ${issue}`);
  const more = problems.length - details.length;
  const message = ['Nothing was imported', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
  return new AppError('VALIDATION_ERROR', message, { details });
}

/** Parses a CSV file whose first row has the column names. @throws VALIDATION_ERROR if a required column is missing */
export function readCsv(text: string): CsvFile {
  const { cells, problems } = parse(text.replace(LEADING_MARK, ''));
  const [head, ...body] = cells;
  const names = head?.values.map(toColumn) ?? [];
  const repeated = names.find((name, index) => name !== '' && names.indexOf(name) < index);
  if (repeated) throw invalid(`line ${head?.line ?? 1}`, `names the column ${repeated} twice`, 'unique');
  const missing = REQUIRED.filter(name => !names.includes(name));
  if (missing.length > 0) {
    throw invalid('line 1', `must name the columns ${missing.join(', ')}`, 'required');
  }
  if (body.length > MAX_ROWS) {
    throw invalid('file', `must have at most ${MAX_ROWS} rows`, { rule: 'maxItems', limit: MAX_ROWS });
  }
  const rows = body.flatMap(({ line, values }) => {
    const row = Object.fromEntries(names.map((name, index) => [name, unescapeFormula(values[index] ?? '')]));
    try {
      return [{ line, fields: toFields(row) }];
    } catch (error) {
      problems.push(toLineError(line, (error as Error).message, { rule: 'format' }));
      return [];
    }
  });
  const ignored = names.filter(name => !(COLUMNS as readonly string[]).includes(name));
  return { rows, ignored, problems };
}

/** Returns the name of a column, which may be in other case. */
function toColumn(text: string): string {
  const name = text.trim();
  return COLUMNS.find(column => column.toLowerCase() === name.toLowerCase()) ?? name;
}

interface Cells {
  line: number;
  values: string[];
}

/** Parses the cells of each row with its line number, because quoted cells can span several lines. */
function parse(text: string): { cells: Cells[]; problems: ErrorDetail[] } {
  const cells: Cells[] = [];
  const problems: ErrorDetail[] = [];
  const [mark = '', delimiter] = DELIMITER_LINE.exec(text) ?? [];
  let position = mark.length;
  let line = 1 + countLines(mark);
  Papa.parse<string[]>(text.slice(mark.length), {
    ...(delimiter && { delimiter }),
    step: ({ data, errors, meta }) => {
      if (data.some(cell => cell.trim() !== '')) cells.push({ line, values: data });
      for (const { code, message } of errors)
        if (code !== 'UndetectableDelimiter') problems.push(toLineError(line, message, { rule: 'format' }));
      const end = mark.length + meta.cursor;
      line += countLines(text.slice(position, end));
      position = end;
    },
  });
  return { cells, problems };
}

function countLines(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Converts a row to the fields of a request body. Invalid numbers stay text, so that schema validation rejects them. */
function toFields(row: Record<string, string>): Record<string, unknown> {
  const given = (name: Column) => (row[name]?.trim() ? row[name].trim() : undefined);
  const engagementRate = given('engagementRate');
  const fields = {
    name: given('name'),
    email: given('email'),
    platforms: parseList(given('platforms')).map(parseAccount),
    country: given('country'),
    niches: parseList(given('niches')),
    engagementRate: engagementRate && (readDataNumber(engagementRate) ?? engagementRate),
    rateCard: parseRateCard(given('rateCard')),
    notes: given('notes'),
    status: given('status'),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function parseRateCard(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('rateCard must be JSON, such as [{"platform":"instagram","format":"post","price":120}]');
  }
}

/** Parses `instagram:ada.drinks:2340`; the handle may contain colons. */
function parseAccount(text: string): Record<string, unknown> {
  const [first, last] = [text.indexOf(':'), text.lastIndexOf(':')];
  if (first < 1 || first === last)
    throw new Error(`platforms must have the form platform:handle:followers, not "${text}"`);
  const count = text.slice(last + 1).trim();
  const followers = readDataNumber(count, { isWhole: true }) ?? count;
  return { platform: text.slice(0, first).trim(), handle: text.slice(first + 1, last).trim(), followers };
}

/** Parses a list separated by semicolons; inside an item, a semicolon is escaped as %3B and % as %25. */
function parseList(text = ''): string[] {
  const items = text.split(';').map(item => item.trim());
  return items
    .filter(item => item !== '')
    .map(item => item.replace(/%(25|3B)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))));
}

function escapeListItem(item: string): string {
  return item.replaceAll('%', '%25').replaceAll(';', '%3B');
}

/** Writes influencers as a CSV file that is safe to open in spreadsheets and that readCsv accepts. */
export function writeCsv(influencers: readonly Influencer[]): string {
  const rows = influencers.map(influencer => toCells(influencer).map(escapeFormula));
  return `${BYTE_ORDER_MARK}${Papa.unparse([[...COLUMNS], ...rows], { newline: '\r\n' })}\r\n`;
}

/** Returns the cells of a row in the order of COLUMNS. */
function toCells({ platforms, rateCard, niches, engagementRate, ...influencer }: Influencer): string[] {
  const accounts = platforms.map(({ platform, handle, followers }) => `${platform}:${handle}:${followers}`);
  return [
    influencer.name,
    influencer.email,
    accounts.map(escapeListItem).join('; '),
    influencer.country ?? '',
    niches.map(escapeListItem).join('; '),
    engagementRate === null ? '' : String(engagementRate),
    rateCard.length > 0 ? JSON.stringify(rateCard) : '',
    influencer.notes ?? '',
    influencer.status,
  ];
}
