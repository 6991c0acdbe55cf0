import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ErrorDetail } from '../../../src/errors.ts';

export interface Step {
  url: string;
  token?: string;
  apiKey?: string;
  method: string;
  resource?: string;
  args: Record<string, unknown>;
  files?: string[];
  take?: number;
  retries?: number;
}

export interface StepOutcome {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any field of the result
  result?: any;
  error?: {
    class: string;
    code: string;
    status: number;
    message: string;
    details: ErrorDetail[];
    requestId: string;
  };
}

/** Runs Python 3. @throws if it is not installed */
export async function runPython(args: string[], stdin = ''): Promise<string> {
  const program = Bun.which('python3');
  if (!program) throw new Error('python3 is not installed; the Python client cannot be tested without it');
  const child = Bun.spawn([program, ...args], {
    stdin: new TextEncoder().encode(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      PYTHONDONTWRITEBYTECODE: '1',
      PIP_DISABLE_PIP_VERSION_CHECK: '1',
    },
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(`python3 ${args.join(' ')}: ${err}${out}`);
  return out;
}

/** Writes the module into a new folder. @returns the folder */
export function writeModuleFolder(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'perkmint-python-'));
  writeFileSync(join(folder, 'perkmint.py'), source);
  return folder;
}

const DRIVER = new URL('drive.py', import.meta.url).pathname;

/** Runs steps with the module of a folder. */
export async function runSteps(module: string, steps: Step[]): Promise<StepOutcome[]> {
  return JSON.parse(await runPython(['-W', 'error', DRIVER], JSON.stringify({ module, steps })));
}
