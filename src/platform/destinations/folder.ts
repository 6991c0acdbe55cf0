import { type Dirent, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OWNER_ONLY_DIR, restrictToOwner, syncToDisk } from '../runtime/files.ts';
import { type Destination, DestinationError, getPublicUrl } from './destination.ts';

const REASONS: Record<string, string> = {
  ENOENT: 'The file does not exist',
  ENOSPC: 'The disk is full',
  EROFS: 'The disk is mounted read-only',
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
};

/**
 * Creates a destination in a folder, such as that of a mounted disk.
 * @param isNew whether the folder may be created. After the first backup it must exist: a disk that is not mounted would
 *   otherwise become a folder on this machine
 */
export function createFolderDestination(url: URL, isNew: boolean): Destination {
  const root = fileURLToPath(url);
  const name = getPublicUrl(url.href);
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      if (isNew) mkdirSync(root, { recursive: true, mode: OWNER_ONLY_DIR });
      else if (!existsSync(root))
        throw new DestinationError(name, 'The folder does not exist. Is the disk mounted?');
      return await work();
    } catch (error) {
      if (error instanceof DestinationError) throw error;
      const { code = '', message } = error as NodeJS.ErrnoException;
      throw new DestinationError(name, REASONS[code] ?? message, error);
    }
  };
  return {
    url: name,
    put: (key, file) =>
      attempt(async () => {
        const target = join(root, key);
        const partial = join(dirname(target), `.${process.pid}.partial`);
        mkdirSync(dirname(target), { recursive: true, mode: OWNER_ONLY_DIR });
        try {
          await copyFile(file, partial);
          restrictToOwner(partial);
          syncToDisk(partial);
          renameSync(partial, target);
          syncToDisk(dirname(target));
        } finally {
          rmSync(partial, { force: true });
        }
      }),
    get: (key, file) => attempt(() => copyFile(join(root, key), file)),
    list: prefix =>
      attempt(() =>
        listFiles(join(root, prefix.slice(0, prefix.lastIndexOf('/') + 1)))
          .map(path => ({ key: relative(root, path), path }))
          .filter(({ key }) => key.startsWith(prefix))
          .map(({ key, path }) => ({ key, bytes: statSync(path).size }))
          .sort((a, b) => (a.key < b.key ? -1 : 1)),
      ),
    delete: key => attempt(() => rmSync(join(root, key), { force: true })),
    close: async () => {},
  };
}

/** Lists the files below a folder, without hidden ones: they are incomplete. */
function listFiles(folder: string): string[] {
  const isVisible = ({ name }: Dirent) => !name.startsWith('.') && name !== 'lost+found';
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter(isVisible)
    .flatMap(entry => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? listFiles(path) : path;
    });
}
