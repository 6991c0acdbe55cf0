import type { CampaignRow } from '../../../db/schema/campaigns.ts';
import type { SuggestionRow } from '../../../db/schema/suggestions.ts';
import * as businesses from '../../businesses/service.ts';
import { getRewardCost } from '../../campaigns/rules.ts';
import { listRowsOfSuggestion } from '../../campaigns/service/read.ts';
import type { Ctx } from '../../context.ts';
import type { ActionType } from '../../library/model.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { formatAmount, formatCents, toAmount } from '../../platform/money.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import { PRIORITIES, type Recommendation } from '../../recommendations/model.ts';
import { type Finding, toUpdateRequest } from '../../recommendations/rules/finding.ts';
import { findRecommendations as recommendOf, toRecommendation } from '../../recommendations/service.ts';
import { listApplied } from '../../suggestions/service.ts';
import type { GoalRecommendations, SuggestionRequest } from '../model.ts';
import { measureResults } from './facts.ts';
import { interpretBusinessGoals } from './proposals.ts';
import { rewriteTexts } from './rewriting.ts';

/** Maximum used suggestions considered, and campaigns per suggestion. */
const MAX_SUGGESTIONS = 50;
const MAX_CAMPAIGNS = 20;
/** Minimum approvals before a suggestion's results are meaningful. */
const MIN_APPROVED = 5;
/** Budget share below which more budget is recommended. */
const LOW_BUDGET_SHARE = 0.25;
const IDLE_DAYS = 14;

/**
 * Lists recommendations, with those that serve the goals first at equal urgency, including results of the planner's
 * own suggestions.
 * @throws NOT_FOUND for an unknown business or that of another user
 */
export async function recommendForGoals(ctx: Ctx, request: SuggestionRequest): Promise<GoalRecommendations> {
  const businessId = await businesses.resolveBusinessId(ctx, request.businessId);
  const { fit, interpretation, warnings } = interpretBusinessGoals(request.goals);
  const fromData = await recommendOf(ctx, businessId, { industry: request.industry });
  const fromSuggestions = (await findSuggestionFindings(ctx, businessId)).map(finding =>
    toRecommendation(businessId, finding),
  );
  const certain =
    fromSuggestions.length > 0 ? fromData.filter(({ type }) => type !== 'notEnoughData') : fromData;
  const fits = new Map(
    [...certain, ...fromSuggestions].map(each => [each.id, calculateFit(ctx, each, fit.weights)]),
  );
  const sorted = [...fromSuggestions, ...certain].sort(
    (a, b) =>
      PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority) || fits.get(b.id)! - fits.get(a.id)!,
  );
  const rewritten = await rewriteTexts(
    ctx,
    { goals: request.goals ?? [] },
    sorted,
    ({ id, title, reason }) => ({ id, texts: { title, reason } }),
    (item, { title, reason }) => ({ ...item, title: title!, reason: reason! }),
  );
  // Urgent items stay first, whatever order the model prefers.
  const recommendations = rewritten.items.toSorted(
    (a, b) => PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority),
  );
  return {
    engine: rewritten.engine,
    goals: interpretation,
    recommendations,
    warnings: [...warnings, ...rewritten.warnings],
  };
}

/** Returns how well a recommendation's campaign serves the goals; general recommendations serve all. */
function calculateFit(
  { library }: Ctx,
  { apply }: Recommendation,
  weights: Record<ActionType, number>,
): number {
  const { platform, actionType, actionId } = apply.body as Record<string, string | undefined>;
  if (!platform || !actionType) return 1;
  const type = library.match({ platform, actionType, actionId }).actions[0]?.type;
  return type ? weights[type] : 1;
}

/** Evaluates the suggestions that were used. */
async function findSuggestionFindings(ctx: Ctx, businessId: string): Promise<Finding[]> {
  return (
    await mapInOrder(await listApplied(ctx, businessId, MAX_SUGGESTIONS), async suggestion => {
      const rows = await listRowsOfSuggestion(ctx, suggestion.id, MAX_CAMPAIGNS);
      const active = rows.find(({ state }) => state === 'active');
      if (!active) return [];
      return suggestBudgetIncrease(suggestion, rows, active) ?? suggestPause(ctx, suggestion, active) ?? [];
    })
  ).flat();
}

/** Finds a suggestion that performs as estimated and is running out of budget. */
function suggestBudgetIncrease(
  suggestion: SuggestionRow,
  rows: CampaignRow[],
  active: CampaignRow,
): Finding | undefined {
  const { currency } = active;
  const { approved, spent, earned } = measureResults(suggestion, rows, currency);
  const total = active.budgetTotalCents;
  if (approved < MIN_APPROVED || earned <= spent || total === null || getRewardCost(active) === 0)
    return undefined;
  const left = total - active.budgetReservedCents - active.budgetSpentCents;
  if (left > total * LOW_BUDGET_SHARE) return undefined;
  const budget = toAmount(total + suggestion.costCents, currency);
  const most =
    active.maxApprovals === null
      ? {}
      : { limits: { maxApprovals: active.maxApprovals + suggestion.completions } };
  return {
    type: 'suggestionEarns',
    subject: active.id,
    campaignId: active.id,
    priority: 'medium',
    title: `Increase the budget of "${active.name}" to ${formatAmount(budget, currency)}`,
    reason:
      `The campaign is based on a suggestion. Its ${approved} approvals cost ${formatAmount(spent, currency)} and have an ` +
      `estimated value of ${formatAmount(earned, currency)}. ${formatCents(left, currency)} of its budget is left.`,
    impact: { metric: 'budget', from: toAmount(total, currency), to: budget },
    apply: toUpdateRequest({ id: active.id, budget: { total: budget }, ...most }),
  };
}

/** Finds a running suggestion without submissions. */
function suggestPause(ctx: Ctx, suggestion: SuggestionRow, active: CampaignRow): Finding | undefined {
  const days = Math.floor((ctx.clock.now() - Date.parse(active.startsAt ?? active.createdAt)) / DAY_MS);
  if (days < IDLE_DAYS || active.approvedCount + active.pendingCount > 0) return undefined;
  return {
    type: 'suggestionIdle',
    subject: active.id,
    campaignId: active.id,
    priority: 'low',
    title: `Pause "${active.name}": no submissions`,
    reason:
      `The campaign is based on a suggestion that expected ${suggestion.completions} completions. After ${days} days, ` +
      'it has no pending or approved submissions. Its budget could fund another campaign.',
    impact: { metric: 'idleCampaigns', from: 1, to: 0 },
    apply: toUpdateRequest({ id: active.id, state: 'paused' }),
  };
}
