import type { TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { type Check, type ReferenceData, SEED_FILES } from '../seed-model.ts';
import { checkActions } from './actions.ts';
import { checkOffers } from './offers.ts';
import { checkPlatformTerms } from './public-check.ts';
import { checkTables } from './tables.ts';

/** The unvalidated content of the files, under the names of ReferenceData. */
export type SeedFiles = Record<keyof ReferenceData, unknown>;

interface Summary {
  actions: number;
  platforms: number;
  types: Record<string, number>;
  efforts: Record<string, number>;
  policies: Record<string, number>;
  verifiability: Record<string, number>;
  publicChecks: Record<string, number>;
  switchedOff: number;
  industries: number;
  benchmarkFigures: number;
  pricingFigures: number;
  legalRules: number;
  sources: number;
  aliases: number;
  synonyms: number;
  plans: number;
}

type Validation =
  | { problems: []; data: ReferenceData; summary: Summary }
  | { problems: [string, ...string[]]; data: null; summary: Summary | null };

/** Limits the number of reported problems, because a file with the wrong shape has many. */
const MAX_SHAPE_PROBLEMS = 20;
const CITATION_LISTS = ['sources', 'valueSources', 'policySources', 'publicCheckSources', 'disclosureBasis'];
const CITED = /\[([a-z0-9]+(?:-[a-z0-9]+)+)\]/g;

/**
 * Validates all reference data: the shape of each file, then consistency between the files (107 actions on 15
 * platforms; every value matches its formula; every source, alias and alternative exists; prices and legal matrix
 * match the actions). Reports every problem with the name of its record. If a shape is wrong, the second part is
 * skipped and there is no summary.
 */
export function validateReference(files: SeedFiles): Validation {
  const shape = findShapeProblems(files);
  const [firstShape, ...otherShapes] = shape;
  if (firstShape !== undefined) return { problems: [firstShape, ...otherShapes], data: null, summary: null };

  const data = files as ReferenceData;
  const problems: string[] = [];
  const check: Check = (holds, where, problem) => {
    if (!holds) problems.push(`${where}: ${problem}`);
  };
  checkSources(data, check);
  checkActions(data, check);
  checkPlatformTerms(data, check);
  checkTables(data, check);
  checkOffers(data, check);
  const summary = summarize(data);
  const [first, ...others] = problems;
  return first === undefined
    ? { problems: [], data, summary }
    : { problems: [first, ...others], data: null, summary };
}

function findShapeProblems(files: SeedFiles): string[] {
  return Object.entries<TSchema>(SEED_FILES).flatMap(([name, schema]) => {
    const file = files[name as keyof SeedFiles];
    if (Value.Check(schema, file)) return [];
    return [...Value.Errors(schema, file)]
      .slice(0, MAX_SHAPE_PROBLEMS)
      .map(({ path, message }) => `${name}${replaceIndexesWithIds(file, path)}: ${message}`);
  });
}

/**
 * Replaces list indexes in a path with the ID of the record: `/0/value` → `/instagram-story-mention/value`.
 */
function replaceIndexesWithIds(file: unknown, path: string): string {
  let place: unknown = file;
  const named = path.split('/').map(step => {
    if (step === '') return step;
    const inList = Array.isArray(place);
    place = (place as Record<string, unknown> | undefined)?.[step];
    const id = inList ? (place as { id?: unknown } | null)?.id : undefined;
    return typeof id === 'string' ? id : step;
  });
  return named.join('/');
}

/** Checks that every cited source exists, in fields and in [brackets] inside texts. */
function checkSources(data: ReferenceData, check: Check): void {
  const all = [...data.sources, ...data.platformTerms.sources];
  const known = new Set(all.map(source => source.id));
  check(known.size === all.length, 'sources', 'contains a duplicate ID');
  const { actions, benchmarks, pricing, legal, sources } = data;
  const citing = {
    actions,
    benchmarks,
    pricing,
    legal,
    sources,
    platformTerms: data.platformTerms.platforms,
  };
  for (const [name, node] of Object.entries(citing)) {
    visitCitations(node, name, (id, where) => check(known.has(id), where, `source ${id} does not exist`));
  }
}

function visitCitations(node: unknown, where: string, cited: (id: string, where: string) => void): void {
  if (typeof node === 'string') {
    if (node.includes('[')) for (const [, id] of node.matchAll(CITED)) cited(id!, where);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries())
      visitCitations(item, `${where}/${findId(item) ?? index}`, cited);
    return;
  }
  for (const [key, value] of Object.entries(node)) {
    if (isCitation(key) && typeof value === 'string') cited(value, `${where}/${key}`);
    else if (isCitationList(key) && Array.isArray(value))
      for (const id of value) cited(String(id), `${where}/${key}`);
    else visitCitations(value, `${where}/${key}`, cited);
  }
}

function findId(item: unknown): string | undefined {
  const id = (item as { id?: unknown } | null)?.id;
  return typeof id === 'string' ? id : undefined;
}

function isCitation(key: string): boolean {
  return key === 'source' || key === 'highSource' || key === 'confirmedBy';
}

function isCitationList(key: string): boolean {
  return CITATION_LISTS.includes(key);
}

function summarize(data: ReferenceData): Summary {
  const { actions } = data;
  return {
    actions: actions.length,
    platforms: new Set(actions.map(action => action.platform)).size,
    types: countBy(actions.map(action => action.type)),
    efforts: countBy(actions.map(action => String(action.effort))),
    policies: countBy(actions.map(action => action.policy)),
    verifiability: countBy(actions.map(action => action.verifiability)),
    publicChecks: countBy(actions.map(action => action.publicCheck)),
    switchedOff: actions.filter(action => !action.rewardable && action.policy !== 'forbidden').length,
    industries: data.benchmarks.industries.length,
    benchmarkFigures: countFigures(data.benchmarks),
    pricingFigures: countFigures(data.pricing),
    legalRules: data.legal.jurisdictions.reduce((sum, { rules }) => sum + rules.length, 0),
    sources: data.sources.length,
    aliases: Object.keys(data.aliases.actionTypes).length,
    synonyms: Object.keys(data.synonyms).length,
    plans: data.plans.length,
  };
}

function countBy(values: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** Counts figures that have a value and a source. */
function countFigures(node: unknown): number {
  if (node === null || typeof node !== 'object') return 0;
  const { source, value } = node as { source?: unknown; value?: unknown };
  const own = source !== undefined && value !== undefined && value !== null ? 1 : 0;
  return Object.values(node).reduce<number>((sum, child) => sum + countFigures(child), own);
}
