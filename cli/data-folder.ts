import { accessSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getBackupFolder } from '../db/sqlite/backups.ts';
import { isAccessibleToOthers, OWNER_ONLY_DIR, restrictToOwner } from '../src/platform/runtime/files.ts';
import { Failure } from './errors.ts';

const { R_OK, W_OK, X_OK } = constants;
/**
 * Files of an installation; other files in the folder, such as a volume's lost+found, are ignored. A command run as root
 * can leave files that the server's user can't open.
 */
const OWN_FILES = [
  'perkmint.sqlite',
  'perkmint.sqlite-wal',
  'perkmint.sqlite-shm',
  'secrets.json',
  'server.json',
  'lock',
  'running',
  'test',
  'uploads',
  'backups',
  'certificates',
  'update.json',
];

/** A path in the data folder that this user can't write, and the command that fixes it. */
interface AccessProblem {
  found: string;
  fix: string;
}

/**
 * Creates the data folder if needed, with access for its owner only, and removes other users' access to files of older
 * versions. @throws Failure with the command that fixes the problem
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY_DIR });
  } catch {
    const obstacle = checkAccess(nearestExisting(dataDir)) ?? { found: `${dataDir} cannot be created` };
    throw notWritable(dataDir, { fix: ownershipCommand(dataDir), ...obstacle });
  }
  const obstacle = findAccessProblem(dataDir);
  if (obstacle) throw notWritable(dataDir, obstacle);
  for (const path of listPrivatePaths(dataDir)) restrictToOwner(path);
}

/** Lists files and folders of an installation that other users can read or write. */
export function findOpenPaths(dataDir: string): string[] {
  return listPrivatePaths(dataDir).filter(isAccessibleToOthers);
}

/** Lists the data folder and its files, except uploads: there may be many, and all are created private. */
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

/** Returns the first file or folder of an installation that this user can't write. */
export function findAccessProblem(dataDir: string): AccessProblem | undefined {
  const own = checkAccess(dataDir);
  if (own) return { fix: ownershipCommand(dataDir), ...own };
  for (const name of OWN_FILES) {
    const obstacle = checkAccess(join(dataDir, name));
    if (obstacle) return { fix: ownershipCommand(dataDir), ...obstacle };
  }
  return undefined;
}

/** Checks the access to a path. Without a `fix`, the fix is to change the owner of the whole folder. */
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
    `In a container, ${dataDir} is a mounted volume: run the command on the host, for the mounted folder.`,
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

/** Returns the IDs of this user and group; Windows has none, so placeholders are shown there. */
function currentUser(): { uid: number | string; gid: number | string } {
  return { uid: process.getuid?.() ?? 'USER', gid: process.getgid?.() ?? 'GROUP' };
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
