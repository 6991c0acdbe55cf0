import { findFact, saveFact } from '../../../db/facts.ts';
import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { getPolicyLevel, isStricter } from '../rules.ts';
import { toCampaign } from '../serialize.ts';
import * as store from '../store.ts';

/** Campaigns compared between two pauses, in which requests run. */
const BATCH_SIZE = 500;

/**
 * Compares each active campaign, scheduled ones included, with the rules of the reference data in use. Where a rule became
 * stricter since the campaign's warnings were written, the business is notified, and with `policyGuard: block` the campaign
 * pauses until someone acknowledges the rule. Does nothing if the data is the one compared last.
 * @returns the number of affected campaigns
 */
export async function recheckPolicies(ctx: Ctx): Promise<number> {
  const { hash } = ctx.library;
  if ((await findFact(ctx.db, 'policyCheckedHash')) === hash) return 0;
  let affected = 0;
  let rows: CampaignRow[] = [];
  do {
    rows = await store.listActiveAfter(ctx.db, rows.at(-1), BATCH_SIZE);
    for (const row of rows.filter(each => isAffected(ctx, each)))
      affected += await atomically(ctx, tx => tightenPolicy(tx, row.id), [`business:${row.businessId}`]);
  } while (rows.length === BATCH_SIZE);
  // The one statement decides nothing, so it needs no keys.
  await atomically(ctx, tx => saveFact(tx.db, 'policyCheckedHash', hash), []);
  return affected;
}

function isAffected({ library }: Pick<Ctx, 'library'>, row: CampaignRow): boolean {
  return row.state === 'active' && isStricter(library.warningsFor(row), row.warnings);
}

/** @returns 1, or 0 if the campaign changed meanwhile */
async function tightenPolicy(tx: TxCtx, id: string): Promise<number> {
  const row = await store.find(tx.db, id);
  if (!row || !isAffected(tx, row)) return 0;
  const { businessId, state } = row;
  const warnings = tx.library.warningsFor(row);
  const mustPause = (await businesses.requireById(tx, businessId)).policyGuard === 'block';
  const now = nowIso(tx.clock);
  const changed = await store.update(tx.db, id, {
    warnings,
    policyChange: { at: now, from: getPolicyLevel(row.warnings), to: getPolicyLevel(warnings) },
    policyAcknowledgedAt: null,
    policyAcknowledgedBy: null,
    ...(mustPause ? { state: 'paused', stateReason: 'policyChanged' } : {}),
    updatedAt: now,
  });
  const event = { businessId, object: toCampaign(tx, changed, now) };
  await events.record(tx, 'campaign.policyChanged', { ...event, previous: { warnings: row.warnings } });
  if (mustPause) await events.record(tx, 'campaign.paused', { ...event, previous: { state } });
  return 1;
}
