import * as store from '../../db/admin-actions.ts';
import type { Ctx } from '../context.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import { offsetOf, type Page, type PageQuery, toPage } from '../platform/page.ts';
import { forgetInSlices } from '../sweep.ts';

/** As long as events, which tell what came of it. */
const RETENTION_DAYS = 400;

export interface AdminAction {
  createdAt: string;
  actor: { kind: string; id: string };
  operation: string;
  target: string | null;
  requestId: string | null;
}

/** What admins changed, newest first. */
export function list({ db }: Ctx, query: PageQuery & store.ActionFilter): Page<AdminAction> {
  const rows = store.list(db, query, query.perPage, offsetOf(query));
  const items = rows.map(({ createdAt, actorKind, actorId, operation, target, requestId }) => ({
    createdAt,
    actor: { kind: actorKind, id: actorId },
    operation,
    target,
    requestId,
  }));
  return toPage(items, store.total(db, query), query);
}

/** Forgets what is past its retention. @returns how many. */
export async function forgetOld(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  return forgetInSlices(ctx, (tx, limit) => store.deleteBefore(tx.db, before, limit));
}
