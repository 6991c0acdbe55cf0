import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { toDollars } from '../../platform/money.ts';
import { saveSuggestions } from '../../suggestions/service.ts';
import type { AgentAsk, MarketingPlan, PlannerWarning } from '../model.ts';
import { assumptionsOf } from '../rules/assumptions.ts';
import { allocationOf, rationaleOf, roiOf } from '../rules/body.ts';
import { type Candidate, candidatesOf } from '../rules/economics.ts';
import type { IntegerProgram } from '../rules/integer-program.ts';
import { type Ask, type Line, type Plan, planFrom, toIntegerProgram } from '../rules/plan.ts';
import { approvalsPerWeek, type Reviewers, timelineOf, WEEKS, type Week } from '../rules/timeline.ts';
import { solvePrograms } from '../solver.ts';
import { budgetOf, type Facts, factsOf } from './facts.ts';
import { rewriteTexts } from './rewriting.ts';
import {
  proposalOf,
  type ReadGoals,
  readGoals,
  rewordProposal,
  rewritableProposal,
  toSuggestionRow,
} from './suggest.ts';

const HUNDRED_DOLLARS_CENTS = 10_000;

/**
 * Plans a month: the campaigns with the highest total value for the budget, when to launch them, and their expected
 * results.
 * @param signal the client's signal, which cancels the plan
 * @throws NOT_FOUND for an unknown business or that of another user, UNAVAILABLE if too many plans are in progress
 */
export async function planMonth(ctx: Ctx, ask: AgentAsk, signal?: AbortSignal): Promise<MarketingPlan> {
  const businessId = businesses.resolveBusinessId(ctx, ask.businessId);
  const question = frame(ctx, { ...ask, businessId });
  const { goals, facts, reviewers, monthlyCents } = question;
  const more = { ...question.ask, monthlyCents: monthlyCents + HUNDRED_DOLLARS_CENTS };
  const [plan, richer] = (await plansOf(ctx, question, [question.ask, more], signal)) as [Plan, Plan];
  const planId = ctx.ids.next('monthPlan');
  const proposals = plan.lines.map(line => ({
    ...proposalOf(ctx, businessId, line),
    rationale: rationaleOf(line),
  }));
  const context = { industry: facts.industryName, goals: ask.goals ?? [] };
  const worded = await rewriteTexts(ctx, context, proposals, rewritableProposal, rewordProposal);
  await saveSuggestions(
    ctx,
    worded.items.map(proposal => toSuggestionRow(proposal, { businessId, origin: 'agent', planId })),
  );
  const names = new Map(worded.items.map(({ line, campaign }) => [line, campaign.name]));
  const weeks = timelineOf(plan, reviewers, ctx.clock.now());
  return {
    engine: worded.engine,
    goals: goals.reading,
    planId,
    budget: {
      monthly: toDollars(monthlyCents),
      allocated: toDollars(plan.costCents),
      reserve: toDollars(monthlyCents - plan.costCents),
    },
    campaigns: worded.items.map(({ campaign, line, rationale }) => ({
      campaign,
      budget: toDollars(line.costCents),
      completions: line.completions,
      reach: line.reach,
      value: toDollars(line.worthCents),
      rationale,
    })),
    allocation: allocationOf(plan),
    timeline: weeks.map(week => presentWeek(week, names)),
    forecast: forecastOf(plan, richer),
    assumptions: assumptionsOf(ctx.library, {
      customersPerMonth: facts.market.customersPerMonth,
      approvalRate: facts.approvalRate,
      decided: facts.decided,
      calibration: facts.market.calibration,
      hasGoals: goals.fit.goals.length > 0,
    }),
    warnings: [...goals.warnings, ...warningsOf(plan, question), ...worded.warnings],
  };
}

/** The inputs of a plan. */
export interface Question {
  candidates: Candidate[];
  goals: ReadGoals;
  facts: Facts;
  reviewers: Reviewers;
  monthlyCents: number;
  ask: Ask;
}

