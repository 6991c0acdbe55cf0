import { readFileSync, writeFileSync } from 'node:fs';
import { type Destination, DestinationError } from '../../src/platform/destinations/destination.ts';

/** A destination in memory whose files a test reads and changes. */
export interface MemoryDestination extends Destination {
  url: string;
  files: Map<string, Uint8Array>;
  /** Called before each file is stored; what it throws is the failure of `put`. */
  onPut: (key: string) => void;
}

const URL = 's3://memory/shop';

export function createMemoryDestination(files = new Map<string, Uint8Array>()): MemoryDestination {
  const destination: MemoryDestination = {
    url: URL,
    files,
    onPut: () => {},
    put: async (key, file) => {
      destination.onPut(key);
      files.set(key, new Uint8Array(readFileSync(file)));
    },
    get: async (key, file) => {
      const found = files.get(key);
      if (!found) throw new DestinationError(URL, 'The file does not exist');
      writeFileSync(file, found);
    },
    list: async prefix =>
      [...files]
        .map(([key, { length: bytes }]) => ({ key, bytes }))
        .filter(({ key }) => key.startsWith(prefix))
        .sort((a, b) => (a.key < b.key ? -1 : 1)),
    delete: async key => {
      files.delete(key);
    },
    close: async () => {},
  };
  return destination;
}
