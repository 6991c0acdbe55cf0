import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { Ctx } from '../../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../../due-work.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { toCampaign } from '../serialize.ts';
import * as store from '../store.ts';

/** Campaigns that have passed their end date. */
const expiry: DueWork<CampaignRow> = {
  find: (ctx, limit) => store.listDue(ctx.db, { now: nowIso(ctx.clock), limit }),
  handle: async (tx, { id, businessId, state }) => {
    const now = nowIso(tx.clock);
    const row = await store.update(tx.db, id, {
      state: 'expired',
      stateReason: 'endDatePassed',
      updatedAt: now,
    });
    await events.record(tx, 'campaign.expired', {
      businessId,
      object: toCampaign(tx, row, now),
      previous: { state },
    });
  },
};

/**
 * Expires every overdue campaign: from the scheduler each minute, and before changes and submissions, so that none is
 * active after its end date.
 * @returns how many expired
 */
export async function expireDue(ctx: Ctx): Promise<number> {
  return processDue(ctx, expiry);
}

export async function expireDueBestEffort(ctx: Ctx): Promise<void> {
  await processDueBestEffort(ctx, expiry);
}
