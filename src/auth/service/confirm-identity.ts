import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import * as accountStore from '../account-store.ts';
import type { ConfirmIdentity } from '../proof-model.ts';
import * as store from '../store.ts';
import { hasTotp } from '../totp-store.ts';
import { attemptChallenge, readChallenge, takeChallenge } from './challenges.ts';
import { attemptMailedCode } from './codes.ts';
import { proveAddress } from './first-proof.ts';
import { requireSamePassword } from './login.ts';
import { requirePasskey, usePasskey } from './passkeys.ts';
import { assertOwnPassword, attemptCode } from './second-factor.ts';

/** Attempts with one challenge. The throttle of the account limits those with many. */
const MAX_ATTEMPTS = 5;

/**
 * Proves who uses a session: with the password, a code of the authenticator app or, without one, of a mail, or a
 * passkey. Operations that return RECENT_PROOF_REQUIRED accept the session for the next five minutes.
 * @throws VALIDATION_ERROR unless exactly one proof is given; UNAUTHENTICATED without a valid challenge of the session
 *   and after 5 attempts; INVALID_CREDENTIALS for a wrong proof; RATE_LIMITED after too many wrong ones
 */
export async function confirmIdentity(
  ctx: Ctx,
  { action: _, challenge, ...proof }: ConfirmIdentity,
  browser?: string,
): Promise<{ confirmed: true }> {
  const given = Object.keys(proof);
  if (given.length === 0) throw invalid('password', 'is required without code and passkey', 'required');
  if (given.length > 1) throw invalid(given[1] as string, `can't be combined with ${given[0]}`, 'conflict');
  const pending = await attemptChallenge(ctx, challenge, MAX_ATTEMPTS);
  const { actor } = ctx;
  const sessionId = pending?.purpose === 'identity' ? pending.sessionId : null;
  const isForeign = actor.kind === 'user' && actor.sessionId !== sessionId;
  const user = pending?.userId ? await store.findUser(ctx.db, pending.userId) : undefined;
  if (!user || sessionId === null || isForeign) throw invalidChallenge();
  const answer = { challenge, sessionId, browser, ...proof };
  await verify(ctx, user, answer, async tx => {
    const now = nowIso(tx.clock);
    if (!(await accountStore.findOwnSession(tx.db, { id: sessionId, userId: user.id, now })))
      throw invalidChallenge();
    await accountStore.setProvenAt(tx.db, sessionId, now);
  });
  await takeChallenge(ctx, challenge);
  return { confirmed: true };
}

interface Answer extends Omit<ConfirmIdentity, 'action'> {
  sessionId: string;
  browser: string | undefined;
}

/** Verifies the one proof that is given, and does what requires it. */
async function verify(
  ctx: Ctx,
  user: store.UserRow,
  { challenge, sessionId, browser, password, code, passkey }: Answer,
  work: (tx: TxCtx) => Promise<void>,
): Promise<void> {
  if (password !== undefined) {
    await assertOwnPassword(ctx, user, password);
    return atomically(ctx, async tx => {
      await requireSamePassword(tx, user);
      await work(tx);
    });
  }
  if (code !== undefined) {
    if (await hasTotp(ctx.db, user.id)) return attemptCode(ctx, user, code, work);
    return attemptMailedCode(ctx, { email: user.email, code, browser }, async tx => {
      // The code proves the address as well.
      await proveAddress(tx, user, { sessionId });
      await work(tx);
    });
  }
  if (passkey === undefined) return;
  const isAnswer = readChallenge(passkey.clientDataJSON) === challenge;
  const used = await requirePasskey(ctx, passkey, isAnswer ? challenge : undefined);
  return atomically(ctx, async tx => {
    await usePasskey(tx, used, user.id);
    await work(tx);
  });
}

function invalidChallenge(): AppError {
  return new AppError(
    'UNAUTHENTICATED',
    'The confirmation has expired or had too many attempts; send the first request again',
  );
}
