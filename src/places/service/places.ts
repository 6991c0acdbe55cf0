import type { PlaceRow } from '../../../db/schema/places.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { changedFields } from '../../platform/objects.ts';
import { emptyPage, type Page, type RecordQuery } from '../../platform/page.ts';
import { requireBusinessRecord, resolveLockKeys } from '../../tenancy.ts';
import * as devices from '../devices-store.ts';
import type { NewPlace, Place, PlaceChange } from '../model.ts';
import * as store from '../places-store.ts';

/** Places per business. */
export const MAX_PLACES = 200;

/** Lists the places of the caller's business, newest first. */
export async function listPlaces(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string },
): Promise<Page<Place>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.list(ctx.db, { businessId }, query);
  return { ...page, items: page.items.map(toPlace) };
}

/** @throws NOT_FOUND, VALIDATION_ERROR for a name that is in use, LIMIT_REACHED */
export async function createPlace(ctx: Ctx, input: NewPlace): Promise<Place> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  const create = async (tx: TxCtx) => {
    const nameKey = await requireFreeName(tx, businessId, input.name);
    if ((await store.count(tx.db, businessId)) >= MAX_PLACES)
      throw new AppError('LIMIT_REACHED', `Limit of ${MAX_PLACES} places reached. Delete a place first.`);
    const now = nowIso(tx.clock);
    const id = tx.ids.next('place');
    const times = { createdAt: now, updatedAt: now };
    const place = toPlace(await store.insert(tx.db, { id, businessId, name: input.name, nameKey, ...times }));
    await events.record(tx, 'business.placeCreated', { businessId, object: place });
    return place;
  };
  return atomically(ctx, create, [`business:${businessId}`]);
}

/** @throws NOT_FOUND, VALIDATION_ERROR for a name that is in use */
export async function renamePlace(ctx: Ctx, id: string, { name }: PlaceChange): Promise<Place> {
  const rename = async (tx: TxCtx) => {
    const before = await requireOpenPlace(tx, id);
    const nameKey = await requireFreeName(tx, before.businessId, name, id);
    const place = toPlace(await store.update(tx.db, id, { name, nameKey, updatedAt: nowIso(tx.clock) }));
    const previous = changedFields(toPlace(before), place, ['updatedAt']);
    if (Object.keys(previous).length > 0)
      await events.record(tx, 'business.placeUpdated', {
        businessId: before.businessId,
        object: place,
        previous,
      });
    return place;
  };
  return atomically(ctx, rename, await resolveLockKeys(ctx.actor, 'place', () => store.find(ctx.db, id)));
}

/**
 * Deletes a place. Past actions keep its name.
 * @throws NOT_FOUND, CONFLICT while a shared device is signed in there
 */
export async function deletePlace(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const remove = async (tx: TxCtx) => {
    const { businessId } = await requireOpenPlace(tx, id);
    if ((await devices.countByPlace(tx.db, id)) > 0)
      throw new AppError('CONFLICT', 'Shared devices are signed in at this place. Revoke them first.');
    const now = nowIso(tx.clock);
    const place = toPlace(await store.update(tx.db, id, { updatedAt: now, deletedAt: now }));
    await events.record(tx, 'business.placeDeleted', { businessId, object: place });
    return { id, deleted: true as const };
  };
  return atomically(ctx, remove, await resolveLockKeys(ctx.actor, 'place', () => store.find(ctx.db, id)));
}

/** Returns a place that the caller may use. @throws NOT_FOUND, also for a deleted place */
export async function requireOpenPlace(
  { actor, db }: AnyCtx,
  id: string,
  { businessId, field = 'id' }: { businessId?: string; field?: string } = {},
): Promise<PlaceRow> {
  const reference = { kind: 'place', field } as const;
  const row = requireBusinessRecord(actor, reference, await store.find(db, id), businessId);
  if (row.deletedAt !== null) throw notFound(reference);
  return row;
}

/** Returns the names of places by id, including deleted ones. */
export async function getPlaceNames({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.listNames(db, ids)).map(({ id, name }) => [id, name]));
}

/** Returns the name in the form that is compared. @throws VALIDATION_ERROR if another place has it */
async function requireFreeName(
  { db }: TxCtx,
  businessId: string,
  name: string,
  ownId?: string,
): Promise<string> {
  const nameKey = name.toLowerCase();
  const found = await store.findByName(db, { businessId, nameKey });
  if (found && found.id !== ownId) throw invalid('name', 'is already the name of another place', 'unique');
  return nameKey;
}

function toPlace({ id, businessId, name, createdAt, updatedAt }: PlaceRow): Place {
  return { id, businessId, name, createdAt, updatedAt };
}
