import { type Static, Type } from '@sinclair/typebox';
import { POSITIONS, REGISTRATIONS, ROLES, SCOPES, WEBHOOK_STATUSES } from '../../db/enums.ts';
import { Mandate } from '../mandates/model.ts';
import { AccountEmail, Email, Id, Name, NO_TRIM, Nullable, oneOf, Timestamp } from '../platform/schema.ts';
import { PasskeyLogin } from './passkey-model.ts';
import {
  Code,
  ConfirmIdentity,
  GivenPassword,
  MAX_PASSWORD_LENGTH,
  SecondFactor,
  Token,
} from './proof-model.ts';

export const MIN_PASSWORD_LENGTH = 10;

/** A password to set; stored as typed, including spaces. */
export const NewPassword = Type.String({
  minLength: MIN_PASSWORD_LENGTH,
  maxLength: MAX_PASSWORD_LENGTH,
  description:
    "Password of 10 to 200 characters; can't be a common password or the user's name or email address",
  [NO_TRIM]: true,
});
export const DisplayName = Name({ description: 'Display name' });

export const Login = Type.Object({
  action: Type.Literal('login'),
  email: AccountEmail(),
  password: GivenPassword,
});
export type Login = Static<typeof Login>;

export const Register = Type.Object({
  action: Type.Literal('register'),
  email: Email(),
  password: NewPassword,
  name: DisplayName,
  role: Type.Optional(
    oneOf(['customer', 'business'], { default: 'customer', description: 'Role of the new user' }),
  ),
  businessName: Type.Optional(Name({ description: 'Required for role business' })),
  industry: Type.Optional(Name()),
});
export type Register = Static<typeof Register>;

export const Setup = Type.Object({
  action: Type.Literal('setup'),
  token: Token,
  email: Email(),
  password: NewPassword,
  name: Type.Optional(DisplayName),
  businessName: Type.Optional(
    Name({ description: 'Creates this business with the person as its owner, instead of an admin' }),
  ),
  industry: Type.Optional(Name()),
  registration: Type.Optional(
    oneOf(REGISTRATIONS, {
      description:
        'Who else can register: customers and businesses (the default of an admin), customers (the default of a business), or none',
    }),
  ),
});
export type Setup = Static<typeof Setup>;

/** Logs in with a code that was mailed to the address, and signs up a customer with a new address. */
export const CodeLogin = Type.Object({
  action: Type.Literal('codeLogin'),
  email: AccountEmail(),
  code: Code('LoginCode', /^[0-9]{6}$/, '6 digits', 'The 6 digits that were emailed'),
  name: Type.Optional(Name({ description: 'Display name of a new customer; default: from the address' })),
});
export type CodeLogin = Static<typeof CodeLogin>;

export const AuthRequest = Type.Union(
  [
    Login,
    Register,
    Type.Object({ action: Type.Literal('refresh'), refreshToken: Token }),
    Type.Object({ action: Type.Literal('logout'), refreshToken: Token }),
    Type.Object({ action: Type.Literal('forgotPassword'), email: AccountEmail() }),
    Type.Object({
      action: Type.Literal('resetPassword'),
      token: Token,
      password: NewPassword,
      leaveBusiness: Type.Optional(
        Type.Boolean({ description: 'Leave the business; the account becomes a customer account' }),
      ),
      keepAccess: Type.Optional(
        Type.Boolean({
          description:
            'For a person who made the account and proves its address for the first time: keep passkeys, the authenticator app, PIN, API keys, devices, links and people that it added. Without it, they are removed, because someone else could have made the account.',
        }),
      ),
    }),
    Type.Object({
      action: Type.Literal('changePassword'),
      currentPassword: GivenPassword,
      newPassword: NewPassword,
    }),
    Type.Object({ action: Type.Literal('confirmEmail'), token: Token }),
    Type.Object({ action: Type.Literal('requestCode'), email: AccountEmail() }),
    CodeLogin,
    SecondFactor,
    ConfirmIdentity,
    Setup,
  ],
  { $id: 'AuthRequest' },
);
export type AuthRequest = Static<typeof AuthRequest>;

/** Request of the pages to open a cookie session. */
export const PageLogin = Type.Union([Login, CodeLogin, SecondFactor, PasskeyLogin, Register, Setup]);
export type PageLogin = Static<typeof PageLogin>;

const Role = oneOf(ROLES);
export const Position = oneOf(POSITIONS);

export const User = Type.Object(
  {
    id: Id(),
    email: Type.String(),
    emailConfirmed: Type.Boolean({
      description: 'Whether the user has verified the email address',
    }),
    name: Type.String(),
    role: Role,
    businessId: Nullable(Id()),
    position: Nullable(Position),
  },
  { $id: 'User' },
);
export type User = Static<typeof User>;

export const Session = Type.Object(
  {
    accessToken: Type.String(),
    refreshToken: Type.String(),
    tokenType: Type.Literal('Bearer'),
    expiresIn: Type.Integer({ description: 'Lifetime of the access token, in seconds' }),
    user: User,
  },
  { $id: 'Session' },
);
export type Session = Static<typeof Session>;

/** Responses of the other actions: one flag each. */
export const AuthAcknowledgement = Type.Object(
  {
    revoked: Type.Optional(Type.Boolean()),
    accepted: Type.Optional(Type.Boolean()),
    reset: Type.Optional(Type.Boolean()),
    left: Type.Optional(Type.Boolean({ description: 'True if the user has left the business' })),
    changed: Type.Optional(Type.Boolean()),
    confirmed: Type.Optional(
      Type.Boolean({ description: 'True if the email address was changed, or the identity confirmed' }),
    ),
  },
  { $id: 'AuthAcknowledgement' },
);
export type AuthAcknowledgement = Static<typeof AuthAcknowledgement>;

