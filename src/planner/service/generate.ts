import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { saveSuggestions } from '../../suggestions/service.ts';
import type { PlanningAsk, Suggestions } from '../model.ts';
import { confidenceOf, estimateOf, rationaleOf, warningsOf } from '../rules/body.ts';
import { candidatesOf } from '../rules/economics.ts';
import { firstCampaigns } from '../rules/rank.ts';
import { factsOf } from './facts.ts';
import { rewriteTexts } from './rewriting.ts';
import { proposalOf, readGoals, rewordProposal, rewritableProposal, toSuggestionRow } from './suggest.ts';

/**
 * Suggests the campaigns worth trying first, each as a POST /campaigns body, excluding actions that a platform
 * forbids.
 * @throws NOT_FOUND for an unknown business or that of another user
 */
export async function generateSuggestions(ctx: Ctx, ask: PlanningAsk): Promise<Suggestions> {
  const businessId = businesses.resolveBusinessId(ctx, ask.businessId);
  const { industry, goals } = ask;
  const { fit, reading, warnings } = readGoals(goals);
  const facts = factsOf(ctx, { businessId, industry, customersPerMonth: undefined });
  const proposals = firstCampaigns(candidatesOf(ctx.library, facts.market), fit).map(line => ({
    ...proposalOf(ctx, businessId, line),
    rationale: rationaleOf(line),
  }));
  const context = { industry: facts.industryName, goals: goals ?? [] };
  const worded = await rewriteTexts(ctx, context, proposals, rewritableProposal, rewordProposal);
  const origin = { businessId, origin: 'generate' as const, planId: null };
  await saveSuggestions(
    ctx,
    worded.items.map(proposal => toSuggestionRow(proposal, origin)),
  );
  return {
    engine: worded.engine,
    goals: reading,
    suggestions: worded.items.map(({ id, line, campaign, rationale }) => ({
      id,
      campaign,
      rationale,
      estimate: estimateOf(line),
      confidence: confidenceOf(line.candidate.action),
      warnings: warningsOf(ctx.library, line.candidate.action),
    })),
    warnings: [...warnings, ...worded.warnings],
  };
}
