import type { WebAuthnCredential } from '@simplewebauthn/server';
import { atomically, type Ctx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { randomToken } from '../../platform/crypto.ts';
import type { Page, RecordQuery } from '../../platform/page.ts';
import { describeDevice } from '../device.ts';
import type { Session } from '../model.ts';
import type {
  Passkey,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyLogin,
  PasskeyRegistration,
} from '../passkey-model.ts';
import * as passkeys from '../passkeys-store.ts';
import * as store from '../store.ts';
import { requireSelf } from './account.ts';
import { recordAdminSignIn } from './admin-audit.ts';
import { requireRelyingParty } from './relying-party.ts';
import { openSession, toSession } from './sessions.ts';

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS;
const MAX_PASSKEYS = 20;

/** A challenge that waits for its answer: of the user who creates a passkey, or null of anyone who logs in. */
interface PendingChallenge {
  userId: string | null;
  expiresAtMs: number;
}

/** Loads the library on first use, because it takes 0.2 seconds. Its dependency tsyringe requires the polyfill first. */
async function loadLibrary() {
  await import('reflect-metadata');
  return await import('@simplewebauthn/server');
}

async function issueChallenge(ctx: Ctx, userId: string | null): Promise<string> {
  const challenge = randomToken(ctx.random);
  await ctx.passkeyChallenges.update<PendingChallenge, void>(challenge, (_, now) => {
    const expiresAtMs = now + CHALLENGE_LIFETIME_MS;
    return { result: undefined, value: { userId, expiresAtMs }, expiresAtMs };
  });
  return challenge;
}

/** Takes the challenge that was answered, which works once. @returns undefined if it is unknown or expired */
async function takeChallenge(
  ctx: Ctx,
  clientDataJSON: string,
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON);
  if (challenge === undefined) return undefined;
  const isValid = await ctx.passkeyChallenges.update<PendingChallenge, boolean>(
    challenge,
    (pending, now) => ({
      result: pending !== undefined && pending.userId === userId && pending.expiresAtMs > now,
      ...(pending && { value: null }),
    }),
  );
  return isValid ? challenge : undefined;
}

function readChallenge(clientDataJSON: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) ?? {};
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** Begins a login with a passkey; the same for everyone, because the browser finds the account. @throws NOT_CONFIGURED */
export async function beginLogin(ctx: Ctx): Promise<PasskeyChallenge> {
  const { id } = await requireRelyingParty(ctx);
  return { challenge: await issueChallenge(ctx, null), rpId: id };
}

/**
 * Logs in with a passkey, which counts as two factors: the device, and what unlocks it.
 * @throws INVALID_CREDENTIALS for any passkey that is not accepted, NOT_CONFIGURED
 */
export async function loginByPasskey(
  ctx: Ctx,
  { id, clientDataJSON, authenticatorData, signature, userHandle }: Omit<PasskeyLogin, 'action'>,
  userAgent?: string,
): Promise<Session> {
  const site = await requireRelyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx, clientDataJSON, null);
  const row = await passkeys.findPasskey(ctx.db, id);
  if (expectedChallenge === undefined || !row) throw notAccepted();
  const isOwner = userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === row.userId;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const outcome = await verifyAuthenticationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
    },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: toCredential(row),
    requireUserVerification: true,
  }).catch(cause => {
    ctx.log.info('rejected a passkey', { reason: String((cause as Error).message) });
    return undefined;
  });
  if (!isOwner || !outcome?.verified) throw notAccepted();
  const { newCounter } = outcome.authenticationInfo;
  const opened = await atomically(ctx, async tx => {
    const use = { counter: newCounter, lastUsedAt: nowIso(tx.clock) };
    const user = await store.findUser(tx.db, row.userId);
    if (!user || !(await passkeys.usePasskey(tx.db, row, use))) throw notAccepted();
    await recordAdminSignIn(tx, user, 'login', 'succeeded');
    return await openSession(tx, user, userAgent);
  });
  await ctx.loginThrottle.recordSuccess(opened.user.email, ctx.clientIp);
  return toSession(ctx, opened);
}

