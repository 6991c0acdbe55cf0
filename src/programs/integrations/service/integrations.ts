import type { IntegrationRow } from '../../../../db/schema/integrations.ts';
import * as businesses from '../../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, nameTarget, type TxCtx } from '../../../context.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import * as events from '../../../events/service.ts';
import { getPublicUrl } from '../../../installation/service.ts';
import { nowIso } from '../../../platform/clock.ts';
import { changedFields } from '../../../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery } from '../../../platform/page.ts';
import { requireProgramOfBusiness } from '../../service/read.ts';
import type { Integration, IntegrationChange, Source } from '../model.ts';
import { toIntegration } from '../serialize.ts';
import * as store from '../store.ts';

/**
 * Creates the business's integration with a shop system, or changes its secret or program. Some systems create the secret
 * for an address, so it can follow later. The address stays the same until the integration is removed.
 * @throws VALIDATION_ERROR for a new one without program, NOT_FOUND
 */
export async function setIntegration(
  ctx: Ctx,
  source: Source,
  { businessId: named, secret, programId }: IntegrationChange,
): Promise<Integration> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const publicUrl = await getPublicUrl(ctx);
  const save = async (tx: TxCtx) => {
    if (programId !== undefined) await requireProgramOfBusiness(tx, programId, businessId);
    const before = await store.findBySource(tx.db, businessId, source);
    const now = nowIso(tx.clock);
    if (!before) {
      const created = await create(tx, { businessId, source, secret, programId, now });
      const object = toIntegration(created, publicUrl);
      await events.record(tx, 'integration.created', { businessId, object });
      return object;
    }
    if (secret === undefined && programId === undefined)
      throw invalid('body', 'must include at least one field to update', 'required');
    if (programId !== undefined && programId !== before.programId)
      await store.moveUncounted(tx.db, before.id, programId);
    const after = await store.update(tx.db, before.id, {
      ...(programId !== undefined && { programId }),
      ...(secret !== undefined && {
        secret: tx.vault.seal(secret, before.id),
        lastRefusedAt: null,
        lastRefusedCode: null,
      }),
      updatedAt: now,
    });
    const object = toIntegration(after, publicUrl);
    const previous = changedFields(toIntegration(before, publicUrl), object, ['updatedAt']);
    await events.record(tx, 'integration.updated', { businessId, object, previous });
    return object;
  };
  const integration = await atomically(ctx, save, [`business:${businessId}`]);
  nameTarget(ctx, integration.id);
  return integration;
}

interface NewIntegration extends Pick<IntegrationChange, 'secret' | 'programId'> {
  businessId: string;
  source: Source;
  now: string;
}

async function create(
  tx: TxCtx,
  { businessId, source, secret, programId, now }: NewIntegration,
): Promise<IntegrationRow> {
  if (programId === undefined) throw invalid('programId', 'is required to set up the system', 'required');
  const id = tx.ids.next('integration');
  return await store.insert(tx.db, {
    id,
    businessId,
    source,
    programId,
    secret: secret === undefined ? '' : tx.vault.seal(secret, id),
    createdAt: now,
    updatedAt: now,
  });
}

/** Lists the business's integrations with shop systems, newest first. */
export async function listIntegrations(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string },
): Promise<Page<Integration>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.list(ctx.db, { businessId }, query);
  const publicUrl = await getPublicUrl(ctx);
  return { ...page, items: page.items.map(row => toIntegration(row, publicUrl)) };
}

/**
 * Removes an integration: its address stops working, its secret is deleted and the buyers of its parked orders are
 * deleted. What was counted stays. @throws NOT_FOUND
 */
export async function removeIntegration(
  ctx: Ctx,
  source: Source,
  named?: string,
): Promise<{ id: string; deleted: true }> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const publicUrl = await getPublicUrl(ctx);
  const remove = async (tx: TxCtx) => {
    const row = await requireIntegration(tx, businessId, source);
    const { id } = row;
    const now = nowIso(tx.clock);
    await events.record(tx, 'integration.removed', { businessId, object: toIntegration(row, publicUrl) });
    await store.update(tx.db, id, { removedAt: now, updatedAt: now, secret: '' });
    await store.forgetBuyers(tx.db, id);
    return { id, deleted: true as const };
  };
  return await atomically(ctx, remove, [`business:${businessId}`]);
}

/** @throws NOT_FOUND */
async function requireIntegration(
  { db }: AnyCtx,
  businessId: string,
  source: Source,
): Promise<IntegrationRow> {
  const row = await store.findBySource(db, businessId, source);
  if (!row) throw notFound({ kind: 'integration', field: 'source' });
  return row;
}

/** @throws CONFLICT if a shop system sends its orders to the program */
export async function assertReceivesNoOrders({ db }: AnyCtx, programId: string): Promise<void> {
  const row = await store.findOfProgram(db, programId);
  if (!row) return;
  throw new AppError(
    'CONFLICT',
    `The program counts the orders from ${row.source}; choose another program for them first`,
  );
}
