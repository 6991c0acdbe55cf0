import { readSources, type SourceFile } from './source-files.ts';

/**
 * The files that put the whole program together. Almost every test leads through one of them, or through a fixture, to every
 * file, so that the search ends there. Of those tests, the ones in the area of the changed file are selected.
 */
const WHOLE = ['src/app.ts', 'cli/program.ts'];
const isFixture = (path: string) => path.startsWith('test/') && !path.endsWith('.test.ts');
/** `src/routes/campaigns.ts`, `src/campaigns/…` and `db/schema/campaigns.ts` belong to `campaigns`, as does its folder of tests. */
const AREA = /^(?:src\/routes|db\/schema|src|test)\/([\w-]+)|^(cli|db)\//;
/** Areas whose tests are in a folder of another name. */
const FOLDERS: Record<string, string> = { dashboard: 'pages' };

/**
 * Selects the tests to run after a change: those whose imports lead to a changed file, and those of its area.
 * @param files all source files and tests
 * @param changed paths from the root
 */
export function selectChangedTests(files: readonly SourceFile[], changed: readonly string[]): string[] {
  const importers = new Map<string, string[]>();
  for (const { path, runtimeImports } of files)
    for (const target of runtimeImports) importers.set(target, [...(importers.get(target) ?? []), path]);
  const reached = new Set(changed);
  // A set also iterates over what is added meanwhile.
  for (const path of reached) {
    if (!changed.includes(path) && (WHOLE.includes(path) || isFixture(path))) continue;
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  }
  const folders = changed.map(path => {
    const [, area, top] = AREA.exec(path) ?? [];
    const name = area ?? top;
    return name && `test/${FOLDERS[name] ?? name}/`;
  });
  const isOfArea = (path: string) => folders.some(folder => folder && path.startsWith(folder));
  return files
    .map(({ path }) => path)
    .filter(path => path.endsWith('.test.ts') && (reached.has(path) || isOfArea(path)))
    .sort();
}

/** The folders of source files and tests. */
export const FOLDERS_OF_CODE = ['cli', 'db', 'seed', 'src', 'test'];

function git(root: string, ...args: string[]): string[] {
  const { stdout, stderr, exitCode } = Bun.spawnSync(['git', ...args], { cwd: root });
  if (exitCode !== 0) throw new Error(stderr.toString());
  return stdout.toString().split('\n').filter(Boolean);
}

/** Lists the files that differ from a commit, new ones included. */
export function listChangedFiles(root: string, base: string): string[] {
  return [...git(root, 'diff', '--name-only', base), ...git(root, 'ls-files', '-o', '--exclude-standard')];
}

/** `bun run test:changed [commit] [options of bun test]`: runs the tests of what differs from a commit, by default the last one. */
if (import.meta.main) {
  const root = new URL('../..', import.meta.url).pathname;
  const args = process.argv.slice(2);
  const base = args[0] && !args[0].startsWith('-') ? (args.shift() as string) : 'HEAD';
  const tests = selectChangedTests(await readSources(root, FOLDERS_OF_CODE), listChangedFiles(root, base));
  if (tests.length === 0) {
    console.log(`No test depends on what differs from ${base}`);
    process.exit(0);
  }
  const paths = tests.map(path => `./${path}`);
  const child = Bun.spawn([process.execPath, 'run', '--silent', 'test:files', ...args, ...paths], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit'],
  });
  process.exit(await child.exited);
}
