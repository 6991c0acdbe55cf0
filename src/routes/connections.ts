import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { CONNECTION_STATUSES } from '../../db/enums.ts';
import { createBrowserCookie } from '../connections/browser-binding.ts';
import {
  Confirmation,
  Connection,
  ConnectionQuery,
  Disconnected,
  NewConnection,
} from '../connections/model.ts';
import { confirmConnection, verifyConnection } from '../connections/service/confirm.ts';
import { connectPlatform } from '../connections/service/connect.ts';
import { disconnectPlatform } from '../connections/service/disconnect.ts';
import { finishOrRead } from '../connections/service/finish.ts';
import { listConnections } from '../connections/service/read.ts';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery, severalOf } from '../http/paginate.ts';
import { getPublicUrl } from '../installation/service.ts';
import { Id, MAX, PathId, Text } from '../platform/schema.ts';

const PlatformParams = Type.Object({ platform: Type.String({ description: 'Platform, e.g. instagram' }) });
const BusinessQuery = Type.Object({ businessId: Type.Optional(Id('Business ID (admins only)')) });

export const connectionRoutes = new Elysia({ name: 'connections', tags: ['Connections'] })
  .use(api)
  .post(
    '/oauth/connect',
    async ({ ctx, body, set, status }) => {
      const { connection, browserKey } = await connectPlatform(ctx, body);
      if (browserKey)
        set.headers['set-cookie'] = createBrowserCookie(
          await getPublicUrl(ctx),
          connection.platform,
          browserKey,
        );
      return status(201, success(connection));
    },
    {
      access: 'any',
      scope: 'manage',
      permission: 'integrations',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      body: NewConnection,
      response: { 201: ok(Connection) },
      detail: describeRoute('connectPlatform', 'Start connecting a social media account', {
        errors: ['UNSUPPORTED_PLATFORM', 'NOT_CONFIGURED', 'NOT_FOUND'],
      }),
    },
  )
  .get(
    '/oauth/:platform',
    async ({ ctx, params, query }) => success(await finishOrRead(ctx, params.platform, query)),
    {
      access: 'any',
      scope: 'read',
      tier: 'relaxed',
      params: PlatformParams,
      query: ConnectionQuery,
      response: ok(Connection),
      detail: describeRoute(
        'getConnection',
        "Get the caller's account on a platform, or finish connecting it",
        {
          description:
            'With the code and state returned by the platform, completes the connection the caller started.',
          errors: [
            'UNSUPPORTED_PLATFORM',
            'INVALID_OAUTH_STATE',
            'FORBIDDEN',
            'CONFLICT',
            'NOT_CONFIGURED',
            'UPSTREAM_FAILED',
          ],
        },
      ),
    },
  )
  .post(
    '/oauth/:platform/verify',
    async ({ ctx, params, query }) => success(await verifyConnection(ctx, params.platform, query.businessId)),
    {
      access: 'any',
      scope: 'manage',
      permission: 'integrations',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      params: PlatformParams,
      query: BusinessQuery,
      response: ok(Connection),
      detail: describeRoute('verifyConnection', 'Check the public profile for the verification code', {
        description: 'If the code is not found, the connection stays pending.',
        errors: ['UNSUPPORTED_PLATFORM', 'INVALID_TRANSITION', 'CONFLICT', 'UPSTREAM_FAILED'],
      }),
    },
  )
  .delete(
    '/oauth/:platform',
    async ({ ctx, params, query }) =>
      success(await disconnectPlatform(ctx, params.platform, query.businessId)),
    {
      access: 'any',
      scope: 'manage',
      permission: 'integrations',
      tier: 'standard',
      params: PlatformParams,
      query: BusinessQuery,
      response: ok(Disconnected),
      detail: describeRoute('disconnectPlatform', "Disconnect the caller's account on a platform", {
        errors: ['UNSUPPORTED_PLATFORM'],
      }),
    },
  )
  .get('/connections', async ({ ctx, query }) => success(await listConnections(ctx, query)), {
    access: 'any',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery({
      platform: Type.Optional(Text(MAX.slug)),
      status: severalOf(CONNECTION_STATUSES),
      businessId: Type.Optional(Id('Filter by business ID')),
    }),
    response: page(Connection),
    detail: describeRoute('listConnections', 'List connected accounts and connection attempts, newest first'),
  })
  .post(
    '/connections/:id/confirm',
    async ({ ctx, params, body }) => success(await confirmConnection(ctx, params.id, body)),
    {
      access: 'admin',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      params: PathId,
      body: Confirmation,
      response: ok(Connection),
      detail: describeRoute('confirmConnection', 'Manually confirm who owns an account', {
        errors: ['NOT_FOUND', 'INVALID_TRANSITION', 'CONFLICT'],
      }),
    },
  );
