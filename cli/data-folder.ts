import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getBackupFolder } from '../db/backups.ts';
import { isAccessibleToOthers, OWNER_ONLY_DIR, restrictToOwner } from '../src/platform/runtime/files.ts';
import { Failure } from './errors.ts';

const { R_OK, W_OK, X_OK } = constants;
/**
 * A command that root ran leaves files that the server's user cannot open. Whatever else lies in the folder,
 * such as a volume's lost+found, is none of ours.
 */
const OWN_FILES = [
  'perkmint.sqlite',
  'perkmint.sqlite-wal',
  'perkmint.sqlite-shm',
  'secrets.json',
  'lock',
  'running',
  'uploads',
  'backups',
];

/** Something of the data folder that this user may not write, and the command that changes it. */
export interface AccessProblem {
  found: string;
  fix: string;
}

/**
 * Makes the data folder where there is none, for its owner alone, and takes the rights of others from what an older
 * version made. @throws Failure with the exact fix
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_DIR });
  } catch {
    const obstacle = checkAccess(nearestExisting(dataDir)) ?? { found: `${dataDir} cannot be made` };
    throw notWritable(dataDir, { fix: ownershipCommand(dataDir), ...obstacle });
  }
  const obstacle = findAccessProblem(dataDir);
  if (obstacle) throw notWritable(dataDir, obstacle);
  for (const path of listPrivatePaths(dataDir)) restrictToOwner(path);
}

/** Files and folders of an installation that users other than its owner may read or write. */
export function findOpenPaths(dataDir: string): string[] {
  return listPrivatePaths(dataDir).filter(isAccessibleToOthers);
}

/** The data folder and what is ours in it. Uploads are not listed: there may be many, and all were made private. */
function listPrivatePaths(dataDir: string): string[] {
  const isOurs = (name: string) =>
    OWN_FILES.some(own => name === own || name.startsWith(`${own}.`) || name.startsWith(`${own}-`));
  const namesIn = (folder: string) => (existsSync(folder) ? readdirSync(folder) : []);
  const backups = getBackupFolder(dataDir);
  return [
    dataDir,
    ...namesIn(dataDir)
      .filter(isOurs)
      .map(name => join(dataDir, name)),
    ...namesIn(backups).map(name => join(backups, name)),
  ];
}

/** The first file or folder of an installation that this user may not write; undefined when all is well. */
export function findAccessProblem(dataDir: string): AccessProblem | undefined {
  const own = checkAccess(dataDir);
  if (own) return { fix: ownershipCommand(dataDir), ...own };
  for (const name of OWN_FILES) {
    const obstacle = checkAccess(join(dataDir, name));
    if (obstacle) return { fix: ownershipCommand(dataDir), ...obstacle };
  }
  return undefined;
}

/** The fix is left open where it is that of the whole folder. */
function checkAccess(path: string): { found: string; fix?: string } | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  try {
    accessSync(path, found.isDirectory() ? R_OK | W_OK | X_OK : R_OK | W_OK);
    return undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EROFS')
      return {
        found: `${path} is on a file system that is mounted read-only`,
        fix: `mount -o remount,rw "$(findmnt -nT ${shellQuote(path)} -o TARGET)"`,
      };
    const mode = (found.mode & 0o777).toString(8);
    const { uid, gid } = currentUser();
    return {
      found: `${path} (owner ${found.uid}:${found.gid}, mode ${mode}) cannot be written by this user (${uid}:${gid})`,
    };
  }
}

function notWritable(dataDir: string, { found, fix }: AccessProblem): Failure {
  const words = [
    `${found}. Run this as root, then start again:`,
    `  ${fix}`,
    `In a container ${dataDir} is a mounted volume: run it on the host, on the folder that is mounted there.`,
  ];
  return new Failure(3, 'DATA_DIR_NOT_WRITABLE', words.join('\n'));
}

function ownershipCommand(dataDir: string): string {
  const { uid, gid } = currentUser();
  const owner = `${uid}:${gid}`;
  const give = `chown -R ${owner} ${shellQuote(dataDir)} && chmod 700 ${shellQuote(dataDir)}`;
  return existsSync(dataDir) ? give : `mkdir -p ${shellQuote(dataDir)} && ${give}`;
}

function shellQuote(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** Windows has no numbers for users; there the folder's rights are a matter of its dialogs. */
function currentUser(): { uid: number | string; gid: number | string } {
  return { uid: process.getuid?.() ?? 'USER', gid: process.getgid?.() ?? 'GROUP' };
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
