import type { Ctx } from '../../context.ts';
import { refreshReference } from '../../reference/service/bundles.ts';
import { type SeedReport, upsertReference } from '../../reference/service/seed.ts';

const NO_SEED_CHANGES: SeedReport = { inserted: [], updated: [], removed: [], unchanged: 0 };

/** Updates the reference data, if it may change. Closes the database if that fails. */
export async function prepareDatabase(ctx: Ctx, { mayChange }: { mayChange: boolean }): Promise<SeedReport> {
  try {
    await refreshReference(ctx);
    const { data, hash } = ctx.library;
    return mayChange ? await upsertReference(ctx, data, hash) : NO_SEED_CHANGES;
  } catch (error) {
    await ctx.database.close();
    throw error;
  }
}
