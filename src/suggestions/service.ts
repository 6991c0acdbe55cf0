import type { SuggestionRow } from '../../db/schema/suggestions.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { notFound } from '../errors.ts';
import { DAY_MS, iso, nowIso } from '../platform/clock.ts';
import * as store from './store.ts';

/** A suggestion that no campaign was made of is forgotten after so many days. */
export const UNUSED_DAYS = 90;
const BATCH = 500;
const DAY_LENGTH = 10;

/** What is remembered of a suggestion; its id is taken before, because it stands in the campaign's body. */
export type NewSuggestion = Omit<SuggestionRow, 'createdAt' | 'appliedAt'>;

/** Remembers what an answer proposes. */
export async function saveSuggestions(ctx: AnyCtx, proposed: readonly NewSuggestion[]): Promise<void> {
  if (proposed.length === 0) return;
  await atomically(ctx, async tx => {
    const createdAt = nowIso(tx.clock);
    for (const suggestion of proposed) store.insert(tx.db, { ...suggestion, createdAt });
  });
}

/**
 * Notes that a campaign is made of a suggestion of the same business.
 * @throws NOT_FOUND for an unknown one and for another business's alike
 */
export function markApplied(tx: TxCtx, id: string, businessId: string): void {
  const row = store.find(tx.db, id);
  if (row?.businessId !== businessId) throw notFound();
  if (row.appliedAt === null) store.update(tx.db, id, { appliedAt: nowIso(tx.clock) });
}

/** The suggestions that a business has used, the latest first. */
export function listApplied({ db }: AnyCtx, businessId: string, limit: number): SuggestionRow[] {
  return store.listApplied(db, businessId, limit);
}

/** Forgets suggestions that nobody has used for long. @returns how many */
export async function purgeUnused(ctx: Ctx): Promise<number> {
  const before = iso(ctx.clock.now() - UNUSED_DAYS * DAY_MS);
  let deletedCount = 0;
  for (;;) {
    const count = await atomically(ctx, async tx => store.deleteUnused(tx.db, before, BATCH));
    deletedCount += count;
    if (count < BATCH) return deletedCount;
  }
}

/**
 * Takes one request out of the day's budget for the language model. In a transaction of its own, that is over
 * before the model is asked: the one of an idempotent request would stay open while the model thinks.
 * @returns whether the budget had one left
 */
export async function consumeAiRequest(ctx: Ctx, perDay: number): Promise<boolean> {
  const day = nowIso(ctx.clock).slice(0, DAY_LENGTH);
  return atomically(ctx.detached(), async tx => store.countRequest(tx.db, day, perDay));
}
