import { expect, test } from 'bun:test';
import { FOLDERS_OF_CODE, selectChangedTests } from './support/changed-tests.ts';
import { parse, readSources } from './support/source-files.ts';

const FILES = [
  parse('src/app.ts', "import { perks } from './perks/service.ts'; perks();"),
  parse('src/perks/service.ts', "import { price } from './rules.ts'; price();"),
  parse('src/perks/rules.ts', 'export const price = () => 1;'),
  parse('test/perks/service.test.ts', "import { createApp } from '../../src/app.ts'; createApp();"),
  parse('test/market/price.test.ts', "import { price } from '../../src/perks/rules.ts'; price();"),
  parse('test/shops/shops.test.ts', "import { createApp } from '../../src/app.ts'; createApp();"),
];

test('the tests whose imports lead to a changed file and those of its area are selected', () => {
  expect(selectChangedTests(FILES, ['src/perks/rules.ts'])).toEqual([
    'test/market/price.test.ts',
    'test/perks/service.test.ts',
  ]);
});

test('a changed test is selected alone, and a document selects none', () => {
  expect(selectChangedTests(FILES, ['test/market/price.test.ts'])).toEqual(['test/market/price.test.ts']);
  expect(selectChangedTests(FILES, ['README.md'])).toEqual([]);
});

test('a change of one domain selects a small part of the tests', async () => {
  const files = await readSources(new URL('..', import.meta.url).pathname, FOLDERS_OF_CODE);
  const all = files.filter(({ path }) => path.endsWith('.test.ts')).length;
  const selected = selectChangedTests(files, ['src/rewards/rules.ts']);
  expect(selected).toContain('test/rewards/redeem.test.ts');
  expect(selected.length).toBeLessThan(all / 4);
});
