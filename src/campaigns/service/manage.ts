import type { LockKeys } from '../../../db/client.ts';
import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { requireBusinessRecord } from '../../tenancy.ts';
import type { BulkCampaignChange, BulkChangedCampaigns, Campaign, NewCampaign } from '../model.ts';
import { toCampaign } from '../serialize.ts';
import * as store from '../store.ts';
import { insertCampaign } from './create.ts';
import { expireDue } from './expire.ts';
import { applyChange, requireChangeable, resolveChangeLockKeys } from './update.ts';

const COPY_SUFFIX = ' (copy)';
const MAX_NAME = 200;

/**
 * Creates a draft with the terms of another campaign. Dates that have passed are left out, and so is the planner's
 * suggestion, which applies to the original.
 * @throws NOT_FOUND, including for another business's campaign
 */
export async function duplicateCampaign(
  ctx: Ctx,
  id: string,
  { name, businessId }: { name?: string; businessId?: string },
): Promise<Campaign> {
  const duplicate = async (tx: TxCtx) => {
    const row = requireBusinessRecord(tx.actor, 'campaign', await store.find(tx.db, id), businessId);
    return await insertCampaign(tx, { ...copyTerms(tx, row, nowIso(tx.clock)), ...(name && { name }) });
  };
  return atomically(ctx, duplicate, await resolveChangeLockKeys(ctx, id));
}

function copyTerms(tx: TxCtx, row: CampaignRow, now: string): Omit<NewCampaign, 'launch'> {
  const { name, reward, startsAt, endsAt, budget, ...terms } = toCampaign(tx, row, now);
  const ahead = (time: string | null) => (time !== null && time > now ? time : null);
  return {
    name: name.slice(0, MAX_NAME - COPY_SUFFIX.length) + COPY_SUFFIX,
    description: terms.description,
    instructions: terms.instructions,
    platform: terms.platform,
    actionType: terms.actionType,
    actionId: terms.actionId,
    programId: terms.programId,
    reward: { ...reward, value: reward.value ?? undefined },
    requirements: terms.requirements,
    startsAt: ahead(startsAt),
    endsAt: ahead(endsAt),
    budget: budget && { total: budget.total },
    limits: terms.limits,
    reviewPolicy: terms.reviewPolicy,
    disclosure: terms.disclosure,
    businessId: row.businessId,
  };
}

/** Deletes a draft, which no other record refers to. @throws NOT_FOUND, CONFLICT for a campaign that was launched */
export async function deleteCampaign(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const remove = async (tx: TxCtx) => {
    const row = requireBusinessRecord(tx.actor, 'campaign', await store.find(tx.db, id));
    if (row.state !== 'draft')
      throw new AppError('CONFLICT', `Only drafts can be deleted (the campaign is ${row.state})`);
    await events.record(tx, 'campaign.deleted', {
      businessId: row.businessId,
      object: toCampaign(tx, row, nowIso(tx.clock)),
    });
    await store.remove(tx.db, id);
    return { id, deleted: true } as const;
  };
  return atomically(ctx, remove, await resolveChangeLockKeys(ctx, id));
}

/** Changes the state of several campaigns in one transaction, with a savepoint and a result for each. */
export async function changeCampaignStates(
  ctx: Ctx,
  { ids, ...change }: BulkCampaignChange,
): Promise<BulkChangedCampaigns> {
  await expireDue(ctx);
  const lockKeys = await resolveBulkLockKeys(ctx, ids);
  const changeEach = async (tx: TxCtx) => {
    const items: BulkChangedCampaigns['items'] = [];
    for (const id of ids) {
      try {
        const row = await requireChangeable(tx, { id, ...change });
        // Otherwise it was created after the lock keys were resolved.
        if (!lockKeys.includes(`business:${row.businessId}`)) throw notFound('campaign');
        const campaign = await atomically(tx, nested => applyChange(nested, row, { id, ...change }));
        items.push({ id, ok: true, campaign });
      } catch (error) {
        if (!(error instanceof AppError) || error.status >= 500) throw error;
        items.push({ id, ok: false, error: { code: error.code, message: error.message } });
      }
    }
    return { items };
  };
  return atomically(ctx, changeEach, lockKeys);
}

/** Returns the lock keys of the businesses of some campaigns. Only admins may change those of several. */
async function resolveBulkLockKeys({ db, actor }: AnyCtx, ids: string[]): Promise<LockKeys> {
  if (actor.businessId !== null) return [`business:${actor.businessId}`];
  return [...new Set((await store.findMany(db, ids)).map(row => `business:${row.businessId}` as const))];
}
