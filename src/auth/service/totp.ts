import { atomically, type Ctx, nameTarget, type TxCtx } from '../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type {
  RecoveryCodes,
  TotpAnswer,
  TotpProof,
  TotpRequest,
  TotpSetup,
  TotpState,
} from '../account-model.ts';
import type { SecurityChange } from '../messages/index.ts';
import { normalizeEmail } from '../rules.ts';
import * as store from '../store.ts';
import { generateRecoveryCodes, generateSecret, toUri } from '../totp-codes.ts';
import * as totp from '../totp-store.ts';
import { requireSelf } from './account.ts';
import { notifyOfChange } from './notify-change.ts';
import { requireRecentProof } from './recent-proof.ts';
import { assertOwnPassword, attemptCode, hashRecoveryCode, sealTotpSecret } from './second-factor.ts';

/** Returns whether the caller logs in with an authenticator app as the second factor. @throws UNAUTHENTICATED */
export async function getTotp(ctx: Ctx): Promise<TotpState> {
  return await toState(ctx, await requireSelf(ctx));
}

/** Handles POST /account/totp, one action per request. */
export function changeTotp(ctx: Ctx, request: TotpRequest): Promise<TotpAnswer> {
  switch (request.action) {
    case 'start':
      return startTotp(ctx, request.currentPassword);
    case 'confirm':
      return confirmTotp(ctx, request.code);
    case 'renewCodes':
      return withProof(ctx, request, 'recoveryCodes', (tx, user) => issueRecoveryCodes(tx, user.id));
    case 'disable':
      return withProof(ctx, request, 'appOff', disableTotp);
  }
}

/**
 * Generates the secret of an authenticator app. Nothing is required at login until confirmTotp.
 * @throws FORBIDDEN unless the caller is an owner or admin, CONFLICT if it is on already, INVALID_CREDENTIALS,
 *   RECENT_PROOF_REQUIRED of an account without password
 */
async function startTotp(ctx: Ctx, currentPassword: string | undefined): Promise<TotpSetup> {
  const user = await requireSelf(ctx);
  if (!canEnable(user))
    throw forbidden('position', 'Only owners and admins can use an authenticator app', ['owner']);
  if (user.passwordHash !== null) await assertPassword(ctx, user, currentPassword);
  else await requireRecentProof(ctx);
  const secret = generateSecret(ctx.random);
  await atomically(ctx, async tx => {
    if (await totp.hasTotp(tx.db, user.id)) throw alreadyOn();
    const sealed = sealTotpSecret(tx, user.id, secret);
    await totp.savePendingTotp(tx.db, { userId: user.id, secret: sealed, createdAt: nowIso(tx.clock) });
  });
  return { secret, uri: toUri(secret, user.email) };
}

/**
 * Turns the second factor on with the first code of the app, and logs the other devices out, because they logged in
 * without it.
 * @throws INVALID_CREDENTIALS, CONFLICT if it is on already or was never started, RATE_LIMITED
 */
async function confirmTotp(ctx: Ctx, code: string): Promise<RecoveryCodes> {
  const user = await requireSelf(ctx);
  const row = await totp.findTotp(ctx.db, user.id);
  if (!row) throw new AppError('CONFLICT', 'Start the setup of the authenticator app first');
  if (row.confirmedAt !== null) throw alreadyOn();
  const codes = await attemptCode(ctx, user, code, async tx => {
    const now = nowIso(tx.clock);
    await totp.confirmTotp(tx.db, user.id, now);
    const { actor } = ctx;
    const current = actor.kind === 'user' ? actor.sessionId : undefined;
    await store.endUserSessions(tx.db, user.id, 'passwordChanged', now, current);
    return await issueRecoveryCodes(tx, user.id);
  });
  notifyOfChange(ctx, user, 'appOn');
  return codes;
}

async function disableTotp(tx: TxCtx, user: store.UserRow): Promise<TotpState> {
  await totp.deleteTotp(tx.db, user.id);
  return { enabled: false, enabledAt: null, recoveryCodesLeft: 0, canEnable: canEnable(user) };
}

/** Turns the second factor of another user off, by an admin (the CLI). @throws NOT_FOUND, CONFLICT if it is off */
export async function resetSecondFactor(ctx: Ctx, email: string): Promise<void> {
  const user = await store.findUserByEmail(ctx.db, normalizeEmail(email));
  if (!user) throw notFound({ kind: 'user', field: 'email' });
  nameTarget(ctx, user.id);
  await atomically(ctx, async tx => {
    if (!(await totp.deleteTotp(tx.db, user.id))) throw isOff();
  });
  notifyOfChange(ctx, user, 'appOff');
}

/**
 * Makes a change that requires the password or a code.
 * @throws CONFLICT if the second factor is off, INVALID_CREDENTIALS, RATE_LIMITED, VALIDATION_ERROR without a proof
 */
async function withProof<T>(
  ctx: Ctx,
  { currentPassword, code }: TotpProof,
  change: SecurityChange,
  work: (tx: TxCtx, user: store.UserRow) => Promise<T>,
): Promise<T> {
  const user = await requireSelf(ctx);
  if (!(await totp.hasTotp(ctx.db, user.id))) throw isOff();
  if (code === undefined && currentPassword === undefined)
    throw invalid('code', 'is required without currentPassword', 'required');
  if (code === undefined) await assertPassword(ctx, user, currentPassword);
  const apply = (tx: TxCtx) => work(tx, user);
  const result = await (code === undefined ? atomically(ctx, apply) : attemptCode(ctx, user, code, apply));
  notifyOfChange(ctx, user, change);
  return result;
}

async function assertPassword(ctx: Ctx, user: store.UserRow, password: string | undefined): Promise<void> {
  if (password === undefined) throw invalid('currentPassword', 'is required', 'required');
  await assertOwnPassword(ctx, user, password);
}

async function issueRecoveryCodes(tx: TxCtx, userId: string): Promise<RecoveryCodes> {
  const codes = generateRecoveryCodes(tx.random);
  const hashes = codes.map(code => hashRecoveryCode(tx, userId, code));
  await totp.replaceRecoveryCodes(tx.db, userId, hashes);
  return { codes };
}

function canEnable({ role, position }: store.UserRow): boolean {
  return role === 'admin' || position === 'owner';
}

async function toState(ctx: Ctx, user: store.UserRow): Promise<TotpState> {
  const row = await totp.findTotp(ctx.db, user.id);
  const enabledAt = row?.confirmedAt ?? null;
  const recoveryCodesLeft = await totp.countRecoveryCodes(ctx.db, user.id);
  return { enabled: enabledAt !== null, enabledAt, recoveryCodesLeft, canEnable: canEnable(user) };
}

function alreadyOn(): AppError {
  return new AppError('CONFLICT', 'The authenticator app is already turned on');
}

function isOff(): AppError {
  return new AppError('CONFLICT', 'The authenticator app is not turned on');
}
