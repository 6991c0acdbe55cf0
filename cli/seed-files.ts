import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SeedFiles } from '../src/library/validation/validate.ts';
import { UsageError } from './errors.ts';

/** The file name of each part of the reference data. */
const FILES: Record<keyof SeedFiles, string> = {
  actions: 'actions.json',
  benchmarks: 'benchmarks.json',
  pricing: 'pricing.json',
  legal: 'legal.json',
  sources: 'sources.json',
  platformTerms: 'platform-terms.json',
  aliases: 'action-aliases.json',
  synonyms: 'industry-synonyms.json',
  plans: 'plans.json',
};

/** Reads the files of reference data in a folder, unvalidated. @throws UsageError */
export function readSeedFiles(folder: string): SeedFiles {
  const entries = Object.entries(FILES).map(([name, file]) => {
    const path = join(folder, file);
    try {
      return [name, JSON.parse(readFileSync(path, 'utf8'))];
    } catch (error) {
      throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
    }
  });
  return Object.fromEntries(entries) as SeedFiles;
}
