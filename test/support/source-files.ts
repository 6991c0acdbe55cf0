import { dirname, join } from 'node:path';

/** A parsed source file: its code without types, comments and strings, and its imports. */
export interface SourceFile {
  path: string;
  lines: number;
  /** The file as it is. */
  text: string;
  code: string;
  /** All imports including types: packages by name, our files by their path from the root. */
  imports: string[];
  /** The imports that remain at run time. */
  runtimeImports: string[];
}

const STRINGS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\$]|\$(?!\{))*`/g;
/** Static, re-exporting and dynamic imports, with or without `type`. */
const IMPORTS = /^(?:import|export)\b[^'";]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'|\bimport\(\s*'([^']+)'/gm;
const transpilers = {
  ts: new Bun.Transpiler({ loader: 'ts', target: 'bun' }),
  tsx: new Bun.Transpiler({ loader: 'tsx', target: 'browser' }),
};

export function parse(path: string, source: string): SourceFile {
  const transpiler = transpilers[path.endsWith('.tsx') ? 'tsx' : 'ts'];
  const compiled = transpiler.transformSync(source);
  const fromRoot = (target: string) => (target.startsWith('.') ? join(dirname(path), target) : target);
  return {
    path,
    lines: source.trimEnd().split('\n').length,
    text: source,
    code: compiled.replaceAll(STRINGS, "''"),
    imports: [...source.matchAll(IMPORTS)].map(([, from, bare, dynamic]) =>
      fromRoot((from ?? bare ?? dynamic) as string),
    ),
    runtimeImports: transpiler.scanImports(compiled).map(({ path: target }) => fromRoot(target)),
  };
}

/** Reads the source files of folders of a checkout, in the order of their paths. */
export function readSources(root: string, folders: readonly string[]): Promise<SourceFile[]> {
  const glob = new Bun.Glob(`{${folders.join(',')}}/**/*.{ts,tsx}`);
  const paths = [...glob.scanSync(root)].filter(path => !path.endsWith('.d.ts')).sort();
  return Promise.all(paths.map(async path => parse(path, await Bun.file(`${root}/${path}`).text())));
}
