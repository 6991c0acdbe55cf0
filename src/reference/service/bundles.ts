import type { ReferenceBundleRow } from '../../../db/schema/reference.ts';
import { hashSeed, loadReference, parseReference, SEED } from '../../../seed/load.ts';
import { type AnyCtx, atomically, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as store from '../../library/store.ts';
import { toTimestamp } from '../../library/text.ts';
import type { SeedFiles } from '../../library/validation/validate.ts';
import { validateReference } from '../../library/validation/validate.ts';
import { nowIso } from '../../platform/clock.ts';
import { type BundlePayload, readBundle, readPayload } from '../bundle.ts';
import { listChanges, type ReferenceChange } from '../changes.ts';
import { upsertReference } from './seed.ts';

/** The public keys that releases of reference data are signed with. REFERENCE_KEYS adds others. */
const RELEASE_KEYS: readonly string[] = ['kjqFaS0Bw3w2pI7_GnnM_VK6rJkI9jfSXA6GSCEQzYs'];

/** The reference data in use. */
interface ReferenceStatus {
  origin: 'builtIn' | 'bundle';
  /** The time of the built-in data or of the bundle. */
  issuedAt: string;
  /** SHA-256 of the data, hex. */
  hash: string;
  bundleId: string | null;
  keyId: string | null;
  notes: string | null;
  appliedAt: string | null;
}

export async function getReferenceStatus(ctx: AnyCtx): Promise<ReferenceStatus> {
  const { hash } = ctx.library;
  const row = await findUsable(ctx);
  if (!row) {
    const none = { bundleId: null, keyId: null, notes: null, appliedAt: null };
    return { origin: 'builtIn', issuedAt: getBuiltInTime(), hash, ...none };
  }
  const { id: bundleId, keyId, issuedAt, notes, appliedAt } = row;
  return { origin: 'bundle', issuedAt, hash, bundleId, keyId, notes, appliedAt };
}

/** A verified and valid bundle, before it is applied. */
interface BundlePreview {
  row: Omit<ReferenceBundleRow, 'id' | 'appliedAt' | 'undoneAt'>;
  changes: ReferenceChange[];
}

/**
 * Verifies a bundle's signature, validates its data like the built-in data, and lists what it would change.
 * @throws VALIDATION_ERROR, INVALID_SIGNATURE, CONFLICT for a bundle that is not newer than the data in use
 */
export async function previewBundle(ctx: AnyCtx, text: string): Promise<BundlePreview> {
  const { bundle, content } = readBundle(text, [...RELEASE_KEYS, ...ctx.config.referenceKeys]);
  const { issuedAt } = await getReferenceStatus(ctx);
  if (content.issuedAt <= issuedAt)
    throw new AppError(
      'CONFLICT',
      `The bundle of ${content.issuedAt} is not newer than the data in use, of ${issuedAt}`,
    );
  const files = toFiles(content);
  const { data, problems } = validateReference(files);
  if (data === null) {
    const details = problems.map(issue => ({ field: 'files', issue, rule: 'conflict' as const }));
    throw new AppError('VALIDATION_ERROR', `The data is invalid: ${problems[0]}`, { details });
  }
  return {
    row: {
      keyId: bundle.keyId,
      issuedAt: content.issuedAt,
      notes: content.notes,
      hash: hashSeed(files),
      payload: bundle.payload,
    },
    changes: listChanges(ctx.library.data, data),
  };
}

/** Puts a previewed bundle into use, here at once and on running servers within a minute. */
export async function applyBundle(ctx: Ctx, { row }: BundlePreview): Promise<ReferenceStatus> {
  await atomically(ctx, tx =>
    store.insertBundle(tx.db, {
      ...row,
      id: tx.ids.next('referenceBundle'),
      appliedAt: nowIso(tx.clock),
      undoneAt: null,
    }),
  );
  return useCurrent(ctx);
}

/** Returns to the data before the last bundle. @throws CONFLICT if no bundle is in use */
export async function undoBundle(ctx: Ctx): Promise<ReferenceStatus> {
  await atomically(ctx, async tx => {
    const id = await store.findBundleId(tx.db);
    if (id === undefined) throw new AppError('CONFLICT', 'No bundle is in use');
    await store.markBundleUndone(tx.db, id, nowIso(tx.clock));
  });
  return useCurrent(ctx);
}

async function useCurrent(ctx: Ctx): Promise<ReferenceStatus> {
  await refreshReference(ctx);
  await upsertReference(ctx, ctx.library.data, ctx.library.hash);
  return getReferenceStatus(ctx);
}

/**
 * Loads the reference data in use if another process changed it.
 * @returns 1 if it changed, otherwise 0
 */
export async function refreshReference(ctx: AnyCtx): Promise<number> {
  const { reference } = ctx;
  const newest = (await store.findBundleId(ctx.db)) ?? null;
  if (newest === reference.checkedBundleId) return 0;
  const row = await findUsable(ctx);
  const data = row ? parseReference(toFiles(readPayload(row.payload)), row.hash) : loadReference();
  const isChanged = data.hash !== ctx.library.hash;
  reference.replace(data, newest);
  return isChanged ? 1 : 0;
}

/** Returns the bundle in use; undefined if the built-in data is newer, for example after an upgrade of the program. */
async function findUsable(ctx: AnyCtx): Promise<ReferenceBundleRow | undefined> {
  const row = await store.findBundleInUse(ctx.db);
  return row && row.issuedAt > getBuiltInTime() ? row : undefined;
}

function getBuiltInTime(): string {
  return toTimestamp(loadReference().data.legal.asOf);
}

function toFiles({ files }: BundlePayload): SeedFiles {
  return { ...SEED, ...files };
}
