import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { BusinessRow } from '../../businesses/service.ts';
import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import { type CalendarEvent, formatCalendar } from '../../platform/icalendar.ts';
import { toUsableLocale, toUsableTimeZone } from '../../platform/intl.ts';
import { addDays, toLocalDay } from '../../platform/time-zone.ts';
import { getRunningTime } from '../rules.ts';
import * as store from '../store.ts';
import { expireDueBestEffort } from './expire.ts';

/** Campaigns that ended longer ago are left out. */
const PAST_DAYS = 365;
const MAX_EVENTS = 1000;
/** Digits are 0 to 9 in all languages, as on the pages. */
const TIME_STYLE = { dateStyle: 'medium', timeStyle: 'short', numberingSystem: 'latn' } as const;

/**
 * Returns the campaigns of a business as an iCalendar file: one event per campaign, on the days of the business's time
 * zone. A campaign without an end has the day of its start.
 * @throws NOT_FOUND
 */
export async function getCampaignCalendar(ctx: Ctx, named: string | undefined): Promise<string> {
  await expireDueBestEffort(ctx);
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const business = await businesses.requireById(ctx, businessId);
  const publicUrl = await getPublicUrl(ctx);
  const since = iso(ctx.clock.now() - PAST_DAYS * DAY_MS);
  const rows = await store.listSince(ctx.db, businessId, since, MAX_EVENTS);
  return formatCalendar({
    name: business.name,
    timeZone: toUsableTimeZone(business.timeZone),
    events: rows.flatMap(row => toCalendarEvent(row, business, publicUrl) ?? []),
  });
}

function toCalendarEvent(
  row: CampaignRow,
  business: BusinessRow,
  publicUrl: string,
): CalendarEvent | undefined {
  const time = getRunningTime(row);
  if (!time) return undefined;
  const [startMs, endMs] = [Date.parse(time.startsAt), time.endsAt === null ? null : Date.parse(time.endsAt)];
  const timeZone = toUsableTimeZone(business.timeZone);
  const format = new Intl.DateTimeFormat(toUsableLocale(business.locale), { ...TIME_STYLE, timeZone });
  const period = endMs === null ? format.format(startMs) : format.formatRange(startMs, endMs);
  const firstDay = toLocalDay(startMs, timeZone);
  // An end at midnight belongs to the day before.
  const lastDay = endMs === null ? firstDay : toLocalDay(Math.max(startMs, endMs - 1), timeZone);
  return {
    uid: `${row.id}@perkmint`,
    title: row.name,
    description: [`${period} (${timeZone})`, row.description].filter(Boolean).join('\n'),
    url: `${publicUrl}/dashboard/campaigns/${row.id}`,
    status: row.state === 'draft' ? 'TENTATIVE' : 'CONFIRMED',
    firstDay,
    dayAfter: addDays(lastDay, 1),
    changedAt: row.updatedAt,
  };
}
