import { type Static, Type } from '@sinclair/typebox';
import { PASS_PLATFORMS } from '../../db/enums.ts';
import { Id, MAX, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';

const MAX_KEY_LENGTH = 10_000;
const BusinessId = Type.Optional(Id('Business ID (admins only)'));

/** The example of a key file in the API's documentation. */
export const EXAMPLE_SERVICE_ACCOUNT_KEY =
  '{"type":"service_account","client_email":"passes@blue-cup.iam.gserviceaccount.com","private_key":"…"}';

const usage = {
  passCount: Type.Integer({ minimum: 0, description: 'Passes that were issued' }),
  lastError: Nullable(
    Type.String({ description: 'Why the last update of the passes failed; null if it worked' }),
  ),
};

/** The accounts with which a business issues passes, without their keys. */
export const PassSettings = Type.Object(
  {
    google: Nullable(
      Type.Object({
        issuerId: Type.String(),
        clientEmail: Type.String({ description: 'Address of the service account' }),
        ...usage,
        updatedAt: Timestamp(),
      }),
    ),
    apple: Nullable(
      Type.Object({
        passTypeId: Type.String(),
        teamId: Type.String(),
        expiresAt: Timestamp({
          description: 'When the certificate expires; passes can no longer be issued then',
        }),
        ...usage,
        phoneCount: Type.Integer({ minimum: 0, description: 'Phones that get the updates of their passes' }),
        canUpdate: Type.Boolean({
          description: 'Whether phones can fetch updates, for which the public address needs https',
        }),
        updatedAt: Timestamp(),
      }),
    ),
  },
  { $id: 'PassSettings', description: 'Null for a wallet that is not set up' },
);
export type PassSettings = Static<typeof PassSettings>;

export const GooglePassSettings = Type.Object(
  {
    businessId: BusinessId,
    issuerId: Type.String({
      pattern: '^[0-9]{10,25}$',
      patternHint: 'the issuer ID from the Google Pay & Wallet Console, such as 3388000000012345678',
      description: 'Issuer ID from the Google Pay & Wallet Console',
    }),
    serviceAccountKey: Type.String({
      minLength: 1,
      maxLength: MAX_KEY_LENGTH,
      description: 'The JSON key file of the service account, as text. Stored encrypted and never returned',
    }),
  },
  {
    $id: 'GooglePassSettings',
    examples: [{ issuerId: '3388000000012345678', serviceAccountKey: EXAMPLE_SERVICE_ACCOUNT_KEY }],
  },
);
export type GooglePassSettings = Static<typeof GooglePassSettings>;

/** The examples of PEM files in the API's documentation. */
export const EXAMPLE_PEMS = {
  certificate: '-----BEGIN CERTIFICATE----- (pass type)',
  privateKey: '-----BEGIN PRIVATE KEY-----',
  wwdrCertificate: '-----BEGIN CERTIFICATE----- (WWDR)',
};

const pem = (description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_KEY_LENGTH, description: `${description}, in PEM` });

export const ApplePassSettings = Type.Object(
  {
    businessId: BusinessId,
    certificate: pem('The certificate of your pass type'),
    privateKey: pem('Its private RSA key. Stored encrypted and never returned'),
    passphrase: Type.Optional(
      Type.String({ maxLength: MAX.name, description: 'Passphrase of an encrypted private key' }),
    ),
    wwdrCertificate: pem("Apple's intermediate certificate (WWDR) that issued the certificate"),
  },
  { $id: 'ApplePassSettings', examples: [EXAMPLE_PEMS] },
);
export type ApplePassSettings = Static<typeof ApplePassSettings>;

const passSubject = {
  programId: Type.Optional(Id('The program of a member card')),
  memberId: Type.Optional(
    Text(MAX.id, { description: 'The member, required for businesses; customers get their own card' }),
  ),
  rewardId: Type.Optional(Id('The reward whose code the pass shows')),
};

/** Names the record of a pass: a member card or a reward. */
export const PassSubject = Type.Object(passSubject);
export type PassSubject = Static<typeof PassSubject>;

export const PassOptions = Type.Object(
  {
    platforms: Type.Array(oneOf(PASS_PLATFORMS), {
      description: 'The wallets to which the record can be added now; none if the business has set up none',
    }),
  },
  { $id: 'PassOptions' },
);
export type PassOptions = Static<typeof PassOptions>;

export const NewPass = Type.Object({ platform: oneOf(PASS_PLATFORMS), ...passSubject }, { $id: 'NewPass' });
export type NewPass = Static<typeof NewPass>;

export const Pass = Type.Object(
  {
    id: Id(),
    platform: oneOf(PASS_PLATFORMS),
    url: Type.String({
      description:
        'Opened on the phone, it adds the pass to the wallet. It contains the code, so keep it private',
    }),
  },
  { $id: 'Pass' },
);
export type Pass = Static<typeof Pass>;