export const Caller = Type.Object(
  {
    user: Type.Composite([
      Type.Omit(User, ['email']),
      Type.Object({ email: Nullable(Type.String({ description: 'Null for an API key' })) }),
    ]),
    business: Type.Optional(Type.Object({ id: Id(), name: Type.String() })),
    authMethod: oneOf(['jwt', 'apiKey']),
    scopes: Type.Array(Type.String()),
    testMode: Type.Boolean({ description: 'Whether the caller works on test data' }),
  },
  { $id: 'Caller' },
);
export type Caller = Static<typeof Caller>;

export const NewBusinessUser = Type.Object(
  {
    email: Email(),
    name: DisplayName,
    password: Type.Optional(NewPassword),
    position: Type.Optional(oneOf(POSITIONS, { default: 'staff' })),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewBusinessUser' },
);
export type NewBusinessUser = Static<typeof NewBusinessUser>;

export const BusinessUser = Type.Composite(
  [
    User,
    Type.Object({
      inviteLink: Type.Optional(Type.String({ description: 'Where the person sets a password' })),
      invitationMailed: Type.Optional(
        Type.Boolean({ description: 'Whether the invitation is also being sent by email' }),
      ),
    }),
  ],
  { $id: 'BusinessUser' },
);
export type BusinessUser = Static<typeof BusinessUser>;

const ScopeName = oneOf(SCOPES);
export const KEY_KINDS = ['key', 'agent'] as const;
const NullableTime = Nullable(Timestamp());
const keyFields = {
  id: Id(),
  name: Type.String(),
  last4: Type.String({ description: 'The last four characters of the secret' }),
  scopes: Type.Array(ScopeName),
  test: Type.Boolean({ description: 'Whether the key works on test data, separate from real data' }),
  app: Nullable(
    Type.String({
      description:
        'The host of the app that a person connected with OAuth, such as `claude.ai`, or the scheme of a program, such as `cursor:`; null for other keys',
    }),
  ),
  kind: oneOf(KEY_KINDS, { description: 'An agent has a mandate' }),
  mandate: Nullable(Mandate),
  spent: Type.Optional(
    Type.Number({ description: 'What an agent has spent in the present window; in lists only' }),
  ),
  createdAt: Timestamp(),
  createdBy: Nullable(Type.String({ description: 'The user or API key that created it; null if unknown' })),
  lastUsedAt: NullableTime,
  rotatedAt: NullableTime,
  rotatedBy: Nullable(Type.String({ description: 'The user or API key that last rotated it' })),
};

export const ApiKey = Type.Object(keyFields, { $id: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const IssuedApiKey = Type.Object(
  { ...keyFields, key: Type.String({ description: 'The secret key; returned only once' }) },
  { $id: 'IssuedApiKey' },
);
export type IssuedApiKey = Static<typeof IssuedApiKey>;

export const NewApiKey = Type.Object(
  {
    name: Name(),
    scopes: Type.Optional(
      Type.Array(ScopeName, {
        minItems: 1,
        maxItems: SCOPES.length,
        uniqueItems: true,
        description: "Defaults to all of the caller's scopes. An API key can't grant scopes it doesn't have",
      }),
    ),
    test: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'Create a test key (pmk_test_…): its records are separate from real data and reach no person',
      }),
    ),
    kind: Type.Optional(oneOf(KEY_KINDS, { default: 'key' })),
    mandate: Type.Optional(Mandate),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  { $id: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const ConnectedApp = Type.Object(
  {
    id: Id(),
    name: Type.String({ description: 'The name that the app gave itself' }),
    app: Type.String({
      description:
        'The host that the app is at, such as `claude.ai`, or the scheme of a program, such as `cursor:`',
    }),
    scopes: Type.Array(ScopeName),
    createdAt: Timestamp(),
    lastUsedAt: NullableTime,
  },
  { $id: 'ConnectedApp' },
);
export type ConnectedApp = Static<typeof ConnectedApp>;

/** Maximum overlap between the old and new secret: one day. */
const MAX_GRACE_MINUTES = 1_440;
export const KeyRotation = Type.Object(
  { graceMinutes: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_GRACE_MINUTES, default: 0 })) },
  { $id: 'KeyRotation' },
);
export type KeyRotation = Static<typeof KeyRotation>;

/** The fields that identify a webhook endpoint; webhooks/model.ts defines the whole record. */
const ChangedWebhook = Type.Object(
  {
    id: Id(),
    url: Type.String(),
    description: Nullable(Type.String()),
    status: oneOf(WEBHOOK_STATUSES),
  },
  { $id: 'ChangedWebhook' },
);
export type ChangedWebhook = Static<typeof ChangedWebhook>;

export const RemovedUser = Type.Object(
  {
    id: Id(),
    deleted: Type.Literal(true),
    keys: Type.Array(ApiKey, {
      description: 'Active API keys whose secret the user has seen, and keys created by those keys',
    }),
    keysRevoked: Type.Boolean({ description: 'Whether these keys were revoked' }),
    webhooks: Type.Array(ChangedWebhook, {
      description:
        'Webhook endpoints that the user, or one of these keys, created or changed. They stay active: check their URLs.',
    }),
  },
  { $id: 'RemovedUser' },
);
export type RemovedUser = Static<typeof RemovedUser>;

export const Deleted = Type.Object({ id: Id(), deleted: Type.Literal(true) }, { $id: 'Deleted' });

export const EndedSessions = Type.Object(
  { sessions: Type.Integer({ minimum: 0, description: 'The number of sessions that have ended' }) },
  { $id: 'EndedSessions', description: 'The sessions that were ended.' },
);
export type EndedSessions = Static<typeof EndedSessions>;
