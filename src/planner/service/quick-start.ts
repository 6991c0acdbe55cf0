import * as businesses from '../../businesses/service.ts';
import type { NewCampaign } from '../../campaigns/model.ts';
import { insertCampaign } from '../../campaigns/service/create.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { cutText } from '../../platform/cut-text.ts';
import { toAmount } from '../../platform/money.ts';
import { mapInOrder } from '../../platform/runtime/in-order.ts';
import type { NewProgram } from '../../programs/model.ts';
import * as programs from '../../programs/service/programs.ts';
import { saveSuggestions } from '../../suggestions/service.ts';
import type { QuickStart, QuickStartRequest, QuickStartResult } from '../model.ts';
import { type PlanCurrency, restateCents } from '../rules/local-money.ts';
import type { Plan } from '../rules/plan.ts';
import { explainLine } from '../serialize.ts';
import { buildPlanningProblem, computePlans } from './plan-month.ts';
import { createProposal, rewordProposal, toRewritableProposal, toSuggestionRow } from './proposals.ts';
import { rewriteTexts } from './rewriting.ts';

/** Maximum campaigns for a first month. */
const MAX_CAMPAIGNS = 4;
/** 5% cashback: the lower end of what shops with good margins offer, 5 to 10 % [toki-2025]; held for 14 days. */
const CASHBACK_PERCENT = 5;
/** In US cents. */
const MAX_CASHBACK_CENTS = 2_000;
const HOLD_DAYS = 14;
const POINTS_PER_ACTION = 10;
const GOAL_ACTIONS = 5;
const TIERS = [
  { name: 'Silver', threshold: 100, multiplier: 1.25 },
  { name: 'Gold', threshold: 300, multiplier: 1.5 },
];

/**
 * Proposes a program and a first month of campaigns for a business that has none. With `apply` they are created
 * atomically, the program paused and the campaigns as drafts.
 * @param signal the client's signal, which cancels the plan
 * @throws NOT_FOUND for an unknown business or that of another user, UNAVAILABLE if too many plans are in progress
 */
export async function quickStart(
  ctx: Ctx,
  request: QuickStartRequest,
  signal?: AbortSignal,
): Promise<QuickStart | QuickStartResult> {
  const businessId = await businesses.resolveBusinessId(ctx, request.businessId);
  const { industry, goals, budget } = request;
  const problem = await buildPlanningProblem(ctx, { businessId, industry, goals, budget });
  const { facts, goals: read } = problem;
  const [plan] = (await computePlans(ctx, problem, [problem.constraints], signal)) as [Plan];
  const proposals = plan.lines.slice(0, MAX_CAMPAIGNS).map(line => ({
    ...createProposal(ctx, businessId, line, facts.into.currency),
    rationale: explainLine(line, facts.into),
  }));
  const context = { industry: facts.industryName, goals: goals ?? [] };
  const rewritten = await rewriteTexts(ctx, context, proposals, toRewritableProposal, rewordProposal);
  const program = toProgramBody(await businesses.requireById(ctx, businessId), facts.into);
  const campaigns = rewritten.items.map(({ campaign }) => campaign);
  const rows = rewritten.items.map(each =>
    toSuggestionRow(each, { businessId, origin: 'quickStart', planId: null }),
  );
  const answer = {
    engine: rewritten.engine,
    goals: read.interpretation,
    warnings: [...read.warnings, ...rewritten.warnings],
  };
  if (!request.apply) {
    await saveSuggestions(ctx, rows);
    return { ...answer, program, campaigns, nextSteps: listNextSteps(campaigns, false), applied: false };
  }
  const apply = async (tx: TxCtx) => {
    await saveSuggestions(tx, rows);
    const created = await createDrafts(tx, program, campaigns);
    return { ...answer, ...created, nextSteps: listNextSteps(campaigns, true), applied: true as const };
  };
  return atomically(ctx, apply, [`business:${businessId}`]);
}

async function createDrafts(tx: TxCtx, program: NewProgram, campaigns: readonly NewCampaign[]) {
  const { id } = await programs.create(tx, program);
  const paused = await programs.update(tx, id, { status: 'paused', businessId: program.businessId });
  const created = await mapInOrder(campaigns, campaign => insertCampaign(tx, { ...campaign, programId: id }));
  return { program: paused, campaigns: created };
}

const MAX_BUSINESS_NAME = 150;

function toProgramBody({ id, name }: { id: string; name: string }, into: PlanCurrency): NewProgram {
  return {
    name: `${cutText(name, MAX_BUSINESS_NAME)} regulars`,
    description: 'Points for every approved action, tiers that multiply them, and cashback on purchases.',
    rewards: {
      cashback: {
        type: 'percentage',
        value: CASHBACK_PERCENT,
        maxPerTransaction: toAmount(restateCents(MAX_CASHBACK_CENTS, into), into.currency),
        holdDays: HOLD_DAYS,
      },
      points: { perAction: POINTS_PER_ACTION, perDollar: 1 },
      tiers: TIERS,
      goals: [
        {
          id: 'first-actions',
          name: `${GOAL_ACTIONS} actions`,
          metric: 'submissions',
          target: GOAL_ACTIONS,
          reward: 'Your choice; tell members what they get',
        },
      ],
    },
    businessId: id,
  };
}

function listNextSteps(campaigns: readonly NewCampaign[], isApplied: boolean): string[] {
  const names = campaigns.map(({ name, platform }) => `"${name}" on ${platform}`).join(', ');
  const read = 'Read the warnings of each campaign; some platforms require posts to disclose the reward';
  const share =
    'Tell customers at the register and on receipts, then review their submissions within 72 hours';
  if (campaigns.length === 0) return ['Increase the budget; it is too low for a campaign', share];
  if (isApplied) {
    return [
      read,
      'Start the program: set its status to active with PUT /programs/:id',
      `Launch ${names}: set the state to active with PUT /campaigns`,
      share,
    ];
  }
  return [
    'Edit the proposal as you like, then create the program with POST /programs',
    `Create each campaign with POST /campaigns: ${names}`,
    read,
    `${share}. To create everything at once, repeat this request with apply: true`,
  ];
}
