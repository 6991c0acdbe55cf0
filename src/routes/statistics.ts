import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { QueryInteger } from '../http/paginate.ts';
import { Id } from '../platform/schema.ts';
import { Statistics } from '../statistics/model.ts';
import { DEFAULT_DAYS, getStatistics, MAX_DAYS } from '../statistics/service.ts';

/** The largest offset of any time zone, UTC+14. */
const MAX_OFFSET_MINUTES = 840;

export const statisticsRoutes = new Elysia({ name: 'statistics', tags: ['Businesses'] })
  .use(api)
  .get('/business/statistics', async ({ ctx, query }) => success(await getStatistics(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: Type.Object({
      days: QueryInteger({
        minimum: 1,
        maximum: MAX_DAYS,
        default: DEFAULT_DAYS,
        description: 'Number of days, including today',
      }),
      offsetMinutes: QueryInteger({
        minimum: -MAX_OFFSET_MINUTES,
        maximum: MAX_OFFSET_MINUTES,
        default: 0,
        description: "The time zone's offset from UTC in minutes; positive east of UTC",
      }),
      businessId: Type.Optional(Id("Business ID (admins only); defaults to the caller's business")),
    }),
    response: ok(Statistics),
    detail: describeRoute('getStatistics', 'Get daily counts of submissions, decisions and rewards', {
      errors: ['NOT_FOUND'],
    }),
  });
