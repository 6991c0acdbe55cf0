import { type Static, Type } from '@sinclair/typebox';
import { REJECTION_CODES } from '../../db/enums.ts';
import { Campaign, CampaignWarning, NewCampaign } from '../campaigns/model.ts';
import { Citation } from '../library/model.ts';
import { CurrencyCode, Id, MAX, Money, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';
import { NewProgram, Program } from '../programs/model.ts';
import { Recommendation } from '../recommendations/model.ts';

export const GOALS = [
  'awareness',
  'engagement',
  'reviews',
  'sales',
  'referrals',
  'content',
  'followers',
] as const;
export type Goal = (typeof GOALS)[number];

const MAX_GOALS = 20;
const MAX_REVIEWS = 100_000;
const MIN_CUSTOMERS = 10;
const MAX_CUSTOMERS = 100_000;

/**
 * The engine that produced the response: the planner alone, or the planner's numbers with text and order by the
 * operator's language model.
 */
export const Engine = oneOf(['embedded', 'model'], {
  description: 'embedded: planner only; model: planner numbers, with text and ranking by the language model',
});
export type Engine = Static<typeof Engine>;

const Goals = Type.Array(Text(MAX.name), {
  maxItems: MAX_GOALS,
  description: `Free text; matched to ${GOALS.join(', ')}`,
});
const Industry = Text(MAX.name, { description: "Defaults to the business's own industry" });

export const SuggestionRequest = Type.Object(
  {
    businessId: Type.Optional(Id('Business ID (admins only)')),
    industry: Type.Optional(Industry),
    goals: Type.Optional(Goals),
  },
  {
    $id: 'SuggestionRequest',
    examples: [
      { businessId: 'biz_01jwnkr2g0f5v9t8d6mxyq4h01', industry: 'cafe', goals: ['more reviews', 'sales'] },
    ],
  },
);
export type SuggestionRequest = Static<typeof SuggestionRequest>;

export const PlanRequest = Type.Object(
  {
    businessId: Type.Optional(Id('Business ID (admins only)')),
    budget: Type.Optional(
      Money({
        description: "Monthly budget; by default last month's spend, or the worth of 300 US dollars",
      }),
    ),
    goals: Type.Optional(Goals),
    reviewsPerWeek: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_REVIEWS, description: 'Number of submissions you can review' }),
    ),
    customersPerMonth: Type.Optional(
      Type.Integer({
        minimum: MIN_CUSTOMERS,
        maximum: MAX_CUSTOMERS,
        description: 'Number of customers you can ask; default 500',
      }),
    ),
  },
  {
    $id: 'PlanRequest',
    examples: [{ businessId: 'biz_01jwnkr2g0f5v9t8d6mxyq4h01', budget: 300, goals: ['sales'] }],
  },
);
export type PlanRequest = Static<typeof PlanRequest>;

export const ReviewAdviceRequest = Type.Object(
  {
    submissionId: Id(),
    instructions: Type.Optional(
      Text(MAX.text, { description: 'What to focus on; requires a language model' }),
    ),
  },
  { $id: 'ReviewAdviceRequest' },
);
export type ReviewAdviceRequest = Static<typeof ReviewAdviceRequest>;

export const QuickStartRequest = Type.Object(
  {
    businessId: Type.Optional(Id('Business ID (admins only)')),
    industry: Text(MAX.name),
    goals: Type.Optional(Goals),
    budget: Type.Optional(Money({ description: 'Same default as campaign-agent' })),
    apply: Type.Optional(
      Type.Boolean({ default: false, description: 'Create the program (paused) and the campaigns (draft)' }),
    ),
  },
  { $id: 'QuickStartRequest', examples: [{ industry: 'cafe', goals: ['sales'], budget: 300 }] },
);
export type QuickStartRequest = Static<typeof QuickStartRequest>;

/** A warning about the whole response: goals not understood, model not used, or optimality not proven. */
export const PlannerWarning = Type.Object(
  { code: Type.String(), message: Type.String() },
  { $id: 'PlannerWarning' },
);
export type PlannerWarning = Static<typeof PlannerWarning>;

/** The interpretation of the goals, with the relevance of each kind of action. */
export const GoalInterpretation = Type.Object(
  {
    understood: Type.Array(oneOf(GOALS)),
    unknown: Type.Array(Type.String()),
    weights: Type.Object(
      {
        content: Type.Number(),
        review: Type.Number(),
        engage: Type.Number(),
        share: Type.Number(),
        referral: Type.Number(),
      },
      {
        description: 'Relevance of each kind of action to the goals, 0 to 1; all are 1 if there are no goals',
      },
    ),
  },
  { $id: 'GoalInterpretation' },
);
export type GoalInterpretation = Static<typeof GoalInterpretation>;

const roi = Nullable(Type.Number({ description: '(value − cost) ÷ cost; null if nothing is spent' }));

