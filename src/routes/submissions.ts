import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { SUBMISSION_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { Id, oneOf, PathId } from '../platform/schema.ts';
import {
  BulkReviewed,
  ListedSubmission,
  NewSubmission,
  Review,
  Reviewed,
  SUBMISSION_INCLUDES,
  Submission,
} from '../submissions/model.ts';
import { getSubmission, listSubmissions } from '../submissions/service/read.ts';
import { reviewSubmissions } from '../submissions/service/review.ts';
import { createSubmission } from '../submissions/service/submit.ts';

export const submissionRoutes = new Elysia({ name: 'submissions', tags: ['Submissions'] })
  .use(api)
  .get('/submissions', async ({ ctx, query }) => success(await listSubmissions(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({
      campaignId: Type.Optional(Id()),
      status: Type.Optional(oneOf(SUBMISSION_STATUSES)),
      userId: Type.Optional(Id('Filter by submitter')),
      businessId: Type.Optional(Id('Business ID (admins only)')),
      include: Type.Optional(
        oneOf(SUBMISSION_INCLUDES, { description: 'Include the campaign of each submission' }),
      ),
    }),
    response: page(ListedSubmission),
    detail: describeRoute('listSubmissions', 'List submissions, newest first'),
  })
  .post(
    '/submissions',
    async ({ ctx, body, status }) => status(201, success(await createSubmission(ctx, body))),
    {
      access: 'any',
      scope: 'write',
      tier: 'standard',
      idempotent: true,
      body: NewSubmission,
      response: { 201: ok(Submission) },
      detail: describeRoute('createSubmission', 'Submit proof for a campaign', {
        errors: [
          'NOT_FOUND',
          'CAMPAIGN_NOT_ACTIVE',
          'LIMIT_REACHED',
          'BUDGET_EXHAUSTED',
          'DUPLICATE_SUBMISSION',
          'CONFLICT',
          'PLAN_LIMIT',
        ],
      }),
    },
  )
  .post('/submissions/review', async ({ ctx, body }) => success(await reviewSubmissions(ctx, body)), {
    access: 'business',
    scope: 'review',
    tier: 'standard',
    idempotent: true,
    body: Review,
    response: ok(Type.Union([Reviewed, BulkReviewed])),
    detail: describeRoute('reviewSubmission', 'Approve or reject one or more submissions', {
      errors: [
        'NOT_FOUND',
        'ALREADY_REVIEWED',
        'LIMIT_REACHED',
        'BUDGET_EXHAUSTED',
        'CONFLICT',
        'PROGRAM_NOT_ACTIVE',
        'MEMBER_SUSPENDED',
      ],
    }),
  })
  .get('/submissions/:id', async ({ ctx, params }) => success(await getSubmission(ctx, params.id)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    params: PathId,
    response: ok(Submission),
    detail: describeRoute('getSubmission', 'Get a submission', { errors: ['NOT_FOUND'] }),
  });
