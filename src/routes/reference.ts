import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import type { Ctx } from '../context.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { languageQuery, QueryBoolean, QueryInteger, rankedQuery } from '../http/paginate.ts';
import { StaticResponseCache } from '../http/static-response-cache.ts';
import { Benchmarks } from '../library/benchmark-model.ts';
import { ACTION_TYPES, Actions, ALL_ACTIONS } from '../library/model.ts';
import { getYear } from '../platform/clock.ts';
import { MAX, oneOf } from '../platform/schema.ts';
import { Legal } from '../reference/legal-model.ts';
import { type PerkPrice, Pricing } from '../reference/pricing-model.ts';
import * as reference from '../reference/service/read.ts';
import { perInstallation } from './installation.ts';

interface CachedRequest {
  ctx: Ctx;
  request: Request;
}

/**
 * Creates a responder that caches responses until the reference data, the age of its figures or this installation's own figures
 * change.
 * The cache is also cleared when `inputs`, the other data of the response, changes.
 */
function createCachedResponder() {
  const stateOf = perInstallation(() => ({ cache: new StaticResponseCache(), version: '' }));
  return async (
    { ctx, request }: CachedRequest,
    key: string,
    build: () => Promise<unknown> | unknown,
    inputs?: unknown,
  ): Promise<Response> => {
    const observed = await ctx.observations.version(ctx.database.reader);
    const current = [ctx.library.hash, getYear(ctx.clock), observed, JSON.stringify(inputs)].join(' ');
    const state = stateOf(request);
    if (current !== state.version) state.cache.clear();
    state.version = current;
    return state.cache.respond(request, key, async () => success(await build()));
  };
}

/** @param perkPrices returns current perk prices from the exchange, a higher layer than reference data */
export function referenceRoutes(perkPrices: (ctx: Ctx) => Promise<PerkPrice[]>) {
  const respond = createCachedResponder();
  // Separate from the other cache, because prices change with every trade.
  const respondPricing = createCachedResponder();
  return new Elysia({ name: 'reference', tags: ['Reference data'] })
    .use(api)
    .get(
      '/actions',
      ({ ctx, query, request }) =>
        respond({ ctx, request }, `actions ${JSON.stringify(query)}`, () =>
          reference.listActions(ctx, query),
        ),
      {
        access: 'public',
        tier: 'public',
        anyOrigin: true,
        query: rankedQuery(
          {
            platform: Type.Optional(
              Type.String({ maxLength: MAX.slug, description: 'For example instagram' }),
            ),
            type: Type.Optional(oneOf(ACTION_TYPES)),
            rewardable: QueryBoolean({ description: 'Filter by whether the action can be rewarded' }),
            effort: QueryInteger({
              minimum: 0,
              maximum: 5,
              description: 'From 0 (one tap) to 5 (long-form content)',
            }),
            ...languageQuery,
          },
          ALL_ACTIONS,
          ALL_ACTIONS,
        ),
        response: ok(Actions),
        detail: describeRoute('listActions', 'List the library of 107 marketing actions on 15 platforms', {
          cached: true,
        }),
      },
    )
    .get(
      '/benchmarks',
      ({ ctx, query, request }) =>
        respond({ ctx, request }, `benchmarks ${JSON.stringify(query)}`, () =>
          reference.listBenchmarks(ctx, query),
        ),
      {
        access: 'public',
        tier: 'public',
        anyOrigin: true,
        query: rankedQuery({
          industry: Type.Optional(
            Type.String({ maxLength: MAX.name, description: 'Industry slug, name or synonym, such as cafe' }),
          ),
        }),
        response: ok(Benchmarks),
        detail: describeRoute('listBenchmarks', 'List published benchmarks by industry, with sources', {
          cached: true,
        }),
      },
    )
    .get(
      '/pricing',
      async ({ ctx, request }) => {
        const perks = await perkPrices(ctx);
        return respondPricing({ ctx, request }, 'pricing', () => reference.getPricing(ctx, perks), perks);
      },
      {
        access: 'public',
        tier: 'public',
        anyOrigin: true,
        response: ok(Pricing),
        detail: describeRoute('getPricing', 'Get pricing: the value of each action, perk prices and plans', {
          cached: true,
        }),
      },
    )
    .get('/legal', ({ ctx, request }) => respond({ ctx, request }, 'legal', () => reference.getLegal(ctx)), {
      access: 'public',
      tier: 'relaxed',
      anyOrigin: true,
      response: ok(Legal),
      detail: describeRoute(
        'getLegal',
        'Get rules by jurisdiction and platform, notices, terms and privacy policy',
        {
          cached: true,
        },
      ),
    });
}
