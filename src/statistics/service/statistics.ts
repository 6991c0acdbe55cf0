import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import { getCampaignRow } from '../../campaigns/service/read.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { iso } from '../../platform/clock.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import {
  addDays,
  getEndOfDay,
  getStartOfDay,
  listOffsetSpans,
  type OffsetSpan,
  toLocalDay,
  toOffsetZone,
} from '../../platform/time-zone.ts';
import { getUsdRate, type RatedBusiness } from '../../platform/usd-rate.ts';
import * as rewards from '../../rewards/service.ts';
import { countByDay } from '../../submissions/service/statistics.ts';
import type { Statistics } from '../model.ts';
import { assertPeriod, type CampaignFacts, getPreviousPeriod, type Period, summarize } from '../rules.ts';

export const DEFAULT_DAYS = 30;
export const MAX_DAYS = 92;
/** A year with a leap day. */
const MAX_PERIOD_DAYS = 366;
/** Maximum number of records of each kind that are counted, to limit the duration of a request. */
const MAX_RECORDS = 20_000;

export interface PeriodQuery {
  days?: number;
  from?: string;
  to?: string;
  /** The offset from UTC of the days; without it, days are those of the business's time zone. */
  offsetMinutes?: number;
}

interface StatisticsQuery extends PeriodQuery {
  campaignId?: string;
  businessId?: string;
}

/**
 * Returns submissions, decisions and rewards per day, campaign and platform, and the totals of the period before.
 * @throws NOT_FOUND for the business of another user, VALIDATION_ERROR for an invalid period
 */
export async function getStatistics(ctx: Ctx, query: StatisticsQuery): Promise<Statistics> {
  const businessId = await businesses.resolveBusinessId(ctx, query.businessId);
  const zone = await resolveTimeZone(ctx, businessId, query);
  const period = resolvePeriod(query, toLocalDay(ctx.clock.now(), zone));
  const startMs = getStartOfDay(getPreviousPeriod(period).from, zone);
  const spans = listOffsetSpans(startMs, getEndOfDay(period.to, zone), zone);
  const isAsked = (row: { campaignId: string | null }) =>
    query.campaignId === undefined || row.campaignId === query.campaignId;
  const sent = await readSpans(spans, span => countByDay(ctx, { businessId, ...span }));
  const granted = await readSpans(spans, span => rewards.sumByDay(ctx, { businessId, ...span }));
  const activity = { sent: sent.filter(isAsked), granted: granted.filter(isAsked) };
  const business = await businesses.requireById(ctx, businessId);
  const facts = await readCampaignFacts(ctx, business, [...activity.sent, ...activity.granted]);
  const complete = countRecords(sent) < MAX_RECORDS && countRecords(granted) < MAX_RECORDS;
  return { ...summarize(period, activity, facts, business.currency), complete };
}

/** Returns the time zone of the days that a caller asks for. @throws NOT_FOUND for an unknown business */
export async function resolveTimeZone(
  ctx: AnyCtx,
  businessId: string,
  { offsetMinutes }: PeriodQuery,
): Promise<string> {
  if (offsetMinutes !== undefined) return toOffsetZone(offsetMinutes);
  return (await businesses.requireById(ctx, businessId)).timeZone;
}

/** A part of a period with one offset from UTC. */
type DaySpan = { since: string; until: string; offsetMinutes: number; limit: number };

/** Reads the newest records of a period, one query per offset of the time zone, up to `MAX_RECORDS` in all. */
async function readSpans<T extends { count: number }>(
  spans: OffsetSpan[],
  read: (span: DaySpan) => Promise<T[]>,
): Promise<T[]> {
  const rows: T[] = [];
  for (const { fromMs, untilMs, offsetMinutes } of spans) {
    const limit = MAX_RECORDS - countRecords(rows);
    if (limit <= 0) break;
    rows.push(...(await read({ since: iso(fromMs), until: iso(untilMs), offsetMinutes, limit })));
  }
  return rows;
}

function countRecords(rows: { count: number }[]): number {
  return rows.reduce((sum, row) => sum + row.count, 0);
}

/** Returns the requested days; without `from` or `to`, the last `days`, including today. */
export function resolvePeriod({ days = DEFAULT_DAYS, from, to }: PeriodQuery, today: string): Period {
  const last = to ?? today;
  const period = { from: from ?? last, to: last };
  assertPeriod(period, MAX_PERIOD_DAYS);
  return from === undefined ? { from: addDays(last, 1 - days), to: last } : period;
}

async function readCampaignFacts(
  ctx: AnyCtx,
  business: RatedBusiness,
  rows: { campaignId: string | null }[],
) {
  const rate = getUsdRate(business);
  const ids = [...new Set(rows.flatMap(({ campaignId }) => campaignId ?? []))];
  const facts = await mapInOrder(ids, async (id): Promise<[string, CampaignFacts]> => {
    const row = await getCampaignRow(ctx, id);
    const actionValue = rate === null ? null : getActionValue(ctx, row) * rate;
    return [id, { name: row.name, platform: row.platform, actionValue }];
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
