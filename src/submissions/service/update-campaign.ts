import type { Campaign, CampaignChange } from '../../campaigns/model.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import {
  applyChange,
  assertHasChanges,
  requireChangeable,
  updateCampaignFields,
} from '../../campaigns/service/update.ts';
import { atomically, type Ctx } from '../../context.ts';
import { rejectAllPending } from './review.ts';

/**
 * Updates a campaign and, if it ends with `pendingPolicy: rejectAll`, rejects its pending submissions. Defined here
 * because submissions depend on campaigns, not the reverse.
 * @throws the same errors as the campaigns' update
 */
export async function updateCampaign(ctx: Ctx, change: CampaignChange): Promise<Campaign> {
  if (change.state !== 'ended' || change.pendingPolicy !== 'rejectAll')
    return updateCampaignFields(ctx, change);
  assertHasChanges(change);
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const before = requireChangeable(tx, change);
    if (before.state !== 'ended') await rejectAllPending(tx, before.id);
    return applyChange(tx, requireChangeable(tx, change), change);
  });
}
