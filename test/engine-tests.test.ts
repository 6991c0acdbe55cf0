import { describe, expect, test } from 'bun:test';
import { selectEngineTests } from './support/engine-tests.ts';
import { parse, readSources } from './support/source-files.ts';

const ROOT = new URL('..', import.meta.url).pathname;
const CHOICE = 'test/support/postgres-app.ts';

describe('the tests that run on PostgreSQL as well', () => {
  test('a test that opens an installation is selected, through however many files it does that', () => {
    const files = [
      parse('test/support/test-app.ts', "import { isOnPostgres } from './postgres-app.ts'; isOnPostgres;"),
      parse('test/perks/fixture.ts', "export { createTestApp } from '../support/test-app.ts';"),
      parse('test/perks/new.test.ts', "import { createTestApp } from './fixture.ts'; createTestApp();"),
      parse(
        'test/perks/direct.test.ts',
        `import { isOnPostgres } from '../support/postgres-app.ts'; isOnPostgres;`,
      ),
      parse('test/perks/later.test.ts', "await import('./fixture.ts');"),
    ];
    expect(selectEngineTests(files)).toEqual([
      'test/perks/direct.test.ts',
      'test/perks/later.test.ts',
      'test/perks/new.test.ts',
    ]);
  });

  test('a test that opens none, or only names a type of a file that does, is not selected', () => {
    const files = [
      parse('test/support/test-app.ts', "import { isOnPostgres } from './postgres-app.ts'; isOnPostgres;"),
      parse('test/perks/rules.test.ts', "import { price } from '../../src/perks/rules.ts'; price();"),
      parse(
        'test/perks/typed.test.ts',
        "import type { TestApp } from '../support/test-app.ts'; export let ctx: TestApp;",
      ),
      parse('test/perks/cycle.ts', "import { run } from './rules.test.ts'; run();"),
    ];
    expect(selectEngineTests(files)).toEqual([]);
  });

  test('a test that starts PostgreSQL in every run is not selected', () => {
    const files = [
      parse('test/support/nodes.ts', "import { isOnPostgres } from './postgres-app.ts'; isOnPostgres;"),
      parse(
        'test/nodes/perks.test.ts',
        "import { createNodes } from '../support/nodes.ts'; import { hasPostgres } from '../support/postgres.ts'; createNodes(hasPostgres());",
      ),
    ];
    expect(selectEngineTests(files)).toEqual([]);
  });

  test('only one file reads TEST_DATABASE to choose the engine', async () => {
    const files = await readSources(ROOT, ['test']);
    const readers = files.filter(({ code }) => /\benv\.TEST_DATABASE\b/.test(code)).map(({ path }) => path);
    // The other one only finds the server.
    expect(readers.sort()).toEqual([CHOICE, 'test/support/test-database.ts']);
  });

  test('tests of the API, of the domains, of properties and of races are selected, tests of rules are not', async () => {
    const selected = selectEngineTests(await readSources(ROOT, ['test']));
    const expected = [
      'test/campaigns/transitions.test.ts',
      'test/http/all-routes.test.ts',
      'test/property/money.test.ts',
      'test/exchange/concurrency.test.ts',
    ];
    expect(expected.filter(path => !selected.includes(path))).toEqual([]);
    expect(selected.filter(path => /\/(rules|language|architecture)\.test\.ts$/.test(path))).toEqual([]);
    expect(selected.length).toBeGreaterThan(150);
  });
});
