import { checkBillingIntegrity } from '../billing/service/integrity.ts';
import type { Ctx } from '../context.ts';
import { RETENTION_DAYS } from '../events/service.ts';
import { listExchangeProblems } from '../exchange/service/integrity.ts';
import * as ledger from '../ledger/service.ts';
import { DAY_MS, iso } from '../platform/clock.ts';
import * as programs from '../programs/service/integrity.ts';
import { verifyChain } from './admin-actions.ts';
import * as store from './integrity-store.ts';

/**
 * Recomputes every figure that is kept beside the rows it is made of, and says where they disagree: one
 * sentence a rule, naming the first row. Empty when all is well. Safe beside a running server, because each
 * rule is one statement and so sees one state of the database.
 */
export async function checkIntegrity(ctx: Ctx): Promise<string[]> {
  const oldest = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  const problems = [
    store.wrongCampaign(ctx.db),
    store.wrongTally(ctx.db),
    store.wrongSequence(ctx.db, oldest),
    store.approvalWithoutReward(ctx.db),
    store.rewardWithoutApproval(ctx.db),
    store.wrongObservation(ctx.db),
    verifyChain(ctx).problem ?? undefined,
  ];
  const found = problems.filter(problem => problem !== undefined);
  return [
    ...found,
    ...ledger.listLedgerProblems(ctx),
    ...programs.listProgramProblems(ctx),
    ...listExchangeProblems(ctx),
    ...checkBillingIntegrity(ctx),
  ];
}