export const Estimate = Type.Object(
  {
    cost: Type.Number({ description: 'Cost of the rewards' }),
    completions: Type.Integer({ description: 'Approved submissions' }),
    reach: Type.Integer({ description: 'Resulting views or visits' }),
    value: Type.Number({ description: 'Estimated market value of the result' }),
    roi,
  },
  { $id: 'Estimate' },
);
export type Estimate = Static<typeof Estimate>;

export const Suggestion = Type.Object(
  {
    id: Id(),
    campaign: NewCampaign,
    rationale: Type.String(),
    estimate: Estimate,
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Confidence in the value' }),
    warnings: Type.Array(CampaignWarning),
  },
  { $id: 'Suggestion' },
);
export type Suggestion = Static<typeof Suggestion>;

const common = { engine: Engine, goals: GoalInterpretation, warnings: Type.Array(PlannerWarning) };

export const Suggestions = Type.Object(
  { ...common, suggestions: Type.Array(Suggestion) },
  { $id: 'Suggestions' },
);
export type Suggestions = Static<typeof Suggestions>;

export const GoalRecommendations = Type.Object(
  { ...common, recommendations: Type.Array(Recommendation) },
  { $id: 'GoalRecommendations' },
);
export type GoalRecommendations = Static<typeof GoalRecommendations>;

export const PlannedCampaign = Type.Object(
  {
    campaign: NewCampaign,
    budget: Type.Number(),
    completions: Type.Integer(),
    reach: Type.Integer(),
    value: Type.Number(),
    rationale: Type.String({ description: 'How the figures were calculated' }),
  },
  { $id: 'PlannedCampaign' },
);
export type PlannedCampaign = Static<typeof PlannedCampaign>;

const PlanWeek = Type.Object(
  {
    week: Type.Integer({ minimum: 1, maximum: 4 }),
    startsAt: Timestamp(),
    endsAt: Timestamp(),
    completions: Type.Integer(),
    reviews: Type.Integer({ description: 'Submissions to review, at the expected approval rate' }),
    tasks: Type.Array(Type.String()),
  },
  { $id: 'PlanWeek' },
);

export const Assumption = Type.Object(
  {
    name: Type.String(),
    value: Type.Number(),
    text: Type.String(),
    sources: Type.Array(Citation),
  },
  { $id: 'Assumption' },
);
export type Assumption = Static<typeof Assumption>;

export const MarketingPlan = Type.Object(
  {
    ...common,
    planId: Id(),
    currency: CurrencyCode(),
    budget: Type.Object({
      monthly: Type.Number(),
      allocated: Type.Number(),
      reserve: Type.Number({ description: 'monthly − allocated' }),
    }),
    campaigns: Type.Array(PlannedCampaign),
    allocation: Type.Array(
      Type.Object({
        platform: Type.String(),
        amount: Type.Number(),
        percent: Type.Number({ description: 'Of the allocated budget' }),
      }),
    ),
    timeline: Type.Array(PlanWeek),
    forecast: Type.Object({
      completions: Type.Integer(),
      reach: Type.Integer(),
      value: Type.Number(),
      roi,
      low: Type.Number({ description: 'Total value at the lower end of the published ranges' }),
      high: Type.Number({ description: 'Total value at the upper end of the published ranges' }),
      next100: Type.Object(
        { value: Type.Number(), completions: Type.Integer() },
        { description: 'Additional value from $100 more per month' },
      ),
    }),
    assumptions: Type.Array(Assumption),
  },
  { $id: 'MarketingPlan' },
);
export type MarketingPlan = Static<typeof MarketingPlan>;

const ReviewCheck = Type.Object({
  name: Type.String(),
  passed: Type.Boolean(),
  weight: Type.Integer({ description: 'Weight of this check in the score' }),
  detail: Type.String(),
});

export const ReviewAdvice = Type.Object(
  {
    engine: Engine,
    submissionId: Id(),
    decision: oneOf(['approve', 'reject', 'needsHuman']),
    confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Share of relevant facts known' }),
    score: Type.Integer({ minimum: 0, maximum: 100, description: 'Total weight of passed checks' }),
    checks: Type.Array(ReviewCheck),
    reasons: Type.Array(Type.String(), { description: 'Reasons for the suggested decision' }),
    suggestedRejectionCode: Nullable(oneOf(REJECTION_CODES)),
    applied: Type.Literal(false, { description: 'Decide with POST /submissions/review' }),
    warnings: Type.Array(PlannerWarning),
  },
  { $id: 'ReviewAdvice' },
);
export type ReviewAdvice = Static<typeof ReviewAdvice>;

const start = { ...common, nextSteps: Type.Array(Type.String()) };

export const QuickStart = Type.Object(
  {
    ...start,
    program: NewProgram,
    campaigns: Type.Array(NewCampaign),
    applied: Type.Literal(false),
  },
  { $id: 'QuickStart' },
);
export type QuickStart = Static<typeof QuickStart>;

export const QuickStartResult = Type.Object(
  {
    ...start,
    program: Program,
    campaigns: Type.Array(Campaign),
    applied: Type.Literal(true),
  },
  { $id: 'QuickStartResult' },
);
export type QuickStartResult = Static<typeof QuickStartResult>;
