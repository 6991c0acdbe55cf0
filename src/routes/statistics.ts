import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { COUNTER_ACTIONS } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryInteger, severalOf } from '../http/paginate.ts';
import { CounterAction, CounterReport } from '../places/model.ts';
import { DateTime, Day, Id } from '../platform/schema.ts';
import { listCounterActions } from '../shops/counter-actions.ts';
import { Statistics } from '../statistics/model.ts';
import { getCounterReport } from '../statistics/service/counter.ts';
import { DEFAULT_DAYS, getStatistics, MAX_DAYS } from '../statistics/service/statistics.ts';

/** The largest offset of any time zone, UTC+14. */
const MAX_OFFSET_MINUTES = 840;

/** The parameters that select a period of days. */
const PERIOD = {
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
    description:
      "Offset of the days from UTC in minutes, positive east of UTC; by default, days are those of the business's time zone",
  }),
};

export const statisticsRoutes = new Elysia({ name: 'statistics', tags: ['Businesses'] })
  .use(api)
  .get('/business/statistics', async ({ ctx, query }) => success(await getStatistics(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: Type.Object({
      ...PERIOD,
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
  })
  .get('/statistics/counter', async ({ ctx, query }) => success(await getCounterReport(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'places',
    tier: 'relaxed',
    query: Type.Object({
      ...PERIOD,
      placeId: Type.Optional(Id('Only what happened at one place')),
      userId: Type.Optional(Id('Only what one person did')),
      businessId: Type.Optional(Id("Business ID (admins only); defaults to the caller's business")),
    }),
    response: ok(CounterReport),
    detail: describeRoute(
      'getCounterReport',
      'Get visits, purchases, redemptions and refunds by person and place',
      { errors: ['NOT_FOUND'] },
    ),
  })
  .get('/counter/actions', async ({ ctx, query }) => success(await listCounterActions(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'counter',
    tier: 'relaxed',
    query: listQuery({
      kind: severalOf(COUNTER_ACTIONS),
      placeId: Type.Optional(Id('Only what happened at one place')),
      userId: Type.Optional(Id('Only what one person did')),
      resourceId: Type.Optional(Id('Only what happened to one visit, reward or cashback')),
      from: Type.Optional(DateTime({ description: 'Only actions at or after this time' })),
      to: Type.Optional(DateTime({ description: 'Only actions before this time' })),
      businessId: Type.Optional(Id('Business ID (admins only)')),
    }),
    response: page(CounterAction),
    detail: describeRoute(
      'listCounterActions',
      'List visits, purchases, redemptions, reinstatements and refunds at the counter, newest first',
    ),
  });
