import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Removes the files and folders in a folder whose names continue a prefix with the ID of a process that has ended. */
export function removeLeftovers(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isNaN(pid) && !isRunning(pid)) rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/** Returns whether another process has this ID. */
function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
