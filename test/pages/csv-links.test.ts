import { expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGES = join(import.meta.dir, '../../src/dashboard/pages/business');

test('every list of the dashboard can be downloaded as CSV', () => {
  const lists = readdirSync(PAGES, { encoding: 'utf8', recursive: true })
    .filter(name => name.endsWith('.tsx'))
    .map(name => ({ name, source: readFileSync(join(PAGES, name), 'utf8') }))
    .filter(({ source }) => /<(PagedList|ListPage)\b/.test(source));
  expect(lists.length).toBeGreaterThan(15);
  const without = lists.filter(({ source }) => !/<CsvLink\b|<ExportButton\b|csvPath=/.test(source));
  expect(without.map(({ name }) => name)).toEqual([]);
});
