import { SCOPES } from '../../../db/enums.ts';
import * as businesses from '../../businesses/service.ts';
import type { Actor, Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { AuthAcknowledgement, AuthRequest, Caller, Session } from '../model.ts';
import * as store from '../store.ts';
import { confirmEmail } from './account.ts';
import * as codes from './codes.ts';
import { confirmIdentity } from './confirm-identity.ts';
import { login } from './login.ts';
import * as passwords from './passwords.ts';
import { register, setUp } from './register.ts';
import { completeLogin } from './second-factor.ts';
import { logout, refresh, toUser } from './sessions.ts';

/** Describes the caller for GET /auth. */
export async function describeCaller(ctx: Ctx): Promise<Caller> {
  const { actor } = ctx;
  if (actor.kind === 'anonymous')
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  const user = actor.kind === 'user' ? await store.findUser(ctx.db, actor.id) : undefined;
  if (actor.kind === 'user' && !user)
    throw new AppError('UNAUTHENTICATED', 'Authentication required: send an access token or API key');
  const business = actor.businessId ? await businesses.find(ctx, actor.businessId) : undefined;
  return {
    user: user ? toUser(user) : toApiKeyUser(actor),
    ...(business ? { business: { id: business.id, name: business.name } } : {}),
    authMethod: actor.kind === 'apiKey' ? 'apiKey' : 'jwt',
    scopes: actor.kind === 'apiKey' ? [...actor.scopes] : [...SCOPES],
    testMode: ctx.isTestMode,
  };
}

/** Represents an API key as a user, because it has none. */
function toApiKeyUser({ id, role, businessId }: Actor): Caller['user'] {
  return {
    id,
    email: null,
    name: 'API key',
    role: role ?? 'business',
    businessId,
    position: null,
    emailConfirmed: false,
  };
}

/** Handles POST /auth, one action per request. */
export async function handleAuthAction(
  ctx: Ctx,
  request: AuthRequest,
  userAgent?: string,
  asker: codes.Asker = {},
): Promise<Session | AuthAcknowledgement> {
  switch (request.action) {
    case 'login':
      return login(ctx, request, userAgent);
    case 'requestCode':
      return codes.requestCode(ctx, request.email, asker);
    case 'codeLogin':
      return codes.loginByCode(ctx, request, userAgent, asker.browser);
    case 'secondFactor':
      return completeLogin(ctx, request, userAgent);
    case 'register':
      return register(ctx, request, userAgent);
    case 'refresh':
      return refresh(ctx, request.refreshToken);
    case 'logout':
      return logout(ctx, request.refreshToken);
    case 'forgotPassword':
      return passwords.requestReset(ctx, request.email, asker.locale);
    case 'resetPassword':
      return passwords.reset(ctx, request);
    case 'changePassword':
      return passwords.change(ctx, request.currentPassword, request.newPassword);
    case 'confirmEmail':
      return confirmEmail(ctx, request.token);
    case 'confirmIdentity':
      return confirmIdentity(ctx, request, asker.browser);
    case 'setup':
      return setUp(ctx, request, userAgent);
  }
}
