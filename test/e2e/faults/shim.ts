import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Overrides the syncs of libc, by what the flag file contains: a number of milliseconds delays each, as a slow disk does; anything
 * else lets those of the log fail, as a failing disk does. Without the file, they are as always.
 */
const SOURCE = `
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static int is_log(int fd) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t n = readlink(link, path, sizeof path - 1);
  if (n < 4) return 0;
  path[n] = 0;
  return strcmp(path + n - 4, "-wal") == 0;
}
static int fails(int fd) {
  const char *flag = getenv("FAULT_FLAG");
  FILE *file = flag ? fopen(flag, "r") : NULL;
  if (!file) return 0;
  int delay = 0;
  int is_delay = fscanf(file, "%d", &delay) == 1;
  fclose(file);
  if (!is_delay) return is_log(fd);
  usleep(delay * 1000);
  return 0;
}
int fdatasync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fdatasync");
  if (fails(fd)) { errno = EIO; return -1; }
  return real(fd);
}
int fsync(int fd) {
  static int (*real)(int);
  if (!real) real = dlsym(RTLD_NEXT, "fsync");
  if (fails(fd)) { errno = EIO; return -1; }
  return real(fd);
}
`;

/** Compiles the shim into a folder; needs gcc. @returns the library for LD_PRELOAD */
export function compileShim(folder: string): string {
  const [source, library] = [join(folder, 'shim.c'), join(folder, 'shim.so')];
  writeFileSync(source, SOURCE);
  const { exitCode, stderr } = Bun.spawnSync(['gcc', '-shared', '-fPIC', '-o', library, source, '-ldl']);
  if (exitCode !== 0) throw new Error(`gcc: ${stderr}`);
  return library;
}
