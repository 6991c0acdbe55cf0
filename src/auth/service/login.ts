import type { Domain } from '../../../db/client.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Login, Session } from '../model.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { recordFailedAdminLogin } from './admin-audit.ts';
import { beginAttempt, openAfterFirstFactor, toSessionOrChallenge } from './second-factor.ts';

/**
 * Logs in with email and password.
 * @throws INVALID_CREDENTIALS (after the same work for known and unknown addresses), SECOND_FACTOR_REQUIRED,
 *   RATE_LIMITED for an account with too many failures; a client that recently logged in to it is limited only by its
 *   own failures
 */
export async function login(ctx: Ctx, input: Omit<Login, 'action'>, userAgent?: string): Promise<Session> {
  const email = normalizeEmail(input.email);
  const { loginThrottle, clientIp } = ctx;
  await beginAttempt(ctx, email);
  const { user, matches } = await comparePassword(ctx, email, input.password).catch(async failure => {
    // Otherwise the attempt counts as a failure, which is the safe side.
    await loginThrottle.retractFailure(email, clientIp).catch(() => {});
    throw failure;
  });
  if (!user || !matches) {
    recordFailedAdminLogin(ctx, user);
    throw new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
  }
  const own: Domain = [`user:${user.id}`];
  const opened = await atomically(
    ctx,
    tx => openAfterFirstFactor(tx, user, userAgent),
    user.role === 'admin' ? [...own, 'audit'] : own,
  );
  // Knowing the password alone does not make a known client.
  await loginThrottle.recordSuccess(email, 'challenge' in opened ? undefined : clientIp);
  return toSessionOrChallenge(ctx, opened);
}

async function comparePassword(ctx: Ctx, email: string, password: string) {
  const user = await store.findUserByEmail(ctx.db, email);
  return { user, matches: await ctx.passwords.verify(password, user?.passwordHash ?? null) };
}
