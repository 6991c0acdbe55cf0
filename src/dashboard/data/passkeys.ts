import type { PageCaller as Caller } from '../../auth/account-model.ts';
import type {
  Passkey,
  PasskeyAssertion,
  PasskeyChallenge,
  PasskeyCreation,
} from '../../auth/passkey-model.ts';
import { passkeys as t } from '../messages/passkeys/index.ts';
import { formatText } from '../messages/text.ts';
import { ApiError, call } from './api.ts';
import { enterSession } from './session.ts';

/** Signature algorithms that the server accepts: EdDSA, ES256 and RS256, by their COSE numbers. */
const ALGORITHMS = [-8, -7, -257];

function toBase64Url(buffer: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
}

/** Returns why passkeys can't be used on this page; undefined if they can. */
export function explainNoPasskeys(host: string | null): string | undefined {
  if (host === null) return t.needsAddress;
  if (location.hostname !== host && !location.hostname.endsWith(`.${host}`))
    return formatText(t.needsHost, { host });
  return 'PublicKeyCredential' in window ? undefined : t.notSupported;
}

/** Creates a passkey of the user and saves it. @throws ApiError, also if the user cancels */
export async function createPasskey(): Promise<Passkey> {
  const creation = await call<PasskeyCreation>('POST', '/session/passkeys/challenge');
  const { challenge, rpId, user, excludedIds } = creation;
  const credential = await navigator.credentials
    .create({
      publicKey: {
        challenge: fromBase64Url(challenge),
        rp: { id: rpId, name: 'Perkmint' },
        user: { ...user, id: fromBase64Url(user.id) },
        pubKeyCredParams: ALGORITHMS.map(alg => ({ type: 'public-key', alg })),
        excludeCredentials: excludedIds.map(id => ({ type: 'public-key', id: fromBase64Url(id) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
    .catch(toApiError);
  if (!(credential instanceof PublicKeyCredential)) throw notUsed();
  const { clientDataJSON, attestationObject } = credential.response as AuthenticatorAttestationResponse;
  return await call<Passkey>('POST', '/session/passkeys', {
    id: toBase64Url(credential.rawId),
    clientDataJSON: toBase64Url(clientDataJSON),
    attestationObject: toBase64Url(attestationObject),
  });
}

/**
 * Logs in with a passkey that the user chooses: in a dialog of the browser, or among the suggestions of the email field
 * until `signal` aborts.
 * @throws ApiError, also if the user cancels
 */
export async function logInWithPasskey(
  options: { mediation?: 'conditional'; signal?: AbortSignal } = {},
): Promise<Caller> {
  const challenge = await call<PasskeyChallenge>('POST', '/session/passkey/challenge');
  const body = { action: 'passkeyLogin', ...(await askPasskey(challenge, options)) };
  const opened = await call<Caller>('POST', '/session', body).catch(explainRejection);
  await enterSession(opened);
  return opened;
}

/** Confirms who the user is with a passkey, for a change that waits for it. @throws ApiError, also if the user cancels */
export async function confirmWithPasskey(challenge: string, rpId: string): Promise<void> {
  const body = { action: 'confirmIdentity', challenge, passkey: await askPasskey({ challenge, rpId }) };
  await call('POST', '/api/v1/auth', body).catch(explainRejection);
}

/** Has the browser sign a challenge with a passkey. @throws ApiError, also if the user cancels */
async function askPasskey(
  { challenge, rpId }: PasskeyChallenge,
  options: { mediation?: 'conditional'; signal?: AbortSignal } = {},
): Promise<PasskeyAssertion> {
  const credential = await navigator.credentials
    .get({
      ...options,
      publicKey: { challenge: fromBase64Url(challenge), rpId, userVerification: 'required' },
    })
    .catch(toApiError);
  if (!(credential instanceof PublicKeyCredential)) throw notUsed();
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    id: toBase64Url(credential.rawId),
    clientDataJSON: toBase64Url(response.clientDataJSON),
    authenticatorData: toBase64Url(response.authenticatorData),
    signature: toBase64Url(response.signature),
    ...(response.userHandle && { userHandle: toBase64Url(response.userHandle) }),
  };
}

/** Replaces the error of a rejected passkey, whose general text is about passwords. @throws ApiError */
function explainRejection(error: unknown): never {
  throw error instanceof ApiError && error.code === 'INVALID_CREDENTIALS' ? notUsed() : error;
}

/** Returns whether the browser can offer passkeys among the suggestions of a field. */
export async function canSuggestPasskeys(): Promise<boolean> {
  return (await PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

function notUsed(): ApiError {
  return new ApiError({ code: 'PASSKEY_NOT_USED', message: t.passkeyFailed });
}

function toApiError(): never {
  throw notUsed();
}
