import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, doc } from '../http/api.ts';
import { AnswerCache } from '../http/cached.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryBoolean, QueryInteger } from '../http/paginate.ts';
import { MAX, oneOf } from '../platform/schema.ts';
import { ACTION_TYPES, Action, Benchmarks } from './model.ts';
import * as reference from './service.ts';

/** The whole library fits one page. */
const ALL_ACTIONS = 107;

export function referenceRoutes() {
  const cache = new AnswerCache();
  return new Elysia({ name: 'reference', tags: ['Reference data'] })
    .use(api)
    .get(
      '/actions',
      ({ ctx, query, request }) =>
        cache.respond(request, `actions ${JSON.stringify(query)}`, () =>
          success(reference.actions(ctx, query)),
        ),
      {
        access: 'public',
        tier: 'public',
        anyOrigin: true,
        query: listQuery(
          {
            platform: Type.Optional(
              Type.String({ maxLength: MAX.slug, description: 'For example instagram' }),
            ),
            type: Type.Optional(oneOf(ACTION_TYPES)),
            rewardable: QueryBoolean({ description: 'Only actions that may, or may not, be rewarded' }),
            effort: QueryInteger({ minimum: 0, maximum: 5, description: '0 one tap to 5 long content' }),
          },
          ALL_ACTIONS,
          ALL_ACTIONS,
        ),
        response: page(Action),
        detail: doc('listActions', 'The library of 107 marketing actions on 15 platforms', { cached: true }),
      },
    )
    .get(
      '/benchmarks',
      ({ ctx, query, request }) =>
        cache.respond(request, `benchmarks ${JSON.stringify(query)}`, () =>
          success(reference.benchmarks(ctx, query)),
        ),
      {
        access: 'public',
        tier: 'public',
        anyOrigin: true,
        query: listQuery({
          industry: Type.Optional(
            Type.String({ maxLength: MAX.name, description: 'Slug, name or a synonym such as cafe' }),
          ),
        }),
        response: ok(Benchmarks),
        detail: doc('listBenchmarks', 'Published figures by industry, each with its source', {
          cached: true,
        }),
      },
    );
}
