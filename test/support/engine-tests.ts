import { parse, type SourceFile } from './architecture.ts';

/** The file that reads TEST_DATABASE. A test that does not import it, even through other files, has one result. */
const ENGINE_CHOICE = 'test/support/postgres-app.ts';

/**
 * Selects the tests whose result depends on the engine: those whose imports lead to the file that chooses it, which
 * includes every test that opens an installation. All other tests, such as those of rules and pages, would only run
 * twice.
 * @param files all files of the folder test
 */
export function selectEngineTests(files: readonly SourceFile[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, runtimeImports } of files)
    for (const target of runtimeImports) importers.set(target, [...(importers.get(target) ?? []), path]);
  const selected = new Set([ENGINE_CHOICE]);
  // A set also iterates over what is added meanwhile.
  for (const path of selected) for (const importer of importers.get(path) ?? []) selected.add(importer);
  return [...selected].filter(path => path.endsWith('.test.ts')).sort();
}

/** Reads the files of the folder test of a checkout. */
export function readTestFiles(root: string): Promise<SourceFile[]> {
  const paths = [...new Bun.Glob('test/**/*.{ts,tsx}').scanSync(root)];
  return Promise.all(paths.map(async path => parse(path, await Bun.file(`${root}/${path}`).text())));
}
