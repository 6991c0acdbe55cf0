import * as businesses from '../businesses/service.ts';
import { getCampaignRow } from '../campaigns/service/read.ts';
import type { AnyCtx, Ctx } from '../context.ts';
import { iso } from '../platform/clock.ts';
import { mapInOrder } from '../platform/runtime/in-order.ts';
import * as rewards from '../rewards/service.ts';
import { countByDay } from '../submissions/service/statistics.ts';
import type { Statistics } from './model.ts';
import { listDays, summarize, toStartMs } from './rules.ts';

export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 92;
/** Maximum number of records of each kind that are counted, to limit the duration of a request. */
const MAX_RECORDS = 20_000;

export interface StatisticsQuery {
  days?: number;
  offsetMinutes?: number;
  businessId?: string;
}

/** Returns daily submissions, decisions and rewards. @throws NOT_FOUND for the business of another user */
export async function getStatistics(ctx: Ctx, query: StatisticsQuery): Promise<Statistics> {
  const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
  const { days = DEFAULT_DAYS, offsetMinutes = 0 } = query;
  const dates = listDays(ctx.clock.now(), days, offsetMinutes);
  const since = iso(toStartMs(dates[0] as string, offsetMinutes));
  const asked = { businessId, since, offsetMinutes, limit: MAX_RECORDS };
  const sent = await countByDay(ctx, asked);
  const granted = await rewards.sumByDay(ctx, asked);
  const values = new Map(
    await mapInOrder([...new Set(sent.flatMap(({ campaignId }) => campaignId ?? []))], async id => [
      id,
      await getActionValue(ctx, id),
    ]),
  );
  const summary = summarize(dates, { sent, granted }, id => values.get(id) ?? 0);
  return { ...summary, complete: summary.totals.submissions < MAX_RECORDS };
}

/** Returns the library's value of the campaign's action, or the lowest value of all matching actions; 0 if none match. */
async function getActionValue(ctx: AnyCtx, campaignId: string): Promise<number> {
  const row = await getCampaignRow(ctx, campaignId);
  const { actions } = ctx.library.match(row);
  const own = actions.find(({ id }) => id === row.actionId);
  if (own) return own.value;
  return actions.length === 0 ? 0 : Math.min(...actions.map(({ value }) => value));
}
