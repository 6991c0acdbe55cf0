import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { INFLUENCER_STATUSES } from '../../db/enums.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, QueryInteger, searchQuery, severalOf } from '../http/paginate.ts';
import { Influencer, InfluencerChange, NewInfluencer } from '../influencers/model.ts';
import {
  createInfluencer,
  deleteInfluencer,
  getInfluencer,
  listInfluencers,
  updateInfluencer,
} from '../influencers/service/influencers.ts';
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
      q: searchQuery('Search name, email address and handles; the same as search'),
      search: Type.Optional(
        Type.String({ maxLength: MAX.name, description: 'Matches part of the name, email or handle' }),
      ),
      status: severalOf(INFLUENCER_STATUSES),
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
  })
  .put(
    '/influencers/:id',
    async ({ ctx, params, body }) => success(await updateInfluencer(ctx, params.id, body)),
    {
      access: 'business',
      scope: 'write',
      permission: 'influencers',
      tier: 'standard',
      idempotent: true,
      params: Type.Object({ id: Id() }),
      body: InfluencerChange,
      response: ok(Influencer),
      detail: describeRoute('updateInfluencer', 'Update an influencer', {
        errors: ['NOT_FOUND', 'INFLUENCER_EXISTS'],
      }),
    },
  )
  .delete('/influencers/:id', async ({ ctx, params }) => success(await deleteInfluencer(ctx, params.id)), {
    access: 'business',
    scope: 'write',
    permission: 'influencers',
    tier: 'standard',
    params: Type.Object({ id: Id() }),
    response: ok(Type.Object({ id: Id(), deleted: Type.Literal(true) })),
    detail: describeRoute('deleteInfluencer', 'Delete an influencer', { errors: ['NOT_FOUND'] }),
  });
