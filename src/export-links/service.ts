import type { ExportLinkRow } from '../../db/schema/export-links.ts';
import { findCreator } from '../auth/service/authenticate.ts';
import * as businesses from '../businesses/service.ts';
import { type Actor, atomically, type Ctx } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import * as events from '../events/service.ts';
import { getPublicUrl } from '../installation/service.ts';
import { MINUTE_MS, nowIso } from '../platform/clock.ts';
import { randomText, sha256 } from '../platform/crypto.ts';
import { emptyPage, type Page, type RecordQuery } from '../platform/page.ts';
import { belongsToBusiness } from '../tenancy.ts';
import {
  type ExportLink,
  type IssuedExportLink,
  MAX_LINKS,
  type NewExportLink,
  type RecordedExportLink,
} from './model.ts';
import * as store from './store.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 190 bits. */
const SECRET_LENGTH = 32;
const VISIBLE_CHARACTERS = 4;
/** The path of a link's URL, before its secret. */
export const EXPORTS_PATH = '/exports';
/** `lastUsedAt` has minute resolution, so a link in constant use costs one write per minute. */
const LAST_USED_STEP_MS = MINUTE_MS;

/** A link that may be used, the list that it names, and on whose behalf. */
export interface WorkingLink {
  id: string;
  operationId: string;
  query: Record<string, string>;
  /** The person or key without whose rights the link ends. */
  creator: Actor;
  /** Reads the list: the creator's business and nothing that a key with the scope `read` may not. */
  reader: Actor;
}

export async function listExportLinks(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string },
): Promise<Page<ExportLink>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.list(ctx.db, { businessId }, query);
  return { ...page, items: page.items.map(toExportLink) };
}

/**
 * Creates a link. Its URL is returned only here.
 * @param tryList reads the list as the link would, to reject an unknown operation or parameter and a list that the
 *   caller may not read
 * @throws NOT_FOUND, LIMIT_REACHED, and what `tryList` throws
 */
export async function createExportLink(
  ctx: Ctx,
  prefix: string,
  { operationId, query = {}, businessId: named }: NewExportLink,
  tryList: (link: WorkingLink) => Promise<void>,
): Promise<IssuedExportLink> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const id = ctx.ids.next('exportLink');
  await tryList({ id, operationId, query, creator: ctx.actor, reader: toReader(id, businessId) });
  const secret = randomText(ctx.random, BASE62, SECRET_LENGTH);
  const { kind, id: createdBy } = ctx.actor;
  if (kind === 'anonymous') throw notFound('exportLink');
  const publicUrl = await getPublicUrl(ctx);
  const row = await atomically(ctx, async tx => {
    if ((await store.countByBusiness(tx.db, businessId)) >= MAX_LINKS) {
      const message = `Limit of ${MAX_LINKS} export links per business reached; revoke one first`;
      throw new AppError('LIMIT_REACHED', message);
    }
    const created = await store.insert(tx.db, {
      id,
      businessId,
      operationId,
      query,
      hash: sha256(secret),
      last4: secret.slice(-VISIBLE_CHARACTERS),
      createdAt: nowIso(tx.clock),
      creatorKind: kind,
      createdBy,
    });
    await events.record(tx, 'exportLink.created', { businessId, object: toRecorded(created) });
    return created;
  });
  return { ...toExportLink(row), url: `${publicUrl}${prefix}${EXPORTS_PATH}/${secret}` };
}

/** Revokes a link immediately. @throws NOT_FOUND */
export async function revokeExportLink(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  return atomically(ctx, async tx => {
    const link = await store.find(tx.db, id);
    if (!link || !belongsToBusiness(tx.actor, link)) throw notFound('exportLink');
    await store.remove(tx.db, id);
    await events.record(tx, 'exportLink.revoked', {
      businessId: link.businessId,
      object: toRecorded(link),
    });
    return { id, deleted: true as const };
  });
}

/** Returns the link of a secret. @throws NOT_FOUND for a revoked one, and when its creator has left the business */
export async function requireWorkingLink(ctx: Ctx, secret: string): Promise<WorkingLink> {
  const link = await store.findByHash(ctx.db, sha256(secret));
  const creator = link && (await findCreator(ctx, link.creatorKind, link.createdBy));
  if (!link || !creator || !belongsToBusiness(creator, link)) throw notFound('exportLink');
  touchLastUsed(ctx, link);
  const { id, operationId, query, businessId } = link;
  return { id, operationId, query, creator, reader: toReader(id, businessId) };
}

function toReader(id: string, businessId: string): Actor {
  return { kind: 'apiKey', id, role: 'business', businessId, scopes: ['read'] };
}

/** Not awaited, because losing one update of `lastUsedAt` is harmless. */
function touchLastUsed(ctx: Ctx, { id, lastUsedAt }: ExportLinkRow): void {
  if (lastUsedAt && Date.parse(lastUsedAt) > ctx.clock.now() - LAST_USED_STEP_MS) return;
  // The one statement decides nothing, so it needs no keys.
  const update = atomically(ctx.detached(), tx => store.touch(tx.db, id, nowIso(tx.clock)), []);
  ctx.backgroundTasks.run(update, cause => ctx.log.warn('failed to save lastUsedAt', { cause }));
}

function toRecorded(row: ExportLinkRow): RecordedExportLink {
  const { query, ...link } = toExportLink(row);
  return link;
}

function toExportLink({ hash, businessId, creatorKind, ...link }: ExportLinkRow): ExportLink {
  return link;
}
