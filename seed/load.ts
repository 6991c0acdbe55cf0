import type { ReferenceData } from '../src/library/seed-model.ts';
import { type SeedFiles, validateReference } from '../src/library/validation/validate.ts';
import aliases from './action-aliases.json';
import actions from './actions.json';
import benchmarks from './benchmarks.json';
import synonyms from './industry-synonyms.json';
import legal from './legal.json';
import plans from './plans.json';
import platformTerms from './platform-terms.json';
import pricing from './pricing.json';
import sources from './sources.json';
import validated from './validated.json';

/** The data files, imported instead of read so that they are embedded in the binary. */
export const SEED: SeedFiles = {
  actions,
  benchmarks,
  pricing,
  legal,
  sources,
  platformTerms,
  aliases,
  synonyms,
  plans,
};

/** Validated reference data. `hash` (SHA-256, hex) changes with any value in any file. */
export interface Reference {
  data: ReferenceData;
  hash: string;
}

let loaded: Reference | undefined;

/**
 * Returns the embedded reference data. Skips validation, which takes ten times as long as loading, if the hash equals
 * that of the last full validation (validated.json, which a test checks).
 * @throws Error that lists every problem
 */
export function loadReference(): Reference {
  loaded ??= parseReference(SEED, validated.hash);
  return loaded;
}

/**
 * Validates files from any source, unless their hash is `knownHash`.
 * @throws Error that lists every problem
 */
export function parseReference(files: SeedFiles, knownHash?: string): Reference {
  const hash = hashSeed(files);
  if (hash === knownHash) return { data: files as ReferenceData, hash };
  const { problems, data } = validateReference(files);
  if (data === null) throw new Error(toErrorMessage(problems));
  return { data, hash };
}

function toErrorMessage(problems: string[]): string {
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  const list = problems.map(problem => `- ${problem}`).join('\n');
  return `The reference data in seed/ is invalid (${count}):\n${list}`;
}

/** Hashes the values, so that whitespace in the files does not matter. */
export function hashSeed(files: SeedFiles): string {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const name of Object.keys(files).sort())
    hasher.update(`${name}\n${JSON.stringify(files[name as keyof SeedFiles])}\n`);
  return hasher.digest('hex');
}
