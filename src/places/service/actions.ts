import type { CounterActionRow } from '../../../db/schema/places.ts';
import * as users from '../../auth/service/users.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, type Ctx, SHOP_SYSTEM, type TxCtx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { nowIso, toUtc } from '../../platform/clock.ts';
import { toAmount } from '../../platform/money.ts';
import { emptyPage, type Page, type RecordQuery, splitList } from '../../platform/page.ts';
import * as store from '../actions-store.ts';
import type { CounterAction, CounterReport } from '../model.ts';
import * as places from '../places-store.ts';
import { addSums, subtractUndone, toFigures } from '../rules.ts';
import { getPlaceNames } from './places.ts';

/** Maximum actions that a report counts, to limit the duration of a request. */
const MAX_COUNTED = 50_000;

/** An action at a counter, for the report by person and place. */
interface ActionInput {
  kind: CounterActionRow['kind'];
  businessId: string;
  /** The place that the request names; by default, that of the shared device. */
  placeId?: string;
  /** The record that changed. */
  resourceId: string;
  programId?: string | null;
  memberId?: string | null;
  visits?: number;
  stamps?: number;
  purchaseCents?: number | null;
  /** The value that was redeemed, reinstated or refunded. */
  valueCents?: number;
}

/**
 * Records an action at a counter with its person and place, in the transaction of the action. Actions of customers
 * themselves and orders of shop systems are not recorded.
 * @throws VALIDATION_ERROR for an unknown place, or another one than that of the shared device
 */
export async function recordAction(tx: TxCtx, { placeId: named, ...action }: ActionInput): Promise<void> {
  const { actor } = tx;
  const placeId = await resolvePlaceId(tx, action.businessId, named);
  if (actor.kind === 'anonymous' || actor.role === 'customer' || actor.id === SHOP_SYSTEM.id) return;
  await store.insert(tx.db, {
    ...action,
    id: tx.ids.next('counterAction'),
    placeId,
    deviceId: getDevice(tx)?.id ?? null,
    actorKind: actor.kind,
    actorId: actor.id,
    createdAt: nowIso(tx.clock),
  });
}

function getDevice({ actor }: AnyCtx) {
  return actor.kind === 'user' ? actor.device : undefined;
}

async function resolvePlaceId(
  tx: TxCtx,
  businessId: string,
  named: string | undefined,
): Promise<string | null> {
  const own = getDevice(tx)?.placeId ?? null;
  if (named === undefined || named === own) return own;
  if (own !== null) throw invalid('placeId', 'is not the place of this device', 'conflict');
  const place = await places.find(tx.db, named);
  if (place?.businessId !== businessId || place.deletedAt !== null)
    throw invalid('placeId', 'is not a place of the business', 'unknown');
  return named;
}

export interface ActionQuery extends RecordQuery {
  businessId?: string;
  /** One or more, separated by commas. */
  kind?: string;
  placeId?: string;
  userId?: string;
  resourceId?: string;
  from?: string;
  to?: string;
}

/** An action without the name of its member, which other modules know. */
export type UnnamedAction = Omit<CounterAction, 'memberName'>;

/** Lists what was done at the counters of the caller's business, newest first. */
export async function listActions(ctx: Ctx, query: ActionQuery): Promise<Page<UnnamedAction>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  const business = businessId === undefined ? undefined : await businesses.find(ctx, businessId);
  if (!business) return emptyPage(query);
  const { placeId, userId: actorId, resourceId, from, to } = query;
  const times = { from: toUtc(from) ?? undefined, until: toUtc(to) ?? undefined };
  const filter = {
    businessId: business.id,
    kind: splitList(query.kind),
    placeId,
    actorId,
    resourceId,
    ...times,
  };
  const page = await store.list(ctx.db, filter, query);
  const named = await nameAll(ctx, page.items);
  return {
    ...page,
    items: page.items.map((row, index) => ({
      ...toAction(row, business.currency),
      ...(named[index] as Named),
    })),
  };
}

function toAction(row: CounterActionRow, currency: string): Omit<UnnamedAction, keyof Named> {
  const { actorKind, actorId, placeId, purchaseCents, valueCents, ...action } = row;
  const purchase = purchaseCents === null ? null : toAmount(purchaseCents, currency);
  return { ...action, purchase, value: toAmount(valueCents, currency) };
}

/**
 * Sums the actions of a period by person and place, the busiest first. A stamp that was undone counts neither as a visit
 * nor as a refund.
 */
export async function sumActions(
  ctx: Ctx,
  filter: store.ReportFilter,
): Promise<Pick<CounterReport, 'currency' | 'rows' | 'totals' | 'complete'>> {
  const counted = await store.sumByPersonAndPlace(ctx.db, filter, MAX_COUNTED);
  const sums = subtractUndone(counted, await store.sumUndone(ctx.db, filter, MAX_COUNTED));
  const busiest = sums.toSorted((a, b) => b.actions - a.actions || a.actorId.localeCompare(b.actorId));
  const named = await nameAll(ctx, busiest);
  const { currency } = await businesses.requireById(ctx, filter.businessId);
  const rows = busiest.map((row, index) => ({ ...(named[index] as Named), ...toFigures(row, currency) }));
  const complete = counted.reduce((total, { actions }) => total + actions, 0) < MAX_COUNTED;
  return { currency, rows, totals: toFigures(addSums(sums), currency), complete };
}

type Named = Pick<CounterAction, 'actor' | 'place'>;

/** Returns who recorded each visit of a business and where, by the visit's ID. */
export async function getRecorders(
  ctx: AnyCtx,
  businessId: string,
  visitIds: string[],
): Promise<Map<string, Named>> {
  const actions = await store.listOfResources(ctx.db, businessId, visitIds);
  const recorded = actions.filter(({ kind }) => kind === 'visit');
  const named = await nameAll(ctx, recorded);
  return new Map(recorded.map(({ resourceId }, index) => [resourceId, named[index] as Named]));
}

/** Returns the person and place of each row, with their names. */
async function nameAll(
  ctx: AnyCtx,
  rows: readonly Pick<CounterActionRow, 'actorKind' | 'actorId' | 'placeId'>[],
): Promise<Named[]> {
  const userIds = rows.filter(row => row.actorKind === 'user').map(row => row.actorId);
  const userNames = await users.getNamesById(ctx, [...new Set(userIds)]);
  const placeIds = rows.map(row => row.placeId).filter(id => id !== null);
  const placeNames = await getPlaceNames(ctx, [...new Set(placeIds)]);
  return rows.map(({ actorKind, actorId, placeId }) => ({
    actor: { kind: actorKind, id: actorId, name: userNames.get(actorId) ?? null },
    place: placeId === null ? null : { id: placeId, name: placeNames.get(placeId) ?? '' },
  }));
}
