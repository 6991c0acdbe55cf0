import { getCampaignNames } from '../../campaigns/service/read.ts';
import { atomically, type Ctx, SCHEDULER } from '../../context.ts';
import type { Recommendation } from '../../recommendations/model.ts';
import { findRecommendations } from '../../recommendations/service.ts';
import { getStatistics } from '../../statistics/service/statistics.ts';
import { countPending } from '../../submissions/service/read.ts';
import { listPositions } from '../kinds-model.ts';
import * as outbox from '../outbox-store.ts';
import { findDueWeek, type Week } from '../rules/week.ts';
import * as store from '../store.ts';
import type { BusinessWeekly, NextStep } from '../templates/business-weekly.ts';
import { enqueue, wants } from './enqueue.ts';

const KIND = 'business.weekly';
/** Businesses read at once. */
const BATCH = 200;
/** Recommendations in a letter. */
const MAX_NEXT = 3;

/** Writes the weekly letters that are due, one per owner and week. @returns how many */
export async function writeWeekly(ctx: Ctx): Promise<number> {
  let count = 0;
  for (let after = ''; ; ) {
    const batch = await store.listLogs(ctx.db, after, BATCH);
    for (const { id, timeZone } of batch) {
      const week = findDueWeek(ctx.clock.now(), timeZone);
      if (week) count += await writeTo(ctx, id, week);
    }
    const last = batch.at(-1);
    if (!last || batch.length < BATCH) return count;
    after = last.id;
  }
}

async function writeTo(ctx: Ctx, businessId: string, week: Week): Promise<number> {
  const readers: string[] = [];
  for (const userId of await store.listTeam(ctx.db, businessId, listPositions(KIND))) {
    const isWanted = wants(await store.findRecipient(ctx.db, { userId, kind: KIND }), KIND);
    const isWritten = await outbox.hasOccasion(ctx.db, { userId, kind: KIND, occasion: week.from });
    if (isWanted && !isWritten) readers.push(userId);
  }
  const data = readers.length > 0 ? await summarizeWeek(ctx, businessId, week) : undefined;
  if (!data) return 0;
  const canSend = ctx.mail.isConfigured;
  await atomically(
    ctx.detached().as(SCHEDULER, null),
    async tx => {
      for (const userId of readers)
        await enqueue(tx, { userId, businessId, kind: KIND, occasion: week.from, data }, canSend);
    },
    [`business:${businessId}`],
  );
  return readers.length;
}

/** Returns what the letter says; undefined if nothing happened and nothing waits. */
async function summarizeWeek(
  ctx: Ctx,
  businessId: string,
  { from, to }: Week,
): Promise<BusinessWeekly | undefined> {
  const asScheduler = ctx.as(SCHEDULER, null);
  const { totals, previous } = await getStatistics(asScheduler, { businessId, from, to });
  const pending = await countPending(ctx, businessId);
  const { submissions, approved, rejected, cost, value, redeemed } = totals;
  const before = previous.totals.submissions;
  if (submissions + before + pending + cost + redeemed === 0) return undefined;
  const found = await findRecommendations(asScheduler, businessId);
  const next = await toSteps(ctx, found);
  const figures = { submissions, approved, rejected, before, cost, redeemed, value, pending, next };
  return { from, to, ...figures };
}

async function toSteps(ctx: Ctx, found: Recommendation[]): Promise<NextStep[]> {
  const campaignIds = found.flatMap(({ campaignId }) => campaignId ?? []);
  const names = await getCampaignNames(ctx, [...new Set(campaignIds)]);
  return found
    .flatMap(({ type, title, reason, campaignId }): NextStep[] =>
      type === 'notEnoughData'
        ? []
        : [{ type, title, reason, campaign: (campaignId && names.get(campaignId)) ?? null }],
    )
    .slice(0, MAX_NEXT);
}
