import {
  chmodSync,
  closeSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  type Stats,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** Permissions of stored files: only their owner can access them. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_DIR = 0o700;
/** Makes new files accessible only to their owner. */
export const OWNER_ONLY_UMASK = 0o077;
const OTHERS_MASK = 0o077;
const ROOT = 0;

/** Returns whether users other than the owner can access a file or folder; false if it does not exist. */
export function isAccessibleToOthers(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && hasPermissionsForOthers(found);
}

/** Removes the permissions of other users. Skips files that belong to another user, which `doctor` reports. */
export function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || !hasPermissionsForOthers(found)) return;
  try {
    chmodSync(path, found.isDirectory() ? OWNER_ONLY_DIR : OWNER_ONLY_FILE);
  } catch (error) {
    if (!['EPERM', 'EROFS', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Windows has no such permissions and reports the same mode for every file. */
function hasPermissionsForOthers({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & OTHERS_MASK) !== 0;
}

/** Returns the bytes that an unprivileged process can still write to a folder's file system. */
export type GetFreeBytes = (folder: string) => number;

export const getFreeBytes: GetFreeBytes = folder => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

/** Syncs the contents of a file, or the entries of a folder, to disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Writes a private file as a whole: a kill or a power failure leaves the former content or this one. A command that root
 * runs gives it to the owner of the folder, because the server may be another user.
 */
export function replaceFile(file: string, text: string): void {
  const folder = dirname(file);
  const draft = `${file}.new`;
  mkdirSync(folder, { recursive: true, mode: OWNER_ONLY_DIR });
  rmSync(draft, { force: true });
  // `wx` does not follow a link, by which the owner of the folder could let root write elsewhere.
  const descriptor = openSync(draft, 'wx', OWNER_ONLY_FILE);
  try {
    writeFileSync(descriptor, text);
    if (process.getuid?.() === ROOT) {
      const { uid, gid } = statSync(folder);
      fchownSync(descriptor, uid, gid);
    }
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  syncToDisk(folder);
}

/** Returns the SHA-256 of a file, in hex. */
export async function hashFile(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest('hex');
}
