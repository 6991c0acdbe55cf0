import { chmodSync, type Stats, statSync } from 'node:fs';

/** Rights of what an installation keeps: nobody but its owner reads it. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIR = 0o700;
/** Whatever a process makes while it has this mask is its owner's alone. */
export const OWNER_ONLY_UMASK = 0o077;
const OTHERS_MASK = 0o077;

/** May anybody but the owner of a file or folder read, write or enter it? False where there is none. */
export function isAccessibleToOthers(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && hasPermissionsForOthers(found);
}

/** Takes the rights of everybody but the owner away. Somebody else's file stays as it is: `doctor` names it. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || !hasPermissionsForOthers(found)) return;
  try {
    chmodSync(path, found.isDirectory() ? OWNER_ONLY_DIR : OWNER_ONLY_FILE);
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Windows has no such rights, and shows the same for every file. */
function hasPermissionsForOthers({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & OTHERS_MASK) !== 0;
}
