import { type Static, Type } from '@sinclair/typebox';
import { REGISTRATIONS } from '../../db/enums.ts';
import {
  AccountEmail,
  Email,
  Id,
  Locale,
  NO_TRIM,
  Nullable,
  oneOf,
  Timestamp,
  TimeZone,
} from '../platform/schema.ts';
import { Caller, DisplayName, Position, User } from './model.ts';
import { MAX_PASSWORD_LENGTH, SecondFactorCode, Token } from './proof-model.ts';

/** The caller's own account. */
export const Account = Type.Composite(
  [
    User,
    Type.Object({
      locale: Nullable(
        Type.String({
          description: 'BCP 47 language tag; null: that of the browser, and in mails that of the shop',
        }),
      ),
      timeZone: Nullable(Type.String({ description: 'IANA time zone; null: that of the shop' })),
      developerTools: Type.Boolean({
        description: 'Whether the dashboard shows API calls, agents and webhooks',
      }),
      pendingEmail: Nullable(
        Type.String({ description: 'New email address that has not been confirmed yet; null without one' }),
      ),
      confirmsEmail: Type.Boolean({
        description:
          'Whether a new email address must be confirmed through a mailed link; otherwise it changes immediately',
      }),
      hasPassword: Type.Boolean({ description: 'Whether the user has set a password' }),
      hasPin: Type.Boolean({ description: 'Whether the user can sign in on shared devices' }),
    }),
  ],
  { $id: 'Account' },
);
export type Account = Static<typeof Account>;

export const AccountChange = Type.Object(
  {
    name: Type.Optional(DisplayName),
    email: Type.Optional(
      Email({
        description:
          'New email address; changes when its owner follows the mailed link, or immediately without a mail server',
      }),
    ),
    currentPassword: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PASSWORD_LENGTH,
        description: 'Required for a new email address if the user has a password',
        [NO_TRIM]: true,
      }),
    ),
    locale: Type.Optional(
      Nullable(
        Locale({
          description: 'BCP 47 language tag; null: that of the browser, and in mails that of the shop',
        }),
      ),
    ),
    timeZone: Type.Optional(Nullable(TimeZone({ description: 'IANA time zone; null: that of the shop' }))),
    developerTools: Type.Optional(
      Type.Boolean({ description: 'Whether the dashboard shows API calls, agents and webhooks' }),
    ),
  },
  { $id: 'AccountChange' },
);
export type AccountChange = Static<typeof AccountChange>;

/** The PIN for shared devices. */
export const PinChange = Type.Object(
  {
    pin: Nullable(
      Type.String({
        pattern: '^[0-9]{4,6}$',
        patternHint: '4 to 6 digits',
        description: 'PIN of 4 to 6 digits for shared devices; null removes it',
        [NO_TRIM]: true,
      }),
    ),
  },
  { $id: 'PinChange' },
);
export type PinChange = Static<typeof PinChange>;

export const PinState = Type.Object(
  { hasPin: Type.Boolean({ description: 'Whether the user can sign in on shared devices' }) },
  { $id: 'PinState' },
);
export type PinState = Static<typeof PinState>;

const CurrentPassword = Type.String({
  minLength: 1,
  maxLength: MAX_PASSWORD_LENGTH,
  description: "The user's password",
  [NO_TRIM]: true,
});

/** The state of the authenticator app as a second factor. */
export const TotpState = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether logging in requires a code of the authenticator app' }),
    enabledAt: Nullable(Timestamp()),
    recoveryCodesLeft: Type.Integer({ minimum: 0, description: 'Recovery codes that have not been used' }),
    canEnable: Type.Boolean({ description: 'Whether the user may turn it on: owners and admins may' }),
  },
  { $id: 'TotpState' },
);
export type TotpState = Static<typeof TotpState>;

export const TotpSetup = Type.Object(
  {
    secret: Type.String({ description: 'The secret in base32, to type into the authenticator app' }),
    uri: Type.String({ description: 'The otpauth URI, to show as a QR code' }),
  },
  { $id: 'TotpSetup' },
);
export type TotpSetup = Static<typeof TotpSetup>;

