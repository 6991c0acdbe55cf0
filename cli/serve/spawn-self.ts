import { BUILD } from '../../src/platform/version.ts';

/** Returns the command line that starts this program: the binary, or Bun with the entry file. */
function selfCommand(): string[] {
  return BUILD ? [process.execPath] : [process.execPath, Bun.main];
}

/** Runs a command of this program in a child process. */
export async function runSelf(args: string[]): Promise<{ exitCode: number; words: string }> {
  const child = Bun.spawn([...selfCommand(), ...args], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const words = await new Response(child.stderr).text();
  return { exitCode: await child.exited, words: words.trim() };
}

/** Returns the program's name as the user types it, for hints that can be copied. */
export function commandName(env: Record<string, string | undefined>): string {
  if (BUILD) return 'perkmint';
  const hasBun = !env.npm_execpath || !/npm-cli\.js$/.test(env.npm_execpath);
  return hasBun ? 'bun cli/main.ts' : `npx -y bun@${Bun.version} cli/main.ts`;
}
