import type { Mutation } from '../source-copy.ts';

/** A fault that the tests of `.ci/run` must catch. */
export interface PlantedFault extends Mutation {
  /** The fault in a whole sentence. */
  name: string;
  /** The test files that catch it; with `on: 'browser'`, a part of the title of a scene. */
  tests: readonly string[];
  /** The engine or browser of the tests; SQLite by default. */
  on?: 'postgres' | 'browser';
}
