import { isSharedDatabase } from '../../config/database.ts';
import { SECRET_SETTINGS } from '../../config/secrets.ts';
import { atomically, type Ctx } from '../../context.ts';
import {
  type Fingerprints,
  listUnequalSecrets,
  UnequalSecretsError,
} from '../../platform/security/secrets.ts';
import { refreshReference } from '../../reference/service/bundles.ts';
import { type SeedReport, upsertReference } from '../../reference/service/seed.ts';
import * as store from '../store.ts';

const NO_SEED_CHANGES: SeedReport = { inserted: [], updated: [], removed: [], unchanged: 0 };

interface PrepareOptions {
  fingerprints: Fingerprints;
  /** Whether to update the reference data and to store the fingerprints. */
  mayChange: boolean;
}

/**
 * Verifies the secrets and updates the reference data. Closes the database if that fails.
 * @throws UnequalSecretsError
 */
export async function prepareDatabase(
  ctx: Ctx,
  { fingerprints, mayChange }: PrepareOptions,
): Promise<SeedReport> {
  try {
    await verifySecrets(ctx, fingerprints, { mayStore: mayChange });
    await refreshReference(ctx);
    const { data, hash } = ctx.library;
    return mayChange ? await upsertReference(ctx, data, hash) : NO_SEED_CHANGES;
  } catch (error) {
    await ctx.database.close();
    throw error;
  }
}

const WRONG_KEY = 'ENCRYPTION_KEY is not the key that the data in this database was encrypted with';

/**
 * Compares the secrets of this node with those of the node that started last. The encryption key must be the one of
 * the first start. Other secrets may change, because operators rotate them; a shared database reports that as a
 * warning, because the nodes that run meanwhile still have the previous ones.
 * @param options.mayStore whether to store the fingerprints of this node
 * @throws UnequalSecretsError on a shared database if the encryption key is another one
 */
export async function verifySecrets(
  ctx: Ctx,
  own: Fingerprints,
  { mayStore }: { mayStore: boolean },
): Promise<void> {
  const known = (await store.findFingerprints(ctx.db)) ?? (mayStore ? await storeFirst(ctx, own) : own);
  const unequal = listUnequalSecrets(own, known);
  if (unequal.length === 0) return;
  const isShared = isSharedDatabase(ctx.config);
  if (unequal.includes('encryptionKey')) {
    if (isShared) throw new UnequalSecretsError(`${WRONG_KEY}. Set the same key on every node`);
    return ctx.log.warn(`${WRONG_KEY}: platform tokens and webhook secrets cannot be read`);
  }
  const settings = unequal.map(name => SECRET_SETTINGS[name].env);
  if (isShared) ctx.log.warn('Secrets differ from those of the node that started before', { settings });
  if (mayStore) await atomically(ctx, tx => store.saveFingerprints(tx.db, own));
}

/** Stores the fingerprints, unless another node was first. @returns the stored ones */
function storeFirst(ctx: Ctx, own: Fingerprints): Promise<Fingerprints> {
  return atomically(ctx, async tx => {
    const known = await store.findFingerprints(tx.db);
    if (!known) await store.saveFingerprints(tx.db, own);
    return known ?? own;
  });
}
