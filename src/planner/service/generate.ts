import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { saveSuggestions } from '../../suggestions/service.ts';
import type { SuggestionRequest, Suggestions } from '../model.ts';
import { listCandidates } from '../rules/economics.ts';
import { restateCandidate } from '../rules/local-money.ts';
import { rankFirstCampaigns } from '../rules/rank.ts';
import { explainLine, listCampaignWarnings, toConfidenceScore, toEstimate } from '../serialize.ts';
import { collectFacts } from './facts.ts';
import {
  createProposal,
  interpretBusinessGoals,
  rewordProposal,
  toRewritableProposal,
  toSuggestionRow,
} from './proposals.ts';
import { rewriteTexts } from './rewriting.ts';

/**
 * Suggests the campaigns worth trying first, each as a POST /campaigns body, excluding actions that a platform
 * forbids.
 * @throws NOT_FOUND for an unknown business or that of another user
 */
export async function generateSuggestions(ctx: Ctx, request: SuggestionRequest): Promise<Suggestions> {
  const businessId = await businesses.resolveBusinessId(ctx, request.businessId);
  const { industry, goals } = request;
  const { fit, interpretation, warnings } = interpretBusinessGoals(goals);
  const facts = await collectFacts(ctx, { businessId, industry, customersPerMonth: undefined });
  const { into } = facts;
  const candidates = listCandidates(ctx.library, facts.market).map(each => restateCandidate(each, into));
  const proposals = rankFirstCampaigns(candidates, fit, into).map(line => ({
    ...createProposal(ctx, businessId, line, into.currency),
    rationale: explainLine(line, into),
  }));
  const context = { industry: facts.industryName, goals: goals ?? [] };
  const rewritten = await rewriteTexts(ctx, context, proposals, toRewritableProposal, rewordProposal);
  const origin = { businessId, origin: 'generate' as const, planId: null };
  await saveSuggestions(
    ctx,
    rewritten.items.map(proposal => toSuggestionRow(proposal, origin)),
  );
  return {
    engine: rewritten.engine,
    goals: interpretation,
    suggestions: rewritten.items.map(({ id, line, campaign, rationale }) => ({
      id,
      campaign,
      rationale,
      estimate: toEstimate(line, into.currency),
      confidence: toConfidenceScore(line.candidate.action),
      warnings: listCampaignWarnings(ctx.library, line.candidate.action),
    })),
    warnings: [...warnings, ...rewritten.warnings],
  };
}
