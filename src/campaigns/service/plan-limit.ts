import type { TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { toCampaign } from '../rules.ts';
import * as store from '../store.ts';

/**
 * Pauses the newest active campaigns of a business until at most `max` run, because the oldest promises come first.
 * Reviews and redemptions of paused campaigns continue.
 */
export function pauseExcessCampaigns(tx: TxCtx, businessId: string, max: number): void {
  const now = nowIso(tx.clock);
  const { total } = store.list(tx.db, { businessId, state: 'active' }, 1, 0);
  const excess = Math.max(0, total - max);
  for (const { id, state } of store.list(tx.db, { businessId, state: 'active' }, excess, 0).items) {
    const row = store.update(tx.db, id, { state: 'paused', stateReason: 'planLimit', updatedAt: now });
    events.record(tx, 'campaign.paused', { businessId, object: toCampaign(row, now), previous: { state } });
  }
}
