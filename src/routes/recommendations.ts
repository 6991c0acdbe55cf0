import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { page, success } from '../http/envelope.ts';
import { languageQuery, rankedQuery } from '../http/paginate.ts';
import { Id } from '../platform/schema.ts';
import { Recommendation } from '../recommendations/model.ts';
import { listRecommendations } from '../recommendations/service.ts';

export const recommendationRoutes = new Elysia({ name: 'recommendations', tags: ['Recommendations'] })
  .use(api)
  .get('/recommendations', async ({ ctx, query }) => success(await listRecommendations(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: rankedQuery({
      businessId: Type.Optional(Id("Business ID (admins only); defaults to the caller's business")),
      ...languageQuery,
    }),
    response: page(Recommendation),
    detail: describeRoute(
      'listRecommendations',
      "List recommendations based on a business's data, most urgent first",
      {
        errors: ['NOT_FOUND'],
      },
    ),
  });
