import type { LockKeys } from '../../../db/client.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import type { Login, Session } from '../model.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { recordFailedAdminLogin } from './admin-audit.ts';
import { attemptPassword, openAfterFirstFactor, toSessionOrChallenge } from './second-factor.ts';

/**
 * Logs in with email and password.
 * @throws INVALID_CREDENTIALS (after the same work for known and unknown addresses), SECOND_FACTOR_REQUIRED,
 *   RATE_LIMITED for an account with too many failures; a client that recently logged in to it is limited only by its
 *   own failures
 */
export async function login(ctx: Ctx, input: Omit<Login, 'action'>, userAgent?: string): Promise<Session> {
  const email = normalizeEmail(input.email);
  const { loginThrottle, clientIp } = ctx;
  const user = await store.findUserByEmail(ctx.db, email);
  const hash = user?.passwordHash ?? null;
  const isRight = await attemptPassword(ctx, { email, password: input.password, hash });
  if (!user || !isRight) {
    recordFailedAdminLogin(ctx, user);
    throw incorrect();
  }
  const own: LockKeys = [`user:${user.id}`];
  const opened = await atomically(
    ctx,
    async tx => openAfterFirstFactor(tx, await requireSamePassword(tx, user), userAgent),
    user.role === 'admin' ? [...own, 'audit'] : own,
  );
  // Knowing the password alone does not make a known client.
  await loginThrottle.recordSuccess(email, 'challenge' in opened ? undefined : clientIp);
  return toSessionOrChallenge(ctx, opened);
}

/** Returns the user as of now. @throws INVALID_CREDENTIALS if the password that was compared has changed meanwhile */
export async function requireSamePassword(
  tx: TxCtx,
  { id, passwordHash }: store.UserRow,
): Promise<store.UserRow> {
  const user = await store.findUser(tx.db, id);
  if (user?.passwordHash !== passwordHash) throw incorrect();
  return user;
}

function incorrect(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Incorrect email or password');
}
