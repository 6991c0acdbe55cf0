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
