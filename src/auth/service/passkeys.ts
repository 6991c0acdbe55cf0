import type { WebAuthnCredential } from '@simplewebauthn/server';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import type { Page, RecordQuery } from '../../platform/page.ts';
import { describeDevice } from '../device.ts';
import type { Session } from '../model.ts';
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyCreation,
  PasskeyLogin,
  PasskeyRegistration,
} from '../passkey-model.ts';
import * as passkeys from '../passkeys-store.ts';
import * as store from '../store.ts';
import { requireSelf } from './account.ts';
import { recordAdminSignIn } from './admin-audit.ts';
import { issueChallenge, readChallenge, takeChallenge } from './challenges.ts';
import { notifyOfChange } from './notify-change.ts';
import { requireRecentProof } from './recent-proof.ts';
import { requireRelyingParty } from './relying-party.ts';
import { openSession, toSession } from './sessions.ts';

const MAX_PASSKEYS = 20;

/** Loads the library on first use, because it takes 0.2 seconds. Its dependency tsyringe requires the polyfill first. */
async function loadLibrary() {
  await import('reflect-metadata');
  return await import('@simplewebauthn/server');
}

/** Begins a login with a passkey; the same for everyone, because the browser finds the account. @throws NOT_CONFIGURED */
export async function beginLogin(ctx: Ctx): Promise<PasskeyChallenge> {
  const { id } = await requireRelyingParty(ctx);
  const challenge = await issueChallenge(ctx, { purpose: 'passkeyLogin', userId: null, sessionId: null });
  return { challenge, rpId: id };
}

/**
 * Logs in with a passkey, which counts as two factors: the device, and what unlocks it.
 * @throws INVALID_CREDENTIALS for any passkey that is not accepted, NOT_CONFIGURED
 */
export async function loginByPasskey(
  ctx: Ctx,
  { action: _, ...assertion }: PasskeyLogin,
  userAgent?: string,
): Promise<Session> {
  const used = await requirePasskey(ctx, assertion, await takeAnswered(ctx, assertion, 'passkeyLogin', null));
  const opened = await atomically(ctx, async tx => {
    const user = await usePasskey(tx, used);
    await recordAdminSignIn(tx, user, 'login', 'succeeded');
    return await openSession(tx, user, userAgent);
  });
  await ctx.loginThrottle.recordSuccess(opened.user.email, ctx.clientIp);
  return toSession(ctx, opened);
}

/** Takes the challenge that a browser has answered. @returns undefined unless it was issued for this purpose and user */
async function takeAnswered(
  ctx: Ctx,
  { clientDataJSON }: { clientDataJSON: string },
  purpose: 'passkeyLogin' | 'newPasskey',
  userId: string | null,
): Promise<string | undefined> {
  const challenge = readChallenge(clientDataJSON);
  const taken = challenge === undefined ? undefined : await takeChallenge(ctx, challenge);
  return taken?.purpose === purpose && taken.userId === userId ? challenge : undefined;
}

/** A passkey with a valid signature, and the counter that it sent. */
interface VerifiedPasskey {
  row: passkeys.PasskeyRow;
  counter: number;
}

/**
 * Verifies the answer of a passkey. Then call usePasskey.
 * @param expectedChallenge undefined if the challenge in the answer was not issued for it
 * @throws INVALID_CREDENTIALS, NOT_CONFIGURED
 */
export async function requirePasskey(
  ctx: Ctx,
  { id, clientDataJSON, authenticatorData, signature, userHandle }: PasskeyAssertion,
  expectedChallenge: string | undefined,
): Promise<VerifiedPasskey> {
  const site = await requireRelyingParty(ctx);
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
  return { row, counter: outcome.authenticationInfo.newCounter };
}

/**
 * Saves that a passkey was used.
 * @param userId the user whose passkey it must be, if that is known
 * @returns its user
 * @throws INVALID_CREDENTIALS if it was removed meanwhile, or is one of another user
 */
export async function usePasskey(
  tx: TxCtx,
  { row, counter }: VerifiedPasskey,
  userId = row.userId,
): Promise<store.UserRow> {
  const user = await store.findUser(tx.db, row.userId);
  const isUsed = await passkeys.usePasskey(tx.db, row, { counter, lastUsedAt: nowIso(tx.clock) });
  if (user?.id !== userId || !isUsed) throw notAccepted();
  return user;
}

function notAccepted(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'The passkey was not accepted');
}

function toCredential({ credentialId, publicKey, counter }: passkeys.PasskeyRow): WebAuthnCredential {
  return { id: credentialId, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter };
}

/**
 * Begins to create a passkey of the caller.
 * @throws UNAUTHENTICATED, RECENT_PROOF_REQUIRED, NOT_CONFIGURED, LIMIT_REACHED
 */
export async function beginRegistration(ctx: Ctx): Promise<PasskeyCreation> {
  const user = await requireSelf(ctx);
  await requireRecentProof(ctx);
  const { id: rpId } = await requireRelyingParty(ctx);
  const excludedIds = await passkeys.listCredentialIds(ctx.db, user.id);
  if (excludedIds.length >= MAX_PASSKEYS) throw limitReached();
  return {
    challenge: await issueChallenge(ctx, { purpose: 'newPasskey', userId: user.id, sessionId: null }),
    rpId,
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.email, displayName: user.name },
    excludedIds,
  };
}

/** Saves a passkey of the caller. @throws INVALID_CREDENTIALS, CONFLICT if it exists, LIMIT_REACHED, NOT_CONFIGURED */
export async function register(
  ctx: Ctx,
  registration: PasskeyRegistration,
  userAgent?: string,
): Promise<Passkey> {
  const { id, clientDataJSON, attestationObject } = registration;
  const user = await requireSelf(ctx);
  const site = await requireRelyingParty(ctx);
  const expectedChallenge = await takeAnswered(ctx, registration, 'newPasskey', user.id);
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
  notifyOfChange(ctx, user, 'passkeyAdded');
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

/** Removes one of the caller's passkeys. @throws RECENT_PROOF_REQUIRED, NOT_FOUND */
export async function removePasskey(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const user = await requireSelf(ctx);
  await requireRecentProof(ctx);
  await atomically(ctx, async tx => {
    if (!(await passkeys.deletePasskey(tx.db, { id, userId: user.id }))) throw notFound('passkey');
  });
  notifyOfChange(ctx, user, 'passkeyRemoved');
  return { id, deleted: true };
}

function toPasskey({ id, name, createdAt, lastUsedAt }: passkeys.PasskeyRow): Passkey {
  return { id, name, createdAt, lastUsedAt };
}
