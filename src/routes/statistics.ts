import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import { QueryInteger } from '../http/paginate.ts';
import { Day, Id } from '../platform/schema.ts';
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
        description: 'Number of days that end with `to`, or today; ignored with `from`',
      }),
      from: Type.Optional(Day({ description: 'First day, such as 2026-01-01' })),
      to: Type.Optional(Day({ description: 'Last day, such as 2026-01-31; default today' })),
      offsetMinutes: QueryInteger({
        minimum: -MAX_OFFSET_MINUTES,
        maximum: MAX_OFFSET_MINUTES,
        default: 0,
        description: "The time zone's offset from UTC in minutes; positive east of UTC",
      }),
      campaignId: Type.Optional(Id('Only the figures of one campaign')),
      businessId: Type.Optional(Id("Business ID (admins only); defaults to the caller's business")),
    }),
    response: ok(Statistics),
    detail: describeRoute(
      'getStatistics',
      'Get submissions, decisions and rewards per day, campaign and platform',
      {
        errors: ['NOT_FOUND'],
      },
    ),
  });
