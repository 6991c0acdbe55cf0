import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { CAMPAIGN_SORTS, CAMPAIGN_STATES } from '../../db/enums.ts';
import { BUSINESS_INCLUDES } from '../businesses/model.ts';
import { ComplianceCard } from '../campaigns/compliance-model.ts';
import * as model from '../campaigns/model.ts';
import { Campaign, CampaignChange, NewCampaign } from '../campaigns/model.ts';
import { getCampaignCalendar } from '../campaigns/service/calendar.ts';
import { getComplianceCard } from '../campaigns/service/compliance.ts';
import { createCampaign } from '../campaigns/service/create.ts';
import { changeCampaignStates, deleteCampaign, duplicateCampaign } from '../campaigns/service/manage.ts';
import { getCampaign, listCampaigns } from '../campaigns/service/read.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { languageQuery, listQuery, searchQuery, severalOf } from '../http/paginate.ts';
import { respondWithEtag } from '../http/static-response-cache.ts';
import { CALENDAR_TYPE } from '../platform/icalendar.ts';
import { Id, MAX, PathId, Text } from '../platform/schema.ts';
import { updateCampaign } from '../submissions/service/review.ts';

/** Shared caches must not keep what one business may read. */
const CALENDAR_CACHE = 'private, no-cache';

export const campaignRoutes = new Elysia({ name: 'campaigns', tags: ['Campaigns'] })
  .use(api)
  .get('/campaigns', async ({ ctx, query }) => success(await listCampaigns(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery(
      {
        state: severalOf(CAMPAIGN_STATES),
        platform: Type.Optional(Text(MAX.slug, { description: 'Filter by platform, such as instagram' })),
        q: searchQuery('Search the name'),
        businessId: Type.Optional(Id('Filter by business ID')),
        include: severalOf(BUSINESS_INCLUDES, {
          description: 'Include related records under their names, beside their IDs',
        }),
      },
      CAMPAIGN_SORTS,
    ),
    response: page(Campaign),
    detail: describeRoute('listCampaigns', 'List campaigns, newest first', {
      description: 'The order by name ignores the case of the letters A to Z.',
    }),
  })
  .post(
    '/campaigns',
    async ({ ctx, body, status }) => status(201, success(await createCampaign(ctx, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'campaigns',
      tier: 'standard',
      idempotent: true,
      body: NewCampaign,
      response: { 201: ok(Campaign) },
      detail: describeRoute('createCampaign', 'Create a campaign', {
        errors: ['NOT_FOUND', 'CONFLICT', 'PLAN_LIMIT'],
      }),
    },
  )
  .put('/campaigns', async ({ ctx, body }) => success(await updateCampaign(ctx, body)), {
    access: 'business',
    scope: 'write',
    permission: 'campaigns',
    tier: 'standard',
    idempotent: true,
    body: CampaignChange,
    response: ok(Campaign),
    detail: describeRoute('updateCampaign', 'Update, launch, pause, resume or end a campaign', {
      errors: [
        'NOT_FOUND',
        'INVALID_TRANSITION',
        'CAMPAIGN_LOCKED',
        'CONFLICT',
        'BUDGET_EXHAUSTED',
        'LIMIT_REACHED',
        'PLAN_LIMIT',
      ],
    }),
  })
  .get(
    '/campaigns/:id',
    async ({ ctx, params, query }) => success(await getCampaign(ctx, params.id, query)),
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params: PathId,
      query: Type.Object({
        include: severalOf(BUSINESS_INCLUDES, {
          description: 'Include related records under their names, beside their IDs',
        }),
        ...languageQuery,
      }),
      response: ok(Campaign),
      detail: describeRoute('getCampaign', 'Get a campaign', { errors: ['NOT_FOUND'] }),
    },
  )
  .get(
    '/campaigns/:id/compliance',
    async ({ ctx, params, query }) => success(await getComplianceCard(ctx, params.id, query.locale)),
    {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      params: PathId,
      query: Type.Object(languageQuery),
      response: ok(ComplianceCard),
      detail: describeRoute(
        'getComplianceCard',
        'Get the rules, sources, disclosure and acknowledgment of a campaign',
        { errors: ['NOT_FOUND'] },
      ),
    },
  )
  .get(
    '/calendar',
    async ({ ctx, query, request }) => {
      const calendar = await getCampaignCalendar(ctx, query.businessId);
      return respondWithEtag(request, calendar, CALENDAR_CACHE, CALENDAR_TYPE);
    },
    {
      access: 'business',
      scope: 'read',
      tier: 'relaxed',
      query: Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) }),
      detail: describeRoute('getCalendar', 'Get the dates of campaigns as a calendar (iCalendar)', {
        description:
          'One event per campaign, on the days of the business\'s time zone; campaigns that ended more than a year ago are left out. `POST /export-links { operationId: "getCalendar" }` returns a URL that calendar programs can subscribe to.',
        cached: true,
        errors: ['NOT_FOUND'],
        produces: ['text/calendar'],
      }),
    },
  )
  .delete('/campaigns/:id', async ({ ctx, params }) => success(await deleteCampaign(ctx, params.id)), {
    access: 'business',
    scope: 'write',
    permission: 'campaigns',
    tier: 'standard',
    params: PathId,
    response: ok(Type.Object({ id: Id(), deleted: Type.Literal(true) })),
    detail: describeRoute('deleteCampaign', 'Delete a draft of a campaign', {
      errors: ['NOT_FOUND', 'CONFLICT'],
    }),
  })
  .post(
    '/campaigns/:id/duplicate',
    async ({ ctx, params, body, status }) =>
      status(201, success(await duplicateCampaign(ctx, params.id, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'campaigns',
      tier: 'standard',
      idempotent: true,
      params: PathId,
      body: model.CampaignCopy,
      response: { 201: ok(Campaign) },
      detail: describeRoute('duplicateCampaign', 'Create a draft with the terms of another campaign', {
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .post('/campaigns/bulk', async ({ ctx, body }) => success(await changeCampaignStates(ctx, body)), {
    access: 'business',
    scope: 'write',
    permission: 'campaigns',
    tier: 'standard',
    idempotent: true,
    body: model.BulkCampaignChange,
    response: ok(model.BulkChangedCampaigns),
    detail: describeRoute('changeCampaignStates', 'Launch, pause, resume or end several campaigns', {
      errors: [],
    }),
  });
