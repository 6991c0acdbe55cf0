import { readFileSync } from 'node:fs';

const LOOK_EVERY_MS = 500;
const STARTED_BY_NPM = /np[mx](-cli)?(\.js)?$/;

/**
 * Calls `onGone` when the npm that started this program by `npx bun run start` ends. npm hands a SIGTERM to a
 * shell, which ends without handing it on, and `bun run` and the server would live on with nobody in charge.
 * A plain `bun run` hands signals on by itself and needs no watching. @returns the way to stop looking
 */
export function watchNpm(env: Record<string, string | undefined>, onGone: () => void): () => void {
  if (!env.npm_lifecycle_event || !STARTED_BY_NPM.test(env.npm_execpath ?? '')) return () => {};
  const runner = process.ppid;
  const shell = parentOf(runner);
  if (shell === undefined) return () => {};
  const timer = setInterval(() => {
    if (process.ppid === runner && parentOf(runner) === shell) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** The parent of a process; undefined when it is gone or the system has no /proc and no ps. */
function parentOf(pid: number): number | undefined {
  try {
    // The second field is the name in brackets and may itself hold brackets and spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[1]);
  } catch {
    return process.platform === 'linux' ? undefined : parentByPs(pid);
  }
}

function parentByPs(pid: number): number | undefined {
  try {
    const { stdout } = Bun.spawnSync(['ps', '-o', 'ppid=', '-p', String(pid)]);
    return Number(stdout.toString()) || undefined;
  } catch {
    return undefined;
  }
}
