import type { TableData } from '../../db/personal-data/map.ts';

/** Rows that a page shows of each kind; the JSON file has all. */
const MAX_SHOWN_ROWS = 200;

/** The part of an export with one kind of record. */
export interface Kind {
  /** The name of the JSON file, without its folder and extension. */
  name: string;
  records: Record<string, unknown>[];
}

/** Returns the columns of a row that its person may see, in the order of the table. */
export function toExportRecord(
  { personal, facts }: Pick<TableData, 'personal' | 'facts'>,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown = new Set([...facts, ...Object.keys(personal).filter(name => !personal[name]!.isHidden)]);
  return Object.fromEntries(Object.entries(row).filter(([name]) => shown.has(name)));
}

/** Writes a page that a person can read without other programs: one table per kind. All values are escaped. */
export function writeExportPage(kinds: readonly Kind[], createdAt: string): string {
  const list = kinds.map(
    ({ name, records }) => `<li><a href="#${name}">${toTitle(name)}</a> (${records.length})</li>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Your data</title>
<style>${STYLE}</style>
<h1>Your data</h1>
<p>Everything that is stored about you, as of ${toHtml(createdAt)}. The folder <code>data</code> has the same as JSON,
for other programs, and the folder <code>files</code> has the files that you uploaded.</p>
<p>Numbers whose name ends in Cents are amounts in the smallest unit of their currency. Times are in UTC.</p>
<ul>${list.join('\n')}</ul>
${kinds.map(writeKind).join('\n')}
</html>
`;
}

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:2rem}table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid #ccc;padding:.25rem .5rem;text-align:left;vertical-align:top}';

function writeKind({ name, records }: Kind): string {
  const columns = [...new Set(records.flatMap(record => Object.keys(record)))];
  const rows = records
    .slice(0, MAX_SHOWN_ROWS)
    .map(
      record => `<tr>${columns.map(column => `<td>${toHtml(toText(record[column]))}</td>`).join('')}</tr>`,
    );
  const more = records.length - rows.length;
  return `<h2 id="${name}">${toTitle(name)}</h2>
<table><thead><tr>${columns.map(column => `<th>${toHtml(toTitle(column))}</th>`).join('')}</tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
${more > 0 ? `<p>And ${more} more in <code>data/${name}.json</code>.</p>` : ''}`;
}

/** Turns a name such as `mail-choices` or `createdAt` into words. */
function toTitle(name: string): string {
  const words = name.replaceAll('-', ' ').replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start}`);
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

function toText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toHtml(text: string): string {
  return Bun.escapeHTML(text);
}
