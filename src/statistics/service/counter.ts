import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import type { CounterReport } from '../../places/model.ts';
import { sumActions } from '../../places/service/actions.ts';
import { iso } from '../../platform/clock.ts';
import { getEndOfDay, getStartOfDay, toLocalDay } from '../../platform/time-zone.ts';
import { type PeriodQuery, resolvePeriod, resolveTimeZone } from './statistics.ts';

interface CounterQuery extends PeriodQuery {
  placeId?: string;
  userId?: string;
  businessId?: string;
}

/**
 * Returns what was done at the counters of a business, by person and place.
 * @throws NOT_FOUND for the business of another user, VALIDATION_ERROR for an invalid period
 */
export async function getCounterReport(ctx: Ctx, query: CounterQuery): Promise<CounterReport> {
  const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
  const { placeId, userId } = query;
  const zone = await resolveTimeZone(ctx, businessId, query);
  const period = resolvePeriod(query, toLocalDay(ctx.clock.now(), zone));
  const from = iso(getStartOfDay(period.from, zone));
  const until = iso(getEndOfDay(period.to, zone));
  return { ...period, ...(await sumActions(ctx, { businessId, from, until, placeId, userId })) };
}
