import type { ProofMethod } from '../../../db/enums.ts';
import { type Ctx, NO_SESSION } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { iso, MINUTE_MS } from '../../platform/clock.ts';
import { findSession } from '../account-store.ts';
import { countPasskeys } from '../passkeys-store.ts';
import { getsCodes } from '../rules.ts';
import * as store from '../store.ts';
import { hasTotp } from '../totp-store.ts';
import { CHALLENGE_SECONDS, issueChallenge } from './challenges.ts';

/** How long a login, or a confirmation of identity, counts as a recent proof. */
const PROOF_LIFETIME_MS = 5 * MINUTE_MS;

/**
 * Requires a recent proof of identity before a change of what opens an account or a business: passkeys, address,
 * authenticator app, PIN, API keys, owners. A stolen token or an unlocked browser is not enough for those. API keys
 * have scopes instead, and the command line belongs to the operator.
 * @throws RECENT_PROOF_REQUIRED with a challenge for confirmIdentity
 */
export async function requireRecentProof(ctx: Ctx): Promise<void> {
  const { actor } = ctx;
  // The command line has no session when it acts for a person.
  if (actor.kind !== 'user' || actor.sessionId === NO_SESSION) return;
  const session = await findSession(ctx.db, actor.sessionId);
  const provenAt = session?.provenAt ?? session?.createdAt;
  if (provenAt !== undefined && provenAt > iso(ctx.clock.now() - PROOF_LIFETIME_MS)) return;
  const { id: userId, sessionId } = actor;
  throw new AppError('RECENT_PROOF_REQUIRED', 'Confirm your identity, then send the request again', {
    challenge: {
      token: await issueChallenge(ctx, { purpose: 'identity', userId, sessionId }),
      expiresInSeconds: CHALLENGE_SECONDS,
      methods: await listMethods(ctx, userId),
    },
  });
}

/** Lists how a person can prove who they are; nothing if only a new login does. */
async function listMethods({ db, mail }: Ctx, userId: string): Promise<ProofMethod[]> {
  const user = await store.findUser(db, userId);
  if (!user) return [];
  const hasApp = await hasTotp(db, userId);
  return [
    ...(user.passwordHash === null ? [] : ['password' as const]),
    ...(hasApp ? ['app' as const] : []),
    ...(!hasApp && mail.isConfigured && getsCodes(user) ? ['email' as const] : []),
    ...((await countPasskeys(db, userId)) > 0 ? ['passkey' as const] : []),
  ];
}
