import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { RISK_FLAGS, SUBMISSION_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, searchQuery, severalOf } from '../http/paginate.ts';
import { Id, MAX, oneOf, PathId, Text } from '../platform/schema.ts';
import {
  BulkReviewed,
  LinkPreview,
  ListedSubmission,
  NewSubmission,
  Review,
  Reviewed,
  SUBMISSION_INCLUDES,
  SUBMISSION_SORTS,
  Submission,
} from '../submissions/model.ts';
import { getLinkPreview } from '../submissions/service/link-preview.ts';
import { getSubmission, listSubmissions } from '../submissions/service/read.ts';
import { reviewSubmissions } from '../submissions/service/review.ts';
import { createSubmission } from '../submissions/service/submit.ts';

/** A reviewer goes back and forth between submissions. */
const CACHE_PREVIEW = 'private, max-age=3600';

export const submissionRoutes = new Elysia({ name: 'submissions', tags: ['Submissions'] })
  .use(api)
  .get('/submissions', async ({ ctx, query }) => success(await listSubmissions(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery(
      {
        campaignId: Type.Optional(Id()),
        status: severalOf(SUBMISSION_STATUSES),
        userId: Type.Optional(Id('Filter by submitter')),
        businessId: Type.Optional(Id('Business ID (admins only)')),
        platform: Type.Optional(Text(MAX.slug, { description: "Filter by the campaign's platform" })),
        flag: Type.Optional(
          oneOf(['any', ...RISK_FLAGS], { description: 'Only submissions with this risk flag, or with any' }),
        ),
        q: searchQuery("Search the customer's name, handle and ID, and the campaign's name"),
        include: severalOf(SUBMISSION_INCLUDES, {
          description: 'Include related records under their names, beside their IDs',
        }),
      },
      SUBMISSION_SORTS,
    ),
    response: page(ListedSubmission),
    detail: describeRoute('listSubmissions', 'List submissions, newest first', {
      description:
        'A list in the order of reviewedAt contains no pending submissions. A search looks at the newest 5,000 submissions of the business.',
    }),
  })
  .post(
    '/submissions',
    async ({ ctx, body, status }) => status(201, success(await createSubmission(ctx, body))),
    {
      access: 'any',
      scope: 'write',
      permission: 'review',
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
    permission: 'review',
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
  .get(
    '/submissions/:id',
    async ({ ctx, params, query }) => success(await getSubmission(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params: PathId,
      query: Type.Object({
        include: severalOf(SUBMISSION_INCLUDES, {
          description: 'Include related records under their names, beside their IDs',
        }),
      }),
      response: ok(ListedSubmission),
      detail: describeRoute('getSubmission', 'Get a submission', { errors: ['NOT_FOUND'] }),
    },
  )
  .get(
    '/submissions/:id/preview',
    async ({ ctx, params, set }) => {
      set.headers['cache-control'] = CACHE_PREVIEW;
      return success(await getLinkPreview(ctx, params.id));
    },
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params: PathId,
      response: ok(LinkPreview),
      detail: describeRoute(
        'getLinkPreview',
        'Get the title, author and picture of the post that a submission links to',
        {
          description:
            'The server asks the platform: YouTube, TikTok, Vimeo, Reddit, Pinterest or X. Everything is null for other links, and if the platform does not answer.',
          errors: ['NOT_FOUND'],
        },
      ),
    },
  );
