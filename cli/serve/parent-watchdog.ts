import { readFileSync } from 'node:fs';
import { SUPERVISED } from './hand-over.ts';

const POLL_INTERVAL_MS = 500;
const SHELLS = /^-?(ba|da|z|k|a)?sh$/;
const STARTED_BY_NPM = /np[mx](-cli)?(\.js)?$/;

/**
 * Calls `onGone` when the process that supervises this one exits, or the npm that started it by `npx bun run start`. npm sends
 * SIGTERM to a shell, which exits without forwarding it, so `bun run` and the server would keep running as orphans. A plain
 * `bun run` forwards signals and needs no watchdog. @returns a function that stops watching
 */
export function watchParentProcess(env: Record<string, string | undefined>, onGone: () => void): () => void {
  const parent = process.ppid;
  if (env[SUPERVISED]) return watch(() => process.ppid === parent, onGone);
  if (!env.npm_lifecycle_event || !STARTED_BY_NPM.test(env.npm_execpath ?? '')) return () => {};
  const runner = process.ppid;
  const above = readProcess(runner)?.parent;
  if (above === undefined) return () => {};
  // If npm started us through a shell, npm is the shell's parent.
  const npm = SHELLS.test(readProcess(above)?.name ?? '') ? readProcess(above)?.parent : undefined;
  const isThere = () => process.ppid === runner && readProcess(runner)?.parent === above;
  return watch(() => isThere() && (npm === undefined || readProcess(above)?.parent === npm), onGone);
}

function watch(isThere: () => boolean, onGone: () => void): () => void {
  const timer = setInterval(() => {
    if (isThere()) return;
    clearInterval(timer);
    onGone();
  }, POLL_INTERVAL_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Returns the name and parent of a process; undefined if it has exited or the system has neither /proc nor ps. */
function readProcess(pid: number): { name: string; parent: number } | undefined {
  try {
    if (process.platform !== 'linux') return readProcessFromPs(pid);
    // The second field is the name in parentheses, which may itself contain parentheses and spaces.
    const [, name, rest] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return name && rest ? { name, parent: Number(rest.split(' ')[1]) } : undefined;
  } catch {
    return undefined;
  }
}

function readProcessFromPs(pid: number): { name: string; parent: number } | undefined {
  const { stdout } = Bun.spawnSync(['ps', '-o', 'ppid=,comm=', '-p', String(pid)]);
  const [, parent, name] = /^\s*(\d+)\s+(?:.*\/)?(.+?)\s*$/.exec(stdout.toString()) ?? [];
  return name ? { name, parent: Number(parent) } : undefined;
}
