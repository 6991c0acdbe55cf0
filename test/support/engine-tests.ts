import type { SourceFile } from './source-files.ts';

/** The file that reads TEST_DATABASE. A test that does not import it, even through other files, has one result. */
const ENGINE_CHOICE = 'test/support/postgres-app.ts';
/** The file with the PostgreSQL server. A test that imports it directly uses PostgreSQL in every run. */
const SERVER = 'test/support/postgres.ts';

/**
 * Selects the tests whose result depends on the engine: those whose imports lead to the file that chooses it, which
 * includes every test that opens an installation. All other tests, such as those of rules and pages, would only run
 * twice, and so would those of two nodes, which start PostgreSQL whatever the engine.
 * @param files all files of the folder test
 */
export function selectEngineTests(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  const ownServer = new Set<string>();
  for (const { path, runtimeImports } of files) {
    for (const target of runtimeImports) importers.set(target, [...(importers.get(target) ?? []), path]);
    if (runtimeImports.includes(SERVER)) ownServer.add(path);
  }
  const selected = new Set([ENGINE_CHOICE]);
  // A set also iterates over what is added meanwhile.
  for (const path of selected) for (const importer of importers.get(path) ?? []) selected.add(importer);
  return [...selected].filter(path => path.endsWith('.test.ts') && !ownServer.has(path)).sort();
}
