import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryInteger } from '../http/paginate.ts';
import { Influencer, NewInfluencer } from '../influencers/model.ts';
import { createInfluencer, getInfluencer, listInfluencers } from '../influencers/service/influencers.ts';
import { Id, MAX } from '../platform/schema.ts';

export const influencerRoutes = new Elysia({ name: 'influencers', tags: ['Influencers'] })
  .use(api)
  .get('/influencers', async ({ ctx, query }) => success(await listInfluencers(ctx, query)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({
      platform: Type.Optional(Type.String({ maxLength: MAX.slug, description: 'For example instagram' })),
      minFollowers: QueryInteger({ description: 'Minimum followers, on the selected platform or on any' }),
      search: Type.Optional(
        Type.String({ maxLength: MAX.name, description: 'Matches part of the name, email or handle' }),
      ),
      businessId: Type.Optional(Id('Business ID (admins only)')),
    }),
    response: page(Influencer),
    detail: describeRoute('listInfluencers', 'List influencers, newest first'),
  })
  .post(
    '/influencers',
    async ({ ctx, body, status }) => status(201, success(await createInfluencer(ctx, body))),
    {
      access: 'business',
      scope: 'write',
      permission: 'influencers',
      tier: 'standard',
      idempotent: true,
      body: NewInfluencer,
      response: { 201: ok(Influencer) },
      detail: describeRoute('createInfluencer', 'Add an influencer', {
        errors: ['NOT_FOUND', 'INFLUENCER_EXISTS'],
      }),
    },
  )
  .get('/influencers/:id', async ({ ctx, params }) => success(await getInfluencer(ctx, params.id)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    params: Type.Object({ id: Id() }),
    response: ok(Influencer),
    detail: describeRoute('getInfluencer', 'Get an influencer', { errors: ['NOT_FOUND'] }),
  });
