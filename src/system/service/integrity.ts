import { checkBillingIntegrity } from '../../billing/service/integrity.ts';
import type { Ctx } from '../../context.ts';
import { listExchangeProblems } from '../../exchange/service/integrity.ts';
import * as ledger from '../../ledger/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as programs from '../../programs/service/integrity.ts';
import { listRewardProblems } from '../../rewards/reinstate.ts';
import * as store from '../store.ts';
import { verifyChain } from './audit-log.ts';

/**
 * Recomputes every stored total from its rows and returns one sentence per violated rule, about the first affected
 * row. Safe while the server is running, because each rule is a single statement with a consistent view.
 */
export async function checkIntegrity(ctx: Ctx): Promise<string[]> {
  const oldest = iso(ctx.clock.now() - ctx.config.eventRetentionDays * DAY_MS);
  const problems = [
    await store.findWrongCampaign(ctx.db),
    await store.findWrongCounter(ctx.db),
    await store.findWrongInstallationCounter(ctx.db),
    await store.findWrongSequence(ctx.db, oldest),
    await store.findApprovalWithoutReward(ctx.db),
    await store.findRewardWithoutApproval(ctx.db),
    await store.findWrongObservation(ctx.db),
    (await verifyChain(ctx)).problem ?? undefined,
  ];
  const found = problems.filter(problem => problem !== undefined);
  return [
    ...found,
    ...(await ledger.listLedgerProblems(ctx)),
    ...(await listRewardProblems(ctx)),
    ...(await programs.listProgramProblems(ctx)),
    ...(await listExchangeProblems(ctx)),
    ...(await checkBillingIntegrity(ctx)),
  ];
}
