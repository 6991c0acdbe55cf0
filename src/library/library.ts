import { type BenchmarkFinder, createBenchmarkFinder } from './benchmarks.ts';
import { getOldestYear } from './freshness.ts';
import { createMatcher, type Matcher } from './match.ts';
import type { Action, ActionType, Citation, Source } from './model.ts';
import type { PlatformTerms } from './platform-terms-model.ts';
import { createPolicies, type Policies, toCitation } from './policy.ts';
import type { ReferenceData, SeedAction } from './seed-model.ts';
import { toTask } from './translations.ts';

/** Filters for actions; all must match. */
export interface ActionFilter {
  platform?: string;
  type?: ActionType;
  rewardable?: boolean;
  /** 0 to 5. */
  effort?: number;
}

interface ReviewRequest {
  /** Contains the placeholder {link}; null if asking is not allowed or no text was approved for the platform. */
  text: string | null;
  platform: string;
  /** Platforms that forbid asking for reviews, with or without a reward. */
  isAskingForbidden: boolean;
  sources: Source[];
}

/** The reference data with the queries that the service needs. Pure, immutable, in memory. */
export interface ReferenceLibrary extends Policies {
  readonly data: ReferenceData;
  /** Changes with any value of the data. */
  readonly hash: string;
  /** In file order: by platform. */
  actions(filter?: ActionFilter): Action[];
  byId(id: string): Action | undefined;
  match: Matcher;
  benchmarks: BenchmarkFinder;
  /** A review request that promises nothing and does not select customers. */
  reviewRequestText(platform: string): ReviewRequest;
  /** A source as cited in responses; null for an unknown id. */
  cite(id: string): Citation | null;
  /** The sources with these ids, in file order; unknown ids are omitted. */
  sources(ids: Iterable<string>): Source[];
  /** The developer terms of a platform; undefined if none were read. */
  platformTerms(platform: string): PlatformTerms | undefined;
}

/** @param hash of the data, as `hashSeed` returns it */
export function createLibrary(data: ReferenceData, hash = ''): ReferenceLibrary {
  const allSources = [...data.sources, ...data.platformTerms.sources];
  const sourceById = new Map(allSources.map(source => [source.id, source]));
  const all = data.actions.map(action => toAction(action, sourceById));
  const byId = new Map(all.map(action => [action.id, action]));
  const match = createMatcher(data, all);
  const citations = new Map(allSources.map(source => [source.id, toCitation(source)]));

  const sources = (ids: Iterable<string>) => {
    const wanted = new Set(ids);
    return allSources.filter(source => wanted.has(source.id));
  };
  const reviewRequestText = (platform: string): ReviewRequest => {
    const { text, usableOn, notOn, sources: ids } = data.legal.neutralReviewRequest;
    const platformId = match({ platform, actionType: 'review' }).ruledBy ?? platform;
    const isAskingForbidden = notOn.includes(platformId);
    return {
      text: usableOn.includes(platformId) ? text : null,
      platform: platformId,
      isAskingForbidden,
      sources: sources(ids),
    };
  };

  return {
    data,
    hash,
    actions: (filter = {}) => all.filter(action => matchesFilter(action, filter)),
    byId: id => byId.get(id),
    match,
    ...createPolicies(data, byId, match),
    benchmarks: createBenchmarkFinder(data),
    reviewRequestText,
    cite: id => citations.get(id) ?? null,
    sources,
    platformTerms: platform =>
      Object.hasOwn(data.platformTerms.platforms, platform)
        ? data.platformTerms.platforms[platform]
        : undefined,
  };
}

function matchesFilter(action: Action, { platform, type, rewardable, effort }: ActionFilter): boolean {
  return (
    (platform === undefined || action.platform === platform) &&
    (type === undefined || action.type === type) &&
    (rewardable === undefined || action.rewardable === rewardable) &&
    (effort === undefined || action.effort === effort)
  );
}

/** Collects every source of an action: of its value, range, policy and public check. */
function toAction({ valueSources, ...action }: SeedAction, sourceById: ReadonlyMap<string, Source>): Action {
  const ranged = [...(action.valueRange.basis ?? '').matchAll(/\[([a-z0-9-]+)\]/g)].map(([, id]) => id!);
  const { policySources, publicCheckSources } = action;
  return {
    ...action,
    task: toTask(action.name),
    valueYear: getOldestYear(valueSources.map(id => sourceById.get(id)!)),
    sources: [...new Set([...valueSources, ...ranged, ...policySources, ...publicCheckSources])],
  };
}
