import { resolve } from 'node:path';
import { readEnvironment } from '../../src/config/environment.ts';

/** The data folder of a server that this process watches until it is confirmed. */
export const SUPERVISE = 'PERKMINT_SUPERVISE';
/** Set for a server whose parent process supervises it. */
export const SUPERVISED = 'PERKMINT_SUPERVISED';
/** Set for a server that ends as soon as it has confirmed an update. */
export const CHECK_ONLY = 'PERKMINT_CHECK_ONLY';

/** The program that replaces this one in the same process. */
export interface Handover {
  file: string;
  /** The data folder, if it watches the new version instead of serving. */
  supervise?: string;
}

/**
 * Continues this process with another program and the same arguments. The process ID stays, so that systemd, a container or a
 * terminal notices nothing. @returns the exit code on systems that can't, when the other program has ended
 */
export async function handOver({ file, supervise }: Handover): Promise<number> {
  const { [SUPERVISE]: _, ...rest } = readEnvironment();
  const env = supervise === undefined ? rest : { ...rest, [SUPERVISE]: resolve(supervise) };
  const args = process.argv.slice(2);
  if (process.platform !== 'win32') process.execve?.(file, [file, ...args], env as Record<string, string>);
  const child = Bun.spawn([file, ...args], { env, stdio: ['inherit', 'inherit', 'inherit'] });
  return await child.exited;
}
