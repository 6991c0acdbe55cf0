import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { formatCents, toAmount } from '../../platform/money.ts';
import { saveSuggestions } from '../../suggestions/service.ts';
import type { MarketingPlan, PlannerWarning, PlanRequest } from '../model.ts';
import type { IntegerProgram } from '../optimizer/rules/integer-program.ts';
import { solvePrograms } from '../optimizer/solver.ts';
import { listAssumptions } from '../rules/assumptions.ts';
import { type Candidate, listCandidates } from '../rules/economics.ts';
import { restateCandidate, restateCents } from '../rules/local-money.ts';
import { type Line, type Plan, type PlanConstraints, toIntegerProgram, toPlan } from '../rules/plan.ts';
import {
  buildTimeline,
  calculateApprovalsPerWeek,
  type ReviewCapacity,
  WEEKS,
  type Week,
} from '../rules/timeline.ts';
import { allocateByPlatform, calculateRoi, explainLine } from '../serialize.ts';
import { collectFacts, type PlanningFacts, resolveBudgetCents } from './facts.ts';
import {
  createProposal,
  type InterpretedGoals,
  interpretBusinessGoals,
  rewordProposal,
  toRewritableProposal,
  toSuggestionRow,
} from './proposals.ts';
import { rewriteTexts } from './rewriting.ts';

/** In US cents: the forecast also says what a larger budget would bring. */
const HUNDRED_DOLLARS_CENTS = 10_000;

/**
 * Plans a month: the campaigns with the highest total value for the budget, their launch dates and expected results.
 * @param signal the client's signal, which cancels the plan
 * @throws NOT_FOUND for an unknown business or that of another user, UNAVAILABLE if too many plans are in progress
 */
export async function planMonth(
  ctx: Ctx,
  request: PlanRequest,
  signal?: AbortSignal,
): Promise<MarketingPlan> {
  const businessId = await businesses.resolveBusinessId(ctx, request.businessId);
  const problem = await buildPlanningProblem(ctx, { ...request, businessId });
  const { goals, facts, reviewers, monthlyCents } = problem;
  const { into } = facts;
  const { currency } = into;
  const moreCents = restateCents(HUNDRED_DOLLARS_CENTS, into);
  const more = { ...problem.constraints, monthlyCents: monthlyCents + moreCents };
  const [plan, largerPlan] = (await computePlans(ctx, problem, [problem.constraints, more], signal)) as [
    Plan,
    Plan,
  ];
  const planId = ctx.ids.next('monthPlan');
  const proposals = plan.lines.map(line => ({
    ...createProposal(ctx, businessId, line, currency),
    rationale: explainLine(line, into),
  }));
  const context = { industry: facts.industryName, goals: request.goals ?? [] };
  const rewritten = await rewriteTexts(ctx, context, proposals, toRewritableProposal, rewordProposal);
  await saveSuggestions(
    ctx,
    rewritten.items.map(proposal => toSuggestionRow(proposal, { businessId, origin: 'agent', planId })),
  );
  const names = new Map(rewritten.items.map(({ line, campaign }) => [line, campaign.name]));
  const { timeZone } = await businesses.requireById(ctx, businessId);
  const weeks = buildTimeline(plan, reviewers, ctx.clock.now(), timeZone);
  const amount = (cents: number) => toAmount(cents, currency);
  return {
    engine: rewritten.engine,
    goals: goals.interpretation,
    planId,
    currency,
    budget: {
      monthly: amount(monthlyCents),
      allocated: amount(plan.costCents),
      reserve: amount(monthlyCents - plan.costCents),
    },
    campaigns: rewritten.items.map(({ campaign, line, rationale }) => ({
      campaign,
      budget: amount(line.costCents),
      completions: line.completions,
      reach: line.reach,
      value: amount(line.valueCents),
      rationale,
    })),
    allocation: allocateByPlatform(plan, currency),
    timeline: weeks.map(week => toPlanWeek(week, names, currency)),
    forecast: toForecast(plan, largerPlan, currency),
    assumptions: listAssumptions(ctx.library, {
      customersPerMonth: facts.market.customersPerMonth,
      approvalRate: facts.approvalRate,
      decided: facts.decided,
      calibration: facts.market.calibration,
      hasGoals: goals.fit.goals.length > 0,
    }),
    warnings: [...goals.warnings, ...listPlanWarnings(plan, problem), ...rewritten.warnings],
  };
}