/** Collects the inputs of a plan. */
export function frame(ctx: Ctx, input: AgentAsk & { industry?: string }): Question {
  const { businessId, industry, customersPerMonth } = input;
  const goals = readGoals(input.goals);
  const facts = factsOf(ctx, { businessId, industry, customersPerMonth });
  const monthlyCents = budgetOf(ctx, businessId, input.budget);
  const reviewers = { approvalRate: facts.approvalRate, perWeek: input.reviewsPerWeek };
  const perWeek = approvalsPerWeek(reviewers);
  const candidates = candidatesOf(ctx.library, facts.market);
  const ask: Ask = {
    monthlyCents,
    fit: goals.fit.goals.length > 0 ? goals.fit.weights : undefined,
    completions: perWeek === undefined ? undefined : perWeek * WEEKS,
  };
  return { candidates, goals, facts, reviewers, monthlyCents, ask };
}

/** Computes one plan per request. @throws UNAVAILABLE */
export async function plansOf(
  ctx: Ctx,
  { candidates }: Question,
  asks: readonly Ask[],
  signal: AbortSignal | undefined,
): Promise<Plan[]> {
  const programmes = asks.map(ask => toIntegerProgram(candidates, ask));
  const solutions = await solvePrograms(ctx.solver, programmes, signal);
  return solutions.map((solution, at) => planFrom(candidates, programmes[at] as IntegerProgram, solution));
}

/** @param more the plan for $100 more */
function forecastOf(plan: Plan, more: Plan): MarketingPlan['forecast'] {
  // A search that was cut short must not make a larger budget look worse.
  const isMore = more.worthCents > plan.worthCents;
  return {
    completions: plan.completions,
    reach: plan.reach,
    value: toDollars(plan.worthCents),
    roi: roiOf(plan.worthCents, plan.costCents),
    low: toDollars(plan.lowCents),
    high: toDollars(plan.highCents),
    next100: {
      value: isMore ? toDollars(more.worthCents - plan.worthCents) : 0,
      completions: isMore ? more.completions - plan.completions : 0,
    },
  };
}

function presentWeek(
  { week, startsAt, endsAt, shares, completions, reviews }: Week,
  names: ReadonlyMap<Line, string>,
): MarketingPlan['timeline'][number] {
  const launches = shares
    .filter(({ isLaunch }) => isLaunch)
    .map(
      ({ line }) =>
        `Launch "${names.get(line)}" on ${line.candidate.action.platform} with $${toDollars(line.costCents).toFixed(2)}`,
    );
  const asks = shares.map(
    share => `Ask customers for "${names.get(share.line)}": ${share.completions} to approve`,
  );
  const looks = reviews > 0 ? [`Review about ${reviews} submissions`] : [];
  const last = week === WEEKS ? ['Compare approvals and spend with this plan, then plan next month'] : [];
  return { week, startsAt, endsAt, completions, reviews, tasks: [...launches, ...asks, ...looks, ...last] };
}

function warningsOf(plan: Plan, { candidates, ask }: Question): PlannerWarning[] {
  const warnings: PlannerWarning[] = [];
  if (plan.lines.length === 0) {
    const least = Math.min(...candidates.map(({ least: n, rewardCents }) => n * rewardCents));
    const why =
      ask.completions === 0
        ? 'the reviews a week do not even cover one approval'
        : `the smallest useful campaign costs $${toDollars(least).toFixed(2)}, half of the budget at most`;
    warnings.push({ code: 'nothingAffordable', message: `No campaign fits: ${why}.` });
  }
  if (plan.gapCents > 0) {
    warnings.push({
      code: 'optimumNotProven',
      message:
        'The search for a still better plan was stopped at its bound: it could be worth ' +
        `$${toDollars(plan.gapCents).toFixed(2)} more at most.`,
    });
  }
  return warnings;
}
