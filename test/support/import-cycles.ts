import type { SourceFile } from './source-files.ts';

/** Import cycles between files, each as the list of its members (Tarjan's strongly connected components). */
export function cyclesOf(files: SourceFile[]): string[][] {
  const imports = new Map(files.map(file => [file.path, file.imports]));
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    index.set(path, index.size);
    low.set(path, index.get(path) as number);
    stack.push(path);
    for (const target of imports.get(path) ?? []) {
      if (!imports.has(target)) continue;
      if (!index.has(target)) visit(target);
      else if (!stack.includes(target)) continue;
      low.set(path, Math.min(low.get(path) as number, low.get(target) as number));
    }
    if (low.get(path) !== index.get(path)) return;
    const members = stack.splice(stack.indexOf(path));
    if (members.length > 1) cycles.push(members.sort());
  };
  for (const path of imports.keys()) if (!index.has(path)) visit(path);
  return cycles;
}

/** The module of a file: a domain, or a sub-domain or a subject of the pages, to which its folders service and rules belong. */
export function moduleOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const isPage = path.startsWith('src/dashboard/pages/');
  return folders
    .slice(0, isPage ? 5 : 3)
    .filter(folder => folder !== 'service' && folder !== 'rules')
    .join('/');
}

/** Pairs of modules of which each imports the other, in order; a module and its own sub-modules are none. */
export function mutualImports(files: readonly SourceFile[]): string[] {
  const edges = new Set<string>();
  for (const { path, imports } of files)
    for (const target of imports)
      if (target.startsWith('src/')) edges.add(`${moduleOf(path)} ${moduleOf(target)}`);
  const pairs = [...edges].map(edge => edge.split(' ') as [string, string]);
  return pairs
    .filter(([one, other]) => one < other && !other.startsWith(`${one}/`) && edges.has(`${other} ${one}`))
    .map(pair => pair.join(' and '))
    .sort();
}
