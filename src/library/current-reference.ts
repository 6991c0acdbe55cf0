import type { Reference } from '../../seed/load.ts';
import { createLibrary, type ReferenceLibrary } from './library.ts';
import type { ObservedBenchmarksCache } from './observed-benchmarks-cache.ts';
import type { ReferenceData } from './seed-model.ts';

export interface ReferenceServices {
  library: ReferenceLibrary;
  reference: CurrentReference;
  observations: ObservedBenchmarksCache;
}

/** The reference data in use. It changes while the server runs when a bundle is applied or undone. */
interface CurrentReference {
  /** Always reads the data in use, so that it can be kept. */
  readonly library: ReferenceLibrary;
  /** The newest applied bundle when the data was loaded; null if there was none. */
  readonly checkedBundleId: string | null;
  replace(reference: Reference, newestBundleId: string | null): void;
}

/** The libraries of built-in data. Installations in one process share it, such as those of tests. */
const builtInLibraries = new WeakMap<ReferenceData, ReferenceLibrary>();

export function createCurrentReference({ data, hash }: Reference): CurrentReference {
  let library = builtInLibraries.get(data) ?? createLibrary(data, hash);
  builtInLibraries.set(data, library);
  let checked: string | null = null;
  return {
    library: new Proxy({} as ReferenceLibrary, {
      get: (_, name: keyof ReferenceLibrary) => library[name],
    }),
    get checkedBundleId() {
      return checked;
    },
    replace({ data, hash }, newestBundleId) {
      library = createLibrary(data, hash);
      checked = newestBundleId;
    },
  };
}
