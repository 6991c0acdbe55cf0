import { checkBillingIntegrity } from '../../billing/service/integrity.ts';
import type { Ctx } from '../../context.ts';
import { RETENTION_DAYS } from '../../events/service.ts';
import { listExchangeProblems } from '../../exchange/service/integrity.ts';
import * as ledger from '../../ledger/service.ts';
import { DAY_MS, iso } from '../../platform/clock.ts';
import * as programs from '../../programs/service/integrity.ts';
import * as store from '../store.ts';
import { verifyChain } from './audit-log.ts';

/**
 * Recomputes every figure that is kept beside the rows it is made of, and says where they disagree: one
 * sentence a rule, naming the first row. Empty when all is well. Safe beside a running server, because each
 * rule is one statement and so sees one state of the database.
 */
export async function checkIntegrity(ctx: Ctx): Promise<string[]> {
  const oldest = iso(ctx.clock.now() - RETENTION_DAYS * DAY_MS);
  const problems = [
    store.findWrongCampaign(ctx.db),
    store.findWrongCounter(ctx.db),
    store.findWrongSequence(ctx.db, oldest),
    store.findApprovalWithoutReward(ctx.db),
    store.findRewardWithoutApproval(ctx.db),
    store.findWrongObservation(ctx.db),
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
