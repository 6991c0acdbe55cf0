import { type AnyCtx, atomically, type Ctx } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { nowIso } from '../platform/clock.ts';
import { type Page, type RecordQuery, splitList } from '../platform/page.ts';
import { getUsdRate, toMillionths } from '../platform/usd-rate.ts';
import { reserveChosenSlug, reserveSlug } from '../slugs/service.ts';
import * as uploads from '../uploads/service.ts';
import type { Business, BusinessChange, NewBusiness } from './model.ts';
import { assertAccentColor, isMisleadingSender, normalizeHandles } from './rules.ts';
import * as store from './store.ts';

export type BusinessRow = store.BusinessRow;

/**
 * Returns the ID of the business that a call acts for: the caller's own, or the one that an admin specifies.
 * @throws VALIDATION_ERROR if an admin specifies none, NOT_FOUND for another business
 */
export async function resolveBusinessId(ctx: AnyCtx, named: string | undefined): Promise<string> {
  const own = ctx.actor.businessId;
  if (own) {
    if (named !== undefined && named !== own) throw notFound({ kind: 'business', field: 'businessId' });
    return own;
  }
  if (ctx.actor.role !== 'admin') throw notFound({ kind: 'business', field: 'businessId' });
  if (named === undefined) throw invalid('businessId', 'is required for admins', 'required');
  return (await requireById(ctx, named)).id;
}

/**
 * Same as resolveBusinessId, for list filters: returns undefined for another business, whose list is empty.
 * @throws VALIDATION_ERROR if an admin specifies none
 */
export async function resolveListedBusinessId(
  ctx: AnyCtx,
  named: string | undefined,
): Promise<string | undefined> {
  if (named === undefined) return await resolveBusinessId(ctx, named);
  const { actor } = ctx;
  return actor.role === 'admin' || actor.businessId === named ? named : undefined;
}

/** @throws NOT_FOUND */
export async function requireById(ctx: AnyCtx, id: string): Promise<store.BusinessRow> {
  const business = await store.find(ctx.db, id);
  if (!business) throw notFound({ kind: 'business', field: 'businessId' });
  return business;
}

export function find(ctx: AnyCtx, id: string): Promise<store.BusinessRow | undefined> {
  return store.find(ctx.db, id);
}

/** Returns the names of businesses by id. */
export async function getNamesById({ db }: AnyCtx, ids: string[]): Promise<Map<string, string>> {
  return new Map((await store.listNames(db, ids)).map(({ id, name }) => [id, name]));
}

/** Adds the businesses to records, with one query, if the request includes them. */
export async function includeBusinesses<T extends { businessId: string }>(
  ctx: AnyCtx,
  records: T[],
  include: string | undefined,
): Promise<(T & { business?: { id: string; name: string } })[]> {
  if (!splitList(include)?.includes('business')) return records;
  const names = await getNamesById(ctx, [...new Set(records.map(({ businessId }) => businessId))]);
  return records.map(record => {
    const { businessId: id } = record;
    return { ...record, business: { id, name: names.get(id) ?? '' } };
  });
}

export async function create(ctx: AnyCtx, input: NewBusiness): Promise<Business> {
  const now = nowIso(ctx.clock);
  const id = ctx.ids.next('business');
  const row = await atomically(ctx, async tx => {
    const slug = await reserveSlug(tx, 'business', { id, name: input.name });
    return await store.insert(tx.db, { ...input, id, slug, createdAt: now, updatedAt: now });
  });
  return toBusiness(ctx, row);
}

/** Returns the caller's business, or the one that an admin specifies. @throws NOT_FOUND */
export async function get(ctx: Ctx, named?: string): Promise<Business> {
  return toBusiness(ctx, await requireById(ctx, await resolveBusinessId(ctx, named)));
}

/**
 * @throws VALIDATION_ERROR if there is no field to update, for a color with too little contrast or an upload that is not
 * the business's own image, CONFLICT for an address that is taken, NOT_FOUND
 */
export async function update(
  ctx: AnyCtx,
  { businessId, usdRate, ...change }: BusinessChange,
): Promise<Business> {
  const id = await resolveBusinessId(ctx, businessId);
  if (Object.keys(change).length === 0 && usdRate === undefined)
    throw invalid('body', 'must include at least one field to update', 'required');
  const { accentColor, handles, logoUploadId, senderName, slug } = change;
  if (senderName && isMisleadingSender(senderName))
    throw invalid('senderName', 'must not sound like a security or support team', 'conflict');
  if (accentColor) assertAccentColor(accentColor);
  const row = await atomically(
    ctx,
    async tx => {
      const before = await requireById(tx, id);
      if (slug !== undefined) await reserveChosenSlug(tx, 'business', { id, slug });
      if (logoUploadId !== undefined && logoUploadId !== before.logoUploadId)
        await uploads.replaceLogo(tx, id, { before: before.logoUploadId, after: logoUploadId });
      return await store.update(tx.db, id, {
        ...change,
        ...(usdRate !== undefined && { usdRateMillionths: toMillionths(usdRate) }),
        ...(accentColor && { accentColor: accentColor.toLowerCase() }),
        ...(handles && { handles: normalizeHandles(handles) }),
        updatedAt: nowIso(tx.clock),
      });
    },
    [`business:${id}`],
  );
  return toBusiness(ctx, row);
}

/** Lists all businesses of the installation, for admins. */
export async function list(ctx: Ctx, query: RecordQuery): Promise<Page<Business>> {
  const page = await store.list(ctx.db, {}, query);
  return { ...page, items: page.items.map(row => toBusiness(ctx, row)) };
}

function toBusiness({ isTestMode }: AnyCtx, row: store.BusinessRow): Business {
  const { eventSequence, usdRateMillionths, testEnvironmentId, ...business } = row;
  return { ...business, slug: getSlug(row), usdRate: getUsdRate(row), test: isTestMode };
}

/** Returns the name in the address of the shop's page. The page accepts an ID instead of a slug. */
export function getSlug({ slug, id }: store.BusinessRow): string {
  return slug ?? id;
}