function notAccepted(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The passkey was not accepted');
}

function toCredential({ credentialId, publicKey, counter }: passkeys.PasskeyRow): WebAuthnCredential {
  return { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
}

/** Begins to create a passkey of the caller. @throws UNAUTHENTICATED, NOT_CONFIGURED, LIMIT_REACHED */
export async function beginRegistration(ctx: Ctx): Promise<PasskeyCreation> {
  const user = await requireSelf(ctx);
  const { id: rpId } = await requireRelyingParty(ctx);
  const excludedIds = await passkeys.listCredentialIds(ctx.db, user.id);
  if (excludedIds.length >= MAX_PASSKEYS) throw limitReached();
  return {
    challenge: await issueChallenge(ctx, user.id),
    rpId,
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
    excludedIds,
  };
}

/** Saves a passkey of the caller. @throws INVALID_CREDENTIALS, CONFLICT if it exists, LIMIT_REACHED, NOT_CONFIGURED */
export async function register(
  ctx: Ctx,
  { id, clientDataJSON, attestationObject }: PasskeyRegistration,
  userAgent?: string,
): Promise<Passkey> {
  const user = await requireSelf(ctx);
  const site = await requireRelyingParty(ctx);
  const expectedChallenge = await takeChallenge(ctx, clientDataJSON, user.id);
  if (expectedChallenge === undefined) throw notAccepted();
  const { verifyRegistrationResponse } = await loadLibrary();
  const outcome = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: true,
  }).catch(cause => {
    ctx.log.info('rejected a new passkey', { reason: String((cause as Error).message) });
    return undefined;
  });
  if (!outcome?.verified) throw notAccepted();
  const { credential } = outcome.registrationInfo;
  const saved = await atomically(ctx, async tx => {
    if ((await passkeys.countPasskeys(tx.db, user.id)) >= MAX_PASSKEYS) throw limitReached();
    if (await passkeys.findPasskey(tx.db, credential.id))
      throw new AppError('CONFLICT', 'This passkey is registered already');
    return await passkeys.insertPasskey(tx.db, {
      id: tx.ids.next('passkey'),
      userId: user.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      name: describeDevice(userAgent ?? null),
      createdAt: nowIso(tx.clock),
    });
  });
  return toPasskey(saved);
}

function limitReached(): AppError {
  return new AppError('LIMIT_REACHED', `An account has up to ${MAX_PASSKEYS} passkeys; remove one first`);
}

/** Lists the caller's passkeys, newest first. */
export async function listPasskeys(ctx: Ctx, query: RecordQuery): Promise<Page<Passkey>> {
  const { id } = await requireSelf(ctx);
  const page = await passkeys.listPasskeys(ctx.db, { userId: id }, query);
  return { ...page, items: page.items.map(toPasskey) };
}

/** Renames one of the caller's passkeys. @throws NOT_FOUND */
export async function renamePasskey(ctx: Ctx, id: string, name: string): Promise<Passkey> {
  const { id: userId } = await requireSelf(ctx);
  return await atomically(ctx, async tx => {
    const renamed = await passkeys.renamePasskey(tx.db, { id, userId }, name);
    if (!renamed) throw notFound('passkey');
    return toPasskey(renamed);
  });
}

/** Removes one of the caller's passkeys. @throws NOT_FOUND */
export async function removePasskey(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const { id: userId } = await requireSelf(ctx);
  return await atomically(ctx, async tx => {
    if (!(await passkeys.deletePasskey(tx.db, { id, userId }))) throw notFound('passkey');
    return { id, deleted: true as const };
  });
}

function toPasskey({ id, name, createdAt, lastUsedAt }: passkeys.PasskeyRow): Passkey {
  return { id, name, createdAt, lastUsedAt };
}
