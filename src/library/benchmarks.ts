import type {
  BenchmarkFigure,
  BenchmarkLookup,
  IndustryBenchmark,
  IndustryMatch,
} from './benchmark-model.ts';
import type { Source } from './model.ts';
import { METRICS, type ReferenceData, type SeedFigure, type SeedIndustry } from './seed-model.ts';
import { listSpellings, toSlug } from './text.ts';

/** The industry id for all industries together. */
export const OVERALL = 'all';
/** The platform id of figures that are not split by platform. */
const ALL_PLATFORMS = 'all';

export type BenchmarkFinder = (industry?: string) => BenchmarkLookup;

/**
 * Finds all industries, or the one meant by `industry`: its id, its name, or a synonym, which may be the last words
 * of the query (`Italian restaurant`, because the last word of an English name identifies the thing). An unknown one
 * returns the overall figures, marked as a fallback. `observed` is null here because it belongs to the installation.
 */
export function createBenchmarkFinder(data: ReferenceData): BenchmarkFinder {
  const items = data.benchmarks.industries.map(industry =>
    toIndustryBenchmark(industry, Object.keys(data.pricing.platforms)),
  );
  const sourcesOf = new Map(items.map(item => [item.industry, listCitedSources(data.sources, [item])]));
  const everything = { items, match: null, sources: listCitedSources(data.sources, items) };
  return industry => {
    const asked = industry?.trim();
    if (!asked) return everything;
    const match = matchIndustry(data, asked);
    const item = items.find(each => each.industry === match.industry)!;
    return { items: [item], match, sources: sourcesOf.get(item.industry)! };
  };
}

export function matchIndustry(data: ReferenceData, asked: string): IndustryMatch {
  const { industries } = data.benchmarks;
  const slug = toSlug(asked);
  const named = industries.find(({ id, name }) => id === slug || toSlug(name) === slug);
  if (named) {
    return {
      asked,
      industry: named.id,
      kind: 'exact',
      matched: named.id,
      message: `Benchmarks for ${named.name}.`,
    };
  }
  for (const words of listWordEndings(slug)) {
    const id = Object.hasOwn(data.synonyms, words) ? data.synonyms[words] : words;
    const industry = industries.find(each => each.id === id);
    if (industry) {
      const message =
        words === slug
          ? `"${asked}" belongs to "${industry.name}"; showing its figures.`
          : `"${asked}" was interpreted as "${words}"; showing figures for "${industry.name}".`;
      return { asked, industry: industry.id, kind: 'synonym', matched: words, message };
    }
  }
  const message = `"${asked}" is not a known industry; showing the overall figures.`;
  return { asked, industry: OVERALL, kind: 'fallback', matched: null, message };
}

/** Lists `best-coffee-shops`, `coffee-shops` and `shops`, each also in the singular. */
function listWordEndings(slug: string): string[] {
  const words = slug.split('-');
  return words.flatMap((_, start) => listSpellings(words.slice(start).join('-')));
}

function toIndustryBenchmark(industry: SeedIndustry, platforms: string[]): IndustryBenchmark {
  const figures = platforms.flatMap(platform =>
    METRICS.flatMap(metric => toFigure(platform, metric, industry.platforms[platform]?.[metric])),
  );
  figures.push(...toFigures('facebook', industry.facebookLeads));
  const { scope, ...ads } = industry.ecommerceAds ?? { scope: undefined };
  figures.push(...toFigures(ALL_PLATFORMS, ads as Record<string, SeedFigure>, scope));
  figures.push(...toFigures(ALL_PLATFORMS, industry.referral));
  for (const [metric, figure] of Object.entries(industry.more ?? {})) {
    figures.push(
      ...toFigure(platforms.find(platform => metric.startsWith(platform)) ?? ALL_PLATFORMS, metric, figure),
    );
  }
  figures.push(...toFigure(ALL_PLATFORMS, 'acquisitionCost', industry.acquisitionCost));
  return { industry: industry.id, name: industry.name, figures, observed: null };
}

function toFigures(
  platform: string,
  group: Record<string, SeedFigure> | null,
  scope?: string,
): BenchmarkFigure[] {
  return Object.entries(group ?? {}).flatMap(([metric, figure]) => toFigure(platform, metric, figure, scope));
}

function toFigure(
  platform: string,
  metric: string,
  figure: SeedFigure | null | undefined,
  scope?: string,
): BenchmarkFigure[] {
  if (!figure) return [];
  const { value = null, unit, year, source, match, ...details } = figure;
  return [
    { platform, metric, value, unit, year, sourceId: source, match, ...(scope ? { scope } : {}), ...details },
  ];
}

function listCitedSources(sources: Source[], items: IndustryBenchmark[]): Source[] {
  const figures = items.flatMap(item => item.figures);
  const ids = new Set(figures.flatMap(({ sourceId, highSource }) => [sourceId, highSource]));
  return sources.filter(source => ids.has(source.id));
}
