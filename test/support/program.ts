import { join, resolve } from 'node:path';

const { TEST_PROGRAM } = process.env;

/**
 * The command line of the program, for tests that need a process: the sources, or the binary that TEST_PROGRAM names.
 * `.ci/run` names the one that it has built, which starts in a third of the processor time.
 */
export const PROGRAM: string[] = TEST_PROGRAM
  ? [resolve(TEST_PROGRAM)]
  : [process.execPath, join(import.meta.dir, '../../cli/main.ts')];
