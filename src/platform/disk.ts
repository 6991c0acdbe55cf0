import { statfsSync } from 'node:fs';

/** How many bytes a program without special rights may still write to the file system of a folder. */
export type GetFreeBytes = (folder: string) => number;

export const getFreeBytes: GetFreeBytes = folder => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};
