import type { SuggestionRow } from '../../db/schema/suggestions.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { notFound } from '../errors.ts';
import { DAY_MS, iso, nowIso } from '../platform/clock.ts';
import * as store from './store.ts';

/** Suggestions that no campaign is based on are deleted after this many days. */
export const UNUSED_DAYS = 90;
const BATCH = 500;
const DAY_LENGTH = 10;

/** A suggestion to store. Its ID is generated beforehand, because the campaign body contains it. */
export type NewSuggestion = Omit<SuggestionRow, 'createdAt' | 'appliedAt'>;

/** Stores the suggestions of a response. */
export async function saveSuggestions(ctx: AnyCtx, proposed: readonly NewSuggestion[]): Promise<void> {
  if (proposed.length === 0) return;
  await atomically(ctx, async tx => {
    const createdAt = nowIso(tx.clock);
    for (const suggestion of proposed) await store.insert(tx.db, { ...suggestion, createdAt });
  });
}

/**
 * Records that a campaign is based on a suggestion of the same business.
 * @throws NOT_FOUND for an unknown suggestion or that of another business
 */
export async function markApplied(tx: TxCtx, id: string, businessId: string): Promise<void> {
  const row = await store.find(tx.db, id);
  if (row?.businessId !== businessId) throw notFound({ kind: 'suggestion', field: 'suggestionId' });
  if (row.appliedAt === null) await store.update(tx.db, id, { appliedAt: nowIso(tx.clock) });
}

/** Lists the suggestions that a business has used, latest first. */
export function listApplied({ db }: AnyCtx, businessId: string, limit: number): Promise<SuggestionRow[]> {
  return store.listApplied(db, businessId, limit);
}

/** Deletes old suggestions that were never used. @returns the number of deleted suggestions */
export async function purgeUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_DAYS * DAY_MS);
  let deletedCount = 0;
  for (;;) {
    const count = await atomically(ctx, tx => store.deleteUnused(tx.db, before, BATCH));
    deletedCount += count;
    if (count < BATCH) return deletedCount;
  }
}

/**
 * Consumes one request of the daily budget for the language model, in a separate transaction that ends before the
 * model is called: the transaction of an idempotent request would stay open until the model responds.
 * @returns false if the budget is used up
 */
export async function consumeAiRequest(ctx: Ctx, perDay: number): Promise<boolean> {
  const day = nowIso(ctx.clock).slice(0, DAY_LENGTH);
  return atomically(ctx.detached(), tx => store.countRequest(tx.db, day, perDay));
}
