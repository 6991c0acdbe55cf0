import { type BenchmarkFinder, createBenchmarks } from './benchmarks.ts';
import { createMatcher, type Matcher } from './match.ts';
import type { Action, ActionType, Citation, Source } from './model.ts';
import { cite, createPolicies, type Policies } from './policy.ts';
import type { ReferenceData, SeedAction } from './seed-model.ts';

/** Every field that is given must hold. */
export interface ActionFilter {
  platform?: string;
  type?: ActionType;
  rewardable?: boolean;
  /** 0 to 5. */
  effort?: number;
}

export interface ReviewRequest {
  /**
   * With the placeholder {link}; null where asking is not allowed or no text was checked for the platform.
   */
  text: string | null;
  platform: string;
  /** Platforms where nobody may be asked, reward or not. */
  isAskingForbidden: boolean;
  sources: Source[];
}

/**
 * The reference data with the questions that the service asks of it. Pure, immutable, answered from memory.
 */
export interface ReferenceLibrary extends Policies {
  readonly data: ReferenceData;
  /** In the order of the file: by platform. */
  actions(filter?: ActionFilter): Action[];
  byId(id: string): Action | undefined;
  match: Matcher;
  benchmarks: BenchmarkFinder;
  /** A request for reviews that promises nothing and picks nobody. */
  reviewRequestText(platform: string): ReviewRequest;
  /** A source as an answer cites it; null for an unknown id. */
  cite(id: string): Citation | null;
  /** The sources of these ids, in the order of the file; unknown ids are left out. */
  sources(ids: Iterable<string>): Source[];
}

export function createLibrary(data: ReferenceData): ReferenceLibrary {
  const all = data.actions.map(toAction);
  const byId = new Map(all.map(action => [action.id, action]));
  const match = createMatcher(data, all);
  const citations = new Map(data.sources.map(source => [source.id, cite(source)]));

  const sources = (ids: Iterable<string>) => {
    const wanted = new Set(ids);
    return data.sources.filter(source => wanted.has(source.id));
  };
  const reviewRequestText = (platform: string): ReviewRequest => {
    const { text, usableOn, notOn, sources: ids } = data.legal.neutralReviewRequest;
    const place = match({ platform, actionType: 'review' }).ruledBy ?? platform;
    const isAskingForbidden = notOn.includes(place);
    return {
      text: usableOn.includes(place) ? text : null,
      platform: place,
      isAskingForbidden,
      sources: sources(ids),
    };
  };

  return {
    data,
    actions: (filter = {}) => all.filter(action => holds(action, filter)),
    byId: id => byId.get(id),
    match,
    ...createPolicies(data, byId, match),
    benchmarks: createBenchmarks(data),
    reviewRequestText,
    cite: id => citations.get(id) ?? null,
    sources,
  };
}

function holds(action: Action, { platform, type, rewardable, effort }: ActionFilter): boolean {
  return (
    (platform === undefined || action.platform === platform) &&
    (type === undefined || action.type === type) &&
    (rewardable === undefined || action.rewardable === rewardable) &&
    (effort === undefined || action.effort === effort)
  );
}

/** Every source an action rests on: of its value, of the range around it, and of its policy. */
function toAction({ valueSources, ...action }: SeedAction): Action {
  const ranged = [...(action.valueRange.basis ?? '').matchAll(/\[([a-z0-9-]+)\]/g)].map(([, id]) => id!);
  return { ...action, sources: [...new Set([...valueSources, ...ranged, ...action.policySources])] };
}
