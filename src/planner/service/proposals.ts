import type { Ctx } from '../../context.ts';
import type { NewSuggestion } from '../../suggestions/service.ts';
import { GOALS, type GoalInterpretation, type PlannerWarning } from '../model.ts';
import { type GoalFit, interpretGoals } from '../rules/goals.ts';
import type { Line } from '../rules/plan.ts';
import { toCampaignBody } from '../serialize.ts';

/** A line with the campaign it would create. */
interface Proposal {
  id: string;
  line: Line;
  campaign: ReturnType<typeof toCampaignBody>;
}

export function createProposal(ctx: Ctx, businessId: string, line: Line, currency: string): Proposal {
  const id = ctx.ids.next('suggestion');
  return { id, line, campaign: toCampaignBody(line, { businessId, suggestionId: id }, currency) };
}

/** The stored form of a proposal. */
export function toSuggestionRow(
  { id, line, campaign }: Proposal,
  { businessId, origin, planId }: Pick<NewSuggestion, 'businessId' | 'origin' | 'planId'>,
): NewSuggestion {
  return {
    id,
    businessId,
    origin,
    planId,
    actionId: line.candidate.action.id,
    campaign,
    costCents: line.costCents,
    valueCents: line.valueCents,
    completions: line.completions,
  };
}

/** The texts of a proposal that a model may rewrite; costs and rewards are not among them. */
export const toRewritableProposal = ({ id, campaign, rationale }: Proposal & { rationale: string }) => ({
  id,
  texts: { name: campaign.name, description: campaign.description ?? campaign.name, rationale },
});

export function rewordProposal<P extends Proposal & { rationale: string }>(
  proposal: P,
  { name, description, rationale }: Record<string, string>,
): P {
  const campaign = { ...proposal.campaign, name: name!, description: description! };
  return { ...proposal, campaign, rationale: rationale! };
}

export interface InterpretedGoals {
  fit: GoalFit;
  interpretation: GoalInterpretation;
  warnings: PlannerWarning[];
}

/** Interprets a business's goals, with a warning for those not understood. */
export function interpretBusinessGoals(given: readonly string[] = []): InterpretedGoals {
  const fit = interpretGoals(given);
  const warnings = fit.unknown.map(text => ({
    code: 'unknownGoal',
    message: `"${text}" is not a recognized goal; use one of ${GOALS.join(', ')}.`,
  }));
  return {
    fit,
    interpretation: { understood: fit.goals, unknown: fit.unknown, weights: fit.weights },
    warnings,
  };
}
