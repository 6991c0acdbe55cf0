import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type * as Runtime from '../../../src/describe/typescript/runtime/client.ts';
import type * as Errors from '../../../src/describe/typescript/runtime/errors.ts';
import type * as Webhook from '../../../src/describe/typescript/runtime/webhook.ts';

type Method = (args?: object, options?: Runtime.CallOptions) => Promise<unknown>;
type Iterate = (args?: object, options?: Runtime.CallOptions) => AsyncGenerator<unknown>;

/** The generated module; its operations are typed by the module itself, which the compiler checks. */
export type Module = typeof Errors & typeof Webhook & { Client: new (options?: object) => Methods };
export type Methods = Record<string, Method> & Record<`iterate${string}` | `stream${string}`, Iterate>;

/** A new folder, removed by `remove`. */
export function createFolder(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-typescript-'));
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

export async function importModule(folder: string, source: string): Promise<Module> {
  const file = join(folder, 'perkmint.ts');
  writeFileSync(file, source);
  return (await import(file)) as Module;
}

const COMPILER = new URL('../../../node_modules/.bin/tsc', import.meta.url).pathname;
/** Stricter than the defaults of TypeScript, because it must compile in the projects of others. */
const OPTIONS = {
  target: 'es2022',
  module: 'nodenext',
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  noImplicitOverride: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
};

/** Compiles files of a folder. @returns what the compiler prints; empty without errors */
export async function compile(folder: string, files: string[], options: object): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const config = { compilerOptions: { ...OPTIONS, ...options }, files };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const child = Bun.spawn([COMPILER, '-p', folder], { stdout: 'pipe', stderr: 'pipe' });
  const text = await new Response(child.stdout).text();
  await child.exited;
  return text;
}
