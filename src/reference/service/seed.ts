import { findFact, saveFact } from '../../../db/facts.ts';
import { type AnyCtx, atomically } from '../../context.ts';
import type { ReferenceData } from '../../library/seed-model.ts';
import * as store from '../../library/store.ts';

/** The entries that seeding changed, such as `actions/instagram-story-mention`. */
export interface SeedReport {
  inserted: string[];
  updated: string[];
  removed: string[];
  unchanged: number;
}

/** Receives the progress of a long operation. */
type OnProgress = (done: number, total: number) => void;

/**
 * Updates the database's copy of the reference data from the files. Idempotent.
 * @param force compares every entry even if the hash is unchanged
 */
export async function upsertReference(
  ctx: AnyCtx,
  data: ReferenceData,
  hash: string,
  force = false,
  onProgress: OnProgress = () => {},
): Promise<SeedReport> {
  const report: SeedReport = { inserted: [], updated: [], removed: [], unchanged: 0 };
  if (!force && (await findFact(ctx.db, 'seedHash')) === hash)
    return { ...report, unchanged: listEntries(data).length };
  await atomically(ctx, async tx => {
    const known = new Map(
      (await store.listEntries(tx.db)).map(entry => [`${entry.kind}/${entry.id}`, entry]),
    );
    const entries = listEntries(data);
    for (const [index, entry] of entries.entries()) {
      onProgress(index + 1, entries.length);
      const name = `${entry.kind}/${entry.id}`;
      const before = known.get(name);
      known.delete(name);
      if (before && JSON.stringify(before) === JSON.stringify(entry)) {
        report.unchanged++;
        continue;
      }
      await store.saveEntry(tx.db, entry);
      report[before ? 'updated' : 'inserted'].push(name);
    }
    for (const [name, { kind, id }] of known) {
      await store.deleteEntry(tx.db, kind, id);
      report.removed.push(name);
    }
    await saveFact(tx.db, 'seedHash', hash);
  });
  return report;
}

function listEntries({
  actions,
  benchmarks,
  pricing,
  legal,
  sources,
  plans,
}: ReferenceData): store.EntryRow[] {
  const listed = (kind: string, items: readonly { id: string }[]) =>
    items.map((document, position) => ({ kind, id: document.id, position, document }));
  const whole = (kind: string, document: unknown) => [{ kind, id: kind, position: 0, document }];
  return [
    ...listed('actions', actions),
    ...listed('benchmarks', benchmarks.industries),
    ...whole('pricing', pricing),
    ...whole('legal', legal),
    ...listed('sources', sources),
    ...listed('plans', plans),
  ];
}
