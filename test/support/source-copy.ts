import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dir, '../..');
/** PostgreSQL's server runs under another account, which reaches its program through the copy. */
const SEARCHABLE = 0o711;

/** A change of the source text that a test must notice. */
export interface Mutation {
  file: string;
  /** The original text, which occurs once. */
  find: string;
  replace: string;
}

/** A copy of the files of this checkout, except those that Git ignores, in a temporary folder, to plant bugs in. */
export class SourceCopy {
  readonly folder = mkdtempSync(join(tmpdir(), 'perkmint-mutants-'));

  constructor() {
    chmodSync(this.folder, SEARCHABLE);
    for (const path of listFiles()) {
      mkdirSync(dirname(join(this.folder, path)), { recursive: true });
      cpSync(join(ROOT, path), join(this.folder, path));
    }
    symlinkSync(join(ROOT, 'node_modules'), join(this.folder, 'node_modules'));
  }

  /**
   * Runs a check on the copy with a bug in it, and removes the bug.
   * @returns the result of the check; undefined without running it if the original text doesn't occur exactly once
   */
  async with<T>({ file, find, replace }: Mutation, check: () => Promise<T>): Promise<T | undefined> {
    const path = join(this.folder, file);
    const source = readFileSync(path, 'utf8');
    if (source.split(find).length !== 2) return undefined;
    const changed = source.replace(find, () => replace);
    assertParses(file, changed);
    writeFileSync(path, changed);
    try {
      return await check();
    } finally {
      writeFileSync(path, source);
    }
  }

  /** Runs Bun in the copy. */
  async run(...args: string[]): Promise<{ exitCode: number; output: string }> {
    const child = Bun.spawn([process.execPath, ...args], {
      cwd: this.folder,
      env: process.env,
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const [out, err] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    return { exitCode: await child.exited, output: out + err };
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A bug that keeps the program from starting would be noticed by any test. @throws if the text isn't TypeScript */
function assertParses(file: string, text: string): void {
  new Bun.Transpiler({ loader: file.endsWith('.tsx') ? 'tsx' : 'ts' }).transformSync(text);
}

/** Lists the files that Git doesn't ignore and that were not deleted since the last commit. */
function listFiles(): string[] {
  const list = (...args: string[]) => {
    const { stdout, stderr, exitCode } = Bun.spawnSync(['git', 'ls-files', ...args], { cwd: ROOT });
    if (exitCode !== 0) throw new Error(stderr.toString());
    return stdout.toString().split('\n').filter(Boolean);
  };
  const deleted = new Set(list('--deleted'));
  return list('--cached', '--others', '--exclude-standard').filter(
    path => path !== 'node_modules' && !deleted.has(path),
  );
}
