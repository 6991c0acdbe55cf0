import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { BusinessUserChange, TeamMember } from '../auth/account-model.ts';
import {
  ApiKey,
  AuthAcknowledgement,
  AuthRequest,
  BusinessUser,
  Caller,
  Deleted,
  EndedSessions,
  IssuedApiKey,
  KeyRotation,
  NewApiKey,
  NewBusinessUser,
  type PageLogin,
  RemovedUser,
  Session,
  User,
} from '../auth/model.ts';
import * as auth from '../auth/service/caller.ts';
import { endAllSessions, endSessionsOf } from '../auth/service/end-sessions.ts';
import * as keys from '../auth/service/keys.ts';
import { assertSetUp } from '../auth/service/register.ts';
import * as users from '../auth/service/users.ts';
import { api, describeRoute } from '../http/api.ts';
import { isFromThisComputer } from '../http/client-ip.ts';
import { readCookie } from '../http/cookie.ts';
import { ok, page, success } from '../http/envelope.ts';
import { listQuery } from '../http/paginate.ts';
import { requestState } from '../http/request-state.ts';
import { limitSignIn } from '../http/sign-in-limit.ts';
import { findRequestLocale } from '../pages/locale.ts';
import { Id, PathId } from '../platform/schema.ts';
import { withTools } from './agent-tools.ts';
import { installationOf } from './installation.ts';
import { testDataRoutes } from './test-data.ts';

export const readUserAgent = ({ headers }: Request) => headers.get('user-agent') ?? undefined;

/**
 * Limits sign-ins, and rejects businesses from other computers before the installation is set up.
 * @throws RATE_LIMITED, UNAVAILABLE, FORBIDDEN
 */
export async function guardSignIn(request: Request, body: AuthRequest | PageLogin): Promise<void> {
  await limitSignIn(request, body);
  if (body.action !== 'register' || body.role !== 'business') return;
  const { ctx, clientIp } = requestState(request);
  if (!isFromThisComputer(request, clientIp)) await assertSetUp(ctx);
}

const businessQuery = { businessId: Type.Optional(Id('Business ID (admins only)')) };

export const authRoutes = new Elysia({ name: 'auth', tags: ['Authentication'] })
  .use(api)
  .get('/auth', async ({ ctx }) => success(await auth.describeCaller(ctx)), {
    access: 'any',
    scope: 'read',
    permission: 'counter',
    tier: 'strict',
    response: ok(Caller),
    detail: describeRoute('getCaller', 'Get the current caller'),
  })
  .post(
    '/auth',
    async ({ ctx, body, request, status }) => {
      const browser = readCookie(request.headers, ctx.config, 'browser');
      const asker = { browser, locale: findRequestLocale(request.headers) };
      const answer = success(await auth.handleAuthAction(ctx, body, readUserAgent(request), asker));
      const isCreation = body.action === 'register' || body.action === 'setup';
      return isCreation ? status(201, answer) : status(200, answer);
    },
    {
      access: 'optional',
      tier: 'strict',
      dryRun: false,
      testMode: false,
      body: AuthRequest,
      beforeHandle: async ({ request, body }) => guardSignIn(request, body),
      response: {
        200: ok(Type.Union([Session, AuthAcknowledgement])),
        201: ok(Type.Union([Session, AuthAcknowledgement])),
      },
      detail: describeRoute(
        'authenticate',
        'Log in with a password or an emailed code, register, refresh a session, log out, change a password or confirm your identity',
        {
          errors: [
            'INVALID_CREDENTIALS',
            'SECOND_FACTOR_REQUIRED',
            'TOKEN_REUSED',
            'TOKEN_EXPIRED',
            'UNAUTHENTICATED',
            'EMAIL_TAKEN',
            'FORBIDDEN',
            'CONFLICT',
          ],
        },
      ),
    },
  );

