import type { AnyCtx } from '../../context.ts';
import type { BenchmarkLookup, Benchmarks, IndustryBenchmark } from '../../library/benchmark-model.ts';
import { isOldFigure } from '../../library/freshness.ts';
import type { Action, Actions, ActionType } from '../../library/model.ts';
import type { Plan } from '../../library/plan-model.ts';
import { toTimestamp } from '../../library/text.ts';
import { loadLibraryTexts } from '../../library/translations.ts';
import { type Clock, getYear } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import { type Page, type PageQuery, slicePage } from '../../platform/page.ts';
import type { Legal } from '../legal-model.ts';
import type { ActionPrice, PerkPrice, Pricing } from '../pricing-model.ts';
import { calculatePrice, FORMULAS } from '../rules.ts';
import { toLegal } from '../serialize.ts';

interface ActionQuery extends PageQuery {
  platform?: string;
  type?: ActionType;
  rewardable?: boolean;
  effort?: number;
  locale?: Locale;
}

/** Lists the actions that match a filter, with the sources of the page. */
export async function listActions(
  { library, clock }: AnyCtx,
  { page, perPage, after, before, platform, locale, ...filter }: ActionQuery,
): Promise<Actions> {
  const { translate } = await loadLibraryTexts(locale);
  const found = library.actions({ ...filter, platform: platform?.toLowerCase() });
  const shown: Page<Action> = slicePage(found, { page, perPage, after, before }, ({ id }) => id);
  const items = shown.items.map(action => markIfOld(clock, action.valueYear, translate(action)));
  return { ...shown, items, sources: library.sources(items.flatMap(action => action.sources)) };
}

/** Adds `stale` to a figure that is older than 24 months. */
function markIfOld<T extends object>(clock: Clock, year: number, figure: T): T & { stale?: true } {
  return isOldFigure(year, getYear(clock)) ? { ...figure, stale: true } : figure;
}

/** Lists published figures of all industries or the requested one, with this installation's own figures. */
export async function listBenchmarks(
  ctx: AnyCtx,
  query: PageQuery & { industry?: string },
): Promise<Benchmarks> {
  const { items, match, sources }: BenchmarkLookup = ctx.library.benchmarks(query.industry);
  const { byIndustry } = await ctx.observations.current(ctx.database.reader);
  const page: Page<IndustryBenchmark> = slicePage(items, query, ({ industry }) => industry);
  const withObserved = page.items.map(item => ({
    ...item,
    figures: item.figures.map(figure => markIfOld(ctx.clock, figure.year, figure)),
    observed: byIndustry.get(item.industry) ?? null,
  }));
  return { ...page, items: withObserved, match, sources };
}

/**
 * Returns the price of each action, perk and plan.
 * @param perks prices from the exchange, a higher layer
 */
export async function getPricing(ctx: AnyCtx, perks: PerkPrice[]): Promise<Pricing> {
  const { library, clock } = ctx;
  const price = await createActionPricer(ctx);
  const prices = library.actions().map(action => markIfOld(clock, action.valueYear, price(action)));
  return {
    asOf: toTimestamp(library.data.pricing.asOf),
    currency: library.data.pricing.currency,
    formulas: FORMULAS,
    actions: prices,
    perks,
    plans: listPlans(ctx),
    sources: library.sources(prices.flatMap(({ sources }) => sources)),
  };
}

/** Creates a function that prices an action, combined with the rewards that this installation pays. */
export async function createActionPricer({
  library,
  observations,
  database,
}: AnyCtx): Promise<(action: Action) => ActionPrice> {
  const { byAction } = await observations.current(database.reader);
  return action => calculatePrice(library, action, byAction.get(action.id));
}

/** Lists the billing plans. */
export function listPlans({ library }: AnyCtx): Plan[] {
  return library.data.plans;
}

/** Returns laws, platform rules, notices and legal texts. */
export function getLegal({ library }: AnyCtx): Legal {
  return toLegal(library);
}