/** The inputs of a plan. */
interface PlanningProblem {
  candidates: Candidate[];
  goals: InterpretedGoals;
  facts: PlanningFacts;
  reviewers: ReviewCapacity;
  monthlyCents: number;
  constraints: PlanConstraints;
}

/** Collects the inputs of a plan. */
export async function buildPlanningProblem(
  ctx: Ctx,
  input: PlanRequest & { businessId: string; industry?: string },
): Promise<PlanningProblem> {
  const { businessId, industry, customersPerMonth } = input;
  const goals = interpretBusinessGoals(input.goals);
  const facts = await collectFacts(ctx, { businessId, industry, customersPerMonth });
  const monthlyCents = await resolveBudgetCents(ctx, businessId, input.budget, facts.into);
  const reviewers = { approvalRate: facts.approvalRate, perWeek: input.reviewsPerWeek };
  const perWeek = calculateApprovalsPerWeek(reviewers);
  const candidates = listCandidates(ctx.library, facts.market).map(each =>
    restateCandidate(each, facts.into),
  );
  const ask: PlanConstraints = {
    monthlyCents,
    fit: goals.fit.goals.length > 0 ? goals.fit.weights : undefined,
    completions: perWeek === undefined ? undefined : perWeek * WEEKS,
  };
  return { candidates, goals, facts, reviewers, monthlyCents, constraints: ask };
}

/** Computes one plan per request. @throws UNAVAILABLE */
export async function computePlans(
  ctx: Ctx,
  { candidates }: PlanningProblem,
  asks: readonly PlanConstraints[],
  signal: AbortSignal | undefined,
): Promise<Plan[]> {
  const programs = asks.map(ask => toIntegerProgram(candidates, ask));
  const solutions = await solvePrograms(ctx.solver, programs, signal);
  return solutions.map((solution, at) => toPlan(candidates, programs[at] as IntegerProgram, solution));
}

/** @param more the plan for the worth of $100 more */
function toForecast(plan: Plan, more: Plan, currency: string): MarketingPlan['forecast'] {
  const amount = (cents: number) => toAmount(cents, currency);
  // A search that was cut short must not make a larger budget look worse.
  const isMore = more.valueCents > plan.valueCents;
  return {
    completions: plan.completions,
    reach: plan.reach,
    value: amount(plan.valueCents),
    roi: calculateRoi(plan.valueCents, plan.costCents),
    low: amount(plan.lowCents),
    high: amount(plan.highCents),
    next100: {
      value: isMore ? amount(more.valueCents - plan.valueCents) : 0,
      completions: isMore ? more.completions - plan.completions : 0,
    },
  };
}

function toPlanWeek(
  { week, startsAt, endsAt, shares, completions, reviews }: Week,
  names: ReadonlyMap<Line, string>,
  currency: string,
): MarketingPlan['timeline'][number] {
  const launches = shares
    .filter(({ isLaunch }) => isLaunch)
    .map(
      ({ line }) => `Launch "${names.get(line)}" with a budget of ${formatCents(line.costCents, currency)}`,
    );
  const requests = shares.map(
    share => `Ask customers to complete "${names.get(share.line)}" (goal: ${share.completions} approvals)`,
  );
  const review = reviews > 0 ? [`Review about ${reviews} submissions`] : [];
  const last = week === WEEKS ? ['Compare approvals and spend with this plan, then plan next month'] : [];
  return {
    week,
    startsAt,
    endsAt,
    completions,
    reviews,
    tasks: [...launches, ...requests, ...review, ...last],
  };
}

function listPlanWarnings(plan: Plan, { candidates, constraints, facts }: PlanningProblem): PlannerWarning[] {
  const { currency } = facts.into;
  const warnings: PlannerWarning[] = [];
  if (plan.lines.length === 0) {
    const least = Math.min(...candidates.map(({ minCompletions: n, rewardCents }) => n * rewardCents));
    const why =
      constraints.completions === 0
        ? 'the number of reviews per week does not cover a single approval'
        : `the smallest useful campaign costs ${formatCents(least, currency)}, but a platform can use up to half of the budget`;
    warnings.push({ code: 'nothingAffordable', message: `No campaign fits: ${why}.` });
  }
  if (plan.gapCents > 0) {
    warnings.push({
      code: 'optimumNotProven',
      message:
        'The search for a better plan reached its limit. A better plan could have up to ' +
        `${formatCents(plan.gapCents, currency)} more value.`,
    });
  }
  return warnings;
}