export const keyRoutes = new Elysia({ name: 'api-keys', tags: ['API keys'] })
  .use(api)
  .use(testDataRoutes)
  .get('/api-keys', async ({ ctx, query }) => success(await keys.list(ctx, query)), {
    access: 'business',
    scope: 'read',
    permission: 'keys',
    testMode: false,
    tier: 'relaxed',
    query: listQuery(businessQuery),
    response: page(ApiKey),
    detail: describeRoute('listApiKeys', "List the business's API keys", { errors: ['NOT_FOUND'] }),
  })
  .post(
    '/api-keys',
    async ({ ctx, body, request, status }) => {
      const { findOperation } = installationOf(request);
      return status(201, success(await keys.create(ctx, withTools(body, findOperation))));
    },
    {
      access: 'business',
      scope: 'manage',
      permission: 'keys',
      testMode: false,
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      body: NewApiKey,
      response: { 201: ok(IssuedApiKey) },
      detail: describeRoute('createApiKey', 'Create an API key; its secret is shown once', {
        errors: ['NOT_FOUND', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .post(
    '/api-keys/:id/rotate',
    async ({ ctx, params, body }) => success(await keys.rotate(ctx, params.id, body.graceMinutes)),
    {
      access: 'business',
      scope: 'manage',
      permission: 'keys',
      testMode: false,
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      params: PathId,
      body: KeyRotation,
      response: ok(IssuedApiKey),
      detail: describeRoute('rotateApiKey', "Rotate an API key's secret", {
        errors: ['NOT_FOUND', 'CONFLICT', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .delete('/api-keys/:id', async ({ ctx, params }) => success(await keys.revoke(ctx, params.id)), {
    access: 'business',
    scope: 'manage',
    permission: 'keys',
    testMode: false,
    tier: 'standard',
    params: PathId,
    response: ok(Deleted),
    detail: describeRoute('revokeApiKey', 'Revoke an API key immediately', { errors: ['NOT_FOUND'] }),
  });

export const userRoutes = new Elysia({ name: 'users', tags: ['Businesses'] })
  .use(api)
  .get('/business/users', async ({ ctx, query }) => success(await users.listByBusiness(ctx, query)), {
    access: 'businessUser',
    permission: 'users',
    scope: 'read',
    tier: 'relaxed',
    query: listQuery(businessQuery),
    response: page(TeamMember),
    detail: describeRoute('listBusinessUsers', "List the business's users", { errors: ['NOT_FOUND'] }),
  })
  .post(
    '/business/users',
    async ({ ctx, body, status }) => status(201, success(await users.addToBusiness(ctx, body))),
    {
      access: 'businessUser',
      permission: 'users',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      body: NewBusinessUser,
      response: { 201: ok(BusinessUser) },
      detail: describeRoute('addBusinessUser', 'Add or invite a user', {
        errors: ['EMAIL_TAKEN', 'NOT_FOUND', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .put(
    '/business/users/:id',
    async ({ ctx, params, body }) => success(await users.updateBusinessUser(ctx, params.id, body)),
    {
      access: 'businessUser',
      permission: 'users',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      params: PathId,
      body: BusinessUserChange,
      response: ok(User),
      detail: describeRoute('updateBusinessUser', "Change a user's name or position", {
        errors: ['NOT_FOUND', 'CONFLICT', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .post(
    '/business/users/:id/invitation',
    async ({ ctx, params, status }) => status(201, success(await users.renewInvitation(ctx, params.id))),
    {
      access: 'businessUser',
      permission: 'users',
      scope: 'manage',
      tier: 'standard',
      idempotent: true,
      dryRun: false,
      params: PathId,
      response: { 201: ok(BusinessUser) },
      detail: describeRoute('renewInvitation', 'Create a new invitation link for a user', {
        errors: ['NOT_FOUND', 'CONFLICT', 'RECENT_PROOF_REQUIRED'],
      }),
    },
  )
  .delete(
    '/business/users/:id/sessions',
    async ({ ctx, params }) => success(await endSessionsOf(ctx, params.id)),
    {
      access: 'businessUser',
      permission: 'users',
      scope: 'manage',
      tier: 'standard',
      params: PathId,
      response: ok(EndedSessions),
      detail: describeRoute('endUserSessions', 'Log a user out on all devices', { errors: ['NOT_FOUND'] }),
    },
  )
  .delete('/sessions', async ({ ctx }) => success(await endAllSessions(ctx)), {
    access: 'admin',
    scope: 'manage',
    tier: 'standard',
    response: ok(EndedSessions),
    detail: describeRoute('endAllSessions', 'Log everyone out but yourself'),
  })
  .delete(
    '/business/users/:id',
    async ({ ctx, params, query }) => success(await users.removeFromBusiness(ctx, params.id, query)),
    {
      access: 'businessUser',
      permission: 'users',
      scope: 'manage',
      tier: 'standard',
      params: PathId,
      query: Type.Object({
        keepKeys: Type.Optional(
          Type.Boolean({ description: 'Keep the API keys the user created active; default false' }),
        ),
      }),
      response: ok(RemovedUser),
      detail: describeRoute(
        'removeBusinessUser',
        'Remove a user from the business and revoke their API keys',
        {
          errors: ['NOT_FOUND', 'CONFLICT', 'RECENT_PROOF_REQUIRED'],
        },
      ),
    },
  );
