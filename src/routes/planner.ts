import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, success } from '../http/envelope.ts';
import {
  GoalRecommendations,
  MarketingPlan,
  PlanRequest,
  QuickStart,
  QuickStartRequest,
  QuickStartResult,
  ReviewAdvice,
  ReviewAdviceRequest,
  SuggestionRequest,
  Suggestions,
} from '../planner/model.ts';
import { adviseReview } from '../planner/review/service.ts';
import { generateSuggestions } from '../planner/service/generate.ts';
import { planMonth } from '../planner/service/plan-month.ts';
import { quickStart } from '../planner/service/quick-start.ts';
import { recommendForGoals } from '../planner/service/recommend.ts';

/** For servers only, with an API key or a business's token; responses have no CORS headers. */
const backend = {
  access: 'business',
  scope: 'write',
  tier: 'standard',
  idempotent: true,
  backendOnly: true,
} as const;

/** These operations only give advice, so there is nothing to dry-run. */
const advice = { ...backend, dryRun: false } as const;

export const plannerRoutes = new Elysia({ name: 'planner', tags: ['AI'] })
  .use(api)
  .post('/ai/generate', async ({ ctx, body }) => success(await generateSuggestions(ctx, body)), {
    ...advice,
    permission: 'planner',
    body: SuggestionRequest,
    response: ok(Suggestions),
    detail: describeRoute('generateCampaigns', 'Suggest campaigns that are ready to create', {
      errors: ['CONFLICT', 'NOT_FOUND'],
    }),
  })
  .post('/ai/recommend', async ({ ctx, body }) => success(await recommendForGoals(ctx, body)), {
    ...advice,
    permission: 'planner',
    body: SuggestionRequest,
    response: ok(GoalRecommendations),
    detail: describeRoute('recommendChanges', "Recommend changes based on the business's data and goals", {
      errors: ['NOT_FOUND'],
    }),
  })
  .post(
    '/ai/campaign-agent',
    async ({ ctx, body, request }) => success(await planMonth(ctx, body, request.signal)),
    {
      ...advice,
      permission: 'planner',
      body: PlanRequest,
      response: ok(MarketingPlan),
      detail: describeRoute(
        'planMarketing',
        'Plan a month of campaigns: budget allocation, schedule and expected results',
        {
          errors: ['CONFLICT', 'NOT_FOUND'],
        },
      ),
    },
  )
  .post('/ai/review', async ({ ctx, body }) => success(await adviseReview(ctx, body)), {
    ...advice,
    permission: 'review',
    body: ReviewAdviceRequest,
    response: ok(ReviewAdvice),
    detail: describeRoute('adviseReview', 'Assess a submission without deciding it', {
      errors: ['NOT_FOUND'],
    }),
  })
  .post(
    '/ai/quick-start',
    async ({ ctx, body, request, status }) => {
      const answer = await quickStart(ctx, body, request.signal);
      return answer.applied ? status(201, success(answer)) : status(200, success(answer));
    },
    {
      ...backend,
      permission: 'planner',
      body: QuickStartRequest,
      response: { 200: ok(QuickStart), 201: ok(QuickStartResult) },
      detail: describeRoute(
        'quickStart',
        'Propose a program and first campaigns, or create them immediately',
        {
          errors: ['CONFLICT', 'NOT_FOUND', 'PLAN_LIMIT'],
        },
      ),
    },
  );
