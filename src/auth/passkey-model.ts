import { type Static, Type } from '@sinclair/typebox';
import { Id, Name, Nullable, Timestamp } from '../platform/schema.ts';

/** Maximum bytes of a credential ID are 1,023 (WebAuthn 2, 5.1). */
export const MAX_CREDENTIAL_ID = 1_364;
const MAX_CLIENT_DATA = 4_096;
const MAX_AUTHENTICATOR_DATA = 8_192;
const MAX_SIGNATURE = 8_192;
const MAX_USER_HANDLE = 128;

const base64Url = (maxLength: number, description?: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, ...(description && { description }) });

/** The answer of a browser that has created a passkey; bytes are in base64url. */
export const PasskeyRegistration = Type.Object({
  id: base64Url(MAX_CREDENTIAL_ID),
  clientDataJSON: base64Url(MAX_CLIENT_DATA),
  attestationObject: base64Url(MAX_AUTHENTICATOR_DATA),
});
export type PasskeyRegistration = Static<typeof PasskeyRegistration>;

const assertion = {
  id: base64Url(MAX_CREDENTIAL_ID, 'ID of the credential'),
  clientDataJSON: base64Url(MAX_CLIENT_DATA, 'The data that the browser has signed, with the challenge'),
  authenticatorData: base64Url(MAX_AUTHENTICATOR_DATA, 'The state of the authenticator'),
  signature: base64Url(MAX_SIGNATURE, 'The signature of both'),
  userHandle: Type.Optional(base64Url(MAX_USER_HANDLE, 'ID of the user, if the authenticator knows it')),
};

/** The answer of a browser that has used a passkey. */
export const PasskeyAssertion = Type.Object(assertion, {
  $id: 'PasskeyAssertion',
  description:
    'The answer of `navigator.credentials.get` to the challenge (WebAuthn), with all bytes in base64url',
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

/** Logs in with a passkey. */
export const PasskeyLogin = Type.Object({ action: Type.Literal('passkeyLogin'), ...assertion });
export type PasskeyLogin = Static<typeof PasskeyLogin>;

/** The options for a browser to use a passkey. */
export const PasskeyChallenge = Type.Object({ challenge: Type.String(), rpId: Type.String() });
export type PasskeyChallenge = Static<typeof PasskeyChallenge>;

/** The options for a browser to create a passkey. */
export const PasskeyCreation = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  excludedIds: Type.Array(Type.String()),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

export const Passkey = Type.Object(
  {
    id: Id(),
    name: Type.String(),
    createdAt: Timestamp(),
    lastUsedAt: Nullable(Timestamp()),
  },
  { $id: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

export const PasskeyChange = Type.Object({ name: Name() }, { $id: 'PasskeyChange' });
export type PasskeyChange = Static<typeof PasskeyChange>;
