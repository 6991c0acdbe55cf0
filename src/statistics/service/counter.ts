import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import type { CounterReport } from '../../places/model.ts';
import { sumActions } from '../../places/service/actions.ts';
import { iso } from '../../platform/clock.ts';
import { addDays, getToday, toStartMs } from '../rules.ts';
import { type PeriodQuery, resolvePeriod } from './statistics.ts';

export interface CounterQuery extends PeriodQuery {
  offsetMinutes?: number;
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
  const { offsetMinutes = 0, placeId, userId } = query;
  const period = resolvePeriod(query, getToday(ctx.clock.now(), offsetMinutes));
  const from = iso(toStartMs(period.from, offsetMinutes));
  const until = iso(toStartMs(addDays(period.to, 1), offsetMinutes));
  return { ...period, ...(await sumActions(ctx, { businessId, from, until, placeId, userId })) };
}
