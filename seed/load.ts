import type { ReferenceData } from '../src/library/seed-model.ts';
import { type SeedFiles, validateReference } from '../src/library/validation/validate.ts';
import aliases from './action-aliases.json';
import actions from './actions.json';
import benchmarks from './benchmarks.json';
import synonyms from './industry-synonyms.json';
import legal from './legal.json';
import plans from './plans.json';
import pricing from './pricing.json';
import sources from './sources.json';
import validated from './validated.json';

/** The files of this folder. They are imported, not read, so that they are inside the compiled binary. */
export const SEED: SeedFiles = {
  actions,
  benchmarks,
  pricing,
  legal,
  sources,
  aliases,
  synonyms,
  plans,
};

/** Validated reference data; `hash` (SHA-256, hex) changes when any value in any file does. */
export interface Reference {
  data: ReferenceData;
  hash: string;
}

let loaded: Reference | undefined;

/**
 * The embedded reference data. Files whose hash is on record (validated.json, kept by a test) were
 * validated in full before and load in a tenth of the time; any others are validated now.
 * @throws Error that lists every problem.
 */
export function loadReference(): Reference {
  loaded ??= parseReference(SEED, validated.hash);
  return loaded;
}

/**
 * Validates files from anywhere, such as a copy to be checked, unless their hash is `knownHash`.
 * @throws Error that lists every problem.
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
  return `The reference data under seed/ is damaged (${count}):\n${list}`;
}

/** Over the values, so that spaces and line ends do not count. */
export function hashSeed(files: SeedFiles): string {
  const hasher = new Bun.CryptoHasher('sha256');
  for (const name of Object.keys(files).sort())
    hasher.update(`${name}\n${JSON.stringify(files[name as keyof SeedFiles])}\n`);
  return hasher.digest('hex');
}
