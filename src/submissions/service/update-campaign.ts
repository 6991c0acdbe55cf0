import type { Campaign, CampaignChange } from '../../campaigns/model.ts';
import { expireDue } from '../../campaigns/service/expire.ts';
import {
  applyChange,
  assertNamesChange,
  requireChangeable,
  updateCampaignFields,
} from '../../campaigns/service/update.ts';
import { atomically, type Ctx } from '../../context.ts';
import { rejectAllPending } from './review.ts';

/**
 * Changes a campaign and, when it ends with `pendingPolicy: rejectAll`, what it still has under review. It
 * stands here because submissions know campaigns and not the other way round.
 * @throws as campaigns' update
 */
export async function updateCampaign(ctx: Ctx, change: CampaignChange): Promise<Campaign> {
  if (change.state !== 'ended' || change.pendingPolicy !== 'rejectAll')
    return updateCampaignFields(ctx, change);
  assertNamesChange(change);
  await expireDue(ctx);
  return atomically(ctx, async tx => {
    const before = requireChangeable(tx, change);
    if (before.state !== 'ended') await rejectAllPending(tx, before.id);
    return applyChange(tx, requireChangeable(tx, change), change);
  });
}
