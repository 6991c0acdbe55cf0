import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { iso } from '../../platform/clock.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import * as rewards from '../../rewards/service.ts';
import { countByDay } from '../../submissions/service/statistics.ts';
import type { Statistics } from '../model.ts';
import {
  addDays,
  assertPeriod,
  type CampaignFacts,
  getPreviousPeriod,
  getToday,
  type Period,
  summarize,
  toStartMs,
} from '../rules.ts';

export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 92;
/** A year with a leap day. */
export const MAX_PERIOD_DAYS = 366;
/** Maximum number of records of each kind that are counted, to limit the duration of a request. */
const MAX_RECORDS = 20_000;

export interface PeriodQuery {
  days?: number;
  from?: string;
  to?: string;
}

export interface StatisticsQuery extends PeriodQuery {
  offsetMinutes?: number;
  campaignId?: string;
  businessId?: string;
}

/**
 * Returns submissions, decisions and rewards per day, campaign and platform, and the totals of the period before.
 * @throws NOT_FOUND for the business of another user, VALIDATION_ERROR for an invalid period
 */
export async function getStatistics(ctx: Ctx, query: StatisticsQuery): Promise<Statistics> {
  const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
  const { offsetMinutes = 0 } = query;
  const period = resolvePeriod(query, getToday(ctx.clock.now(), offsetMinutes));
  const asked = {
    businessId,
    since: iso(toStartMs(getPreviousPeriod(period).from, offsetMinutes)),
    until: iso(toStartMs(addDays(period.to, 1), offsetMinutes)),
    offsetMinutes,
    limit: MAX_RECORDS,
  };
  const isAsked = (row: { campaignId: string | null }) =>
    query.campaignId === undefined || row.campaignId === query.campaignId;
  const sent = (await countByDay(ctx, asked)).filter(isAsked);
  const granted = (await rewards.sumByDay(ctx, asked)).filter(isAsked);
  const facts = await readCampaignFacts(ctx, [...sent, ...granted]);
  const count = (rows: { count: number }[]) => rows.reduce((sum, row) => sum + row.count, 0);
  const complete = count(sent) < MAX_RECORDS && count(granted) < MAX_RECORDS;
  return { ...summarize(period, { sent, granted }, facts), complete };
}

/** Returns the requested days; without `from` or `to`, the last `days`, including today. */
export function resolvePeriod({ days = DEFAULT_DAYS, from, to }: PeriodQuery, today: string): Period {
  const last = to ?? today;
  const period = { from: from ?? last, to: last };
  assertPeriod(period, MAX_PERIOD_DAYS);
  return from === undefined ? { from: addDays(last, 1 - days), to: last } : period;
}

async function readCampaignFacts(ctx: AnyCtx, rows: { campaignId: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))];
  const facts = await mapInOrder(ids, async (id): Promise<[string, CampaignFacts]> => {
    const row = await getCampaignRow(ctx, id);
    return [id, { name: row.name, platform: row.platform, actionValue: getActionValue(ctx, row) }];
  });
  return new Map(facts);
}

/** Returns the library's value of the campaign's action, or the lowest value of all matching actions; 0 if none match. */
function getActionValue(ctx: AnyCtx, row: CampaignRow): number {
  const { actions } = ctx.library.match(row);
  const own = actions.find(({ id }) => id === row.actionId);
  if (own) return own.value;
  return actions.length === 0 ? 0 : Math.min(...actions.map(({ value }) => value));
}