export const RecoveryCodes = Type.Object(
  { codes: Type.Array(Type.String(), { description: 'Each works once; returned only now' }) },
  { $id: 'RecoveryCodes' },
);
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** Proves that the user is present: one of the two. */
const proof = { currentPassword: Type.Optional(CurrentPassword), code: Type.Optional(SecondFactorCode) };
export const TotpRequest = Type.Union(
  [
    Type.Object(
      { action: Type.Literal('start'), currentPassword: Type.Optional(CurrentPassword) },
      { description: 'Returns a secret. The password is required if the user has one' },
    ),
    Type.Object(
      { action: Type.Literal('confirm'), code: SecondFactorCode },
      { description: 'Turns it on with the first code, and returns recovery codes' },
    ),
    Type.Object(
      { action: Type.Literal('renewCodes'), ...proof },
      { description: 'Replaces the recovery codes; requires the password or a code' },
    ),
    Type.Object(
      { action: Type.Literal('disable'), ...proof },
      { description: 'Turns it off; requires the password or a code' },
    ),
  ],
  { $id: 'TotpRequest' },
);
export type TotpRequest = Static<typeof TotpRequest>;
export type TotpProof = Omit<Extract<TotpRequest, { action: 'disable' }>, 'action'>;
export const TotpAnswer = Type.Union([TotpSetup, RecoveryCodes, TotpState]);
export type TotpAnswer = Static<typeof TotpAnswer>;

export const AccountSession = Type.Object(
  {
    id: Id(),
    device: Type.String({ description: 'Browser and system of the login, in English' }),
    browser: Nullable(Type.String({ description: 'For example Chrome; null for an unknown one' })),
    system: Nullable(Type.String({ description: 'For example Windows; null for an unknown one' })),
    createdAt: Timestamp(),
    lastUsedAt: Timestamp(),
    expiresAt: Timestamp(),
    current: Type.Boolean({ description: 'Whether this request uses the session' }),
  },
  { $id: 'AccountSession' },
);
export type AccountSession = Static<typeof AccountSession>;

/** A user in the list of a business. */
export const TeamMember = Type.Composite(
  [
    User,
    Type.Object({
      invitationPending: Type.Boolean({ description: 'Whether the user has not set a password yet' }),
      hasPin: Type.Boolean({ description: 'Whether the user can sign in on shared devices' }),
    }),
  ],
  { $id: 'TeamMember' },
);
export type TeamMember = Static<typeof TeamMember>;

/** The purpose of a password link, shown to the person who opened it. */
export const LinkDescription = Type.Object({
  purpose: oneOf(['reset', 'invite']),
  email: Type.String(),
  name: Type.String(),
  position: Nullable(Position),
  businessName: Nullable(Type.String()),
  invitedBy: Nullable(Type.String()),
  /** Whether the owner of the address has proven it before. */
  emailConfirmed: Type.Boolean(),
});
export type LinkDescription = Static<typeof LinkDescription>;

/** Request of the page that a password link opens. */
export const LinkQuery = Type.Object({ token: Token });

export const BusinessUserChange = Type.Object(
  { name: Type.Optional(DisplayName), position: Type.Optional(Position) },
  { $id: 'BusinessUserChange' },
);
export type BusinessUserChange = Static<typeof BusinessUserChange>;

/** The caller of a page, with the settings that all pages follow. */
export const PageCaller = Type.Composite([
  Caller,
  Type.Object({
    shop: Nullable(
      Type.Object(
        {
          timeZone: Type.String(),
          locale: Type.String(),
          currency: Type.String(),
          usdRate: Nullable(Type.Number()),
        },
        { description: "The user's business" },
      ),
    ),
    isAtCounter: Type.Boolean({ description: 'Whether the person signed in by PIN on a shared device' }),
    lacksSecondFactor: Type.Boolean({ description: 'Whether the person can only set up a second factor' }),
    preferences: Type.Object({
      locale: Nullable(Type.String()),
      timeZone: Nullable(Type.String()),
      developerTools: Type.Boolean(),
    }),
  }),
]);
export type PageCaller = Static<typeof PageCaller>;

/** How a visitor can sign in on the pages. */
export const SignInOptions = Type.Object({
  byCode: Type.Boolean({ description: 'Whether codes can be emailed' }),
  registration: oneOf(REGISTRATIONS),
  passkeyHost: Nullable(
    Type.String({ description: 'The host that passkeys belong to; null if the public address allows none' }),
  ),
});
export type SignInOptions = Static<typeof SignInOptions>;

export const CodeRequest = Type.Object({
  email: AccountEmail(),
  page: Type.Optional(Type.String({ description: 'Path of the page of a shop or campaign', maxLength: 100 })),
});
