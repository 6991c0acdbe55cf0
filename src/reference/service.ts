import type { Ctx } from '../context.ts';
import { type Page, type PageQuery, toPage } from '../platform/page.ts';
import type { Action, ActionType, BenchmarkLookup, IndustryBenchmark } from './model.ts';

export interface ActionQuery extends PageQuery {
  platform?: string;
  type?: ActionType;
  rewardable?: boolean;
  effort?: number;
}

/** The action library, or the part of it that is asked for. */
export function actions(ctx: Ctx, { page, perPage, platform, ...filter }: ActionQuery): Page<Action> {
  const found = ctx.library.actions({ ...filter, platform: platform?.toLowerCase() });
  return slice(found, { page, perPage });
}

/** Published figures of all industries, or of the one that is meant. */
export function benchmarks(ctx: Ctx, query: PageQuery & { industry?: string }) {
  const { items, match, sources }: BenchmarkLookup = ctx.library.benchmarks(query.industry);
  const page: Page<IndustryBenchmark> = slice(items, query);
  return { ...page, match, sources };
}

function slice<T>(items: T[], query: PageQuery): Page<T> {
  const start = (query.page - 1) * query.perPage;
  return toPage(items.slice(start, start + query.perPage), items.length, query);
}
