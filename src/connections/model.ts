import { type Static, Type } from '@sinclair/typebox';
import {
  CONNECTION_METHODS,
  CONNECTION_REASONS,
  CONNECTION_STATUSES,
  OAUTH_PLATFORMS,
} from '../../db/enums.ts';
import { Citation } from '../library/model.ts';
import { HttpUrl, Id, MAX, Nullable, oneOf, Text, Timestamp } from '../platform/schema.ts';

/** For demos and tests, if OAUTH_MOCK is set. */
export const MOCK = 'mock';
export type Platform = (typeof OAUTH_PLATFORMS)[number] | typeof MOCK;

const MAX_FOLLOWERS = 10_000_000_000;
/** Some platforms use signed documents as codes. */
const MAX_CODE = 4_096;
const MAX_STATE = 512;

const NullableText = Nullable(Type.String());
const NullableTime = Nullable(Timestamp());

const PLATFORM_DESCRIPTION = `One of ${OAUTH_PLATFORMS.join(', ')}`;

export const NewConnection = Type.Object(
  {
    platform: Text(MAX.slug, { description: PLATFORM_DESCRIPTION }),
    method: Type.Optional(
      oneOf(CONNECTION_METHODS, {
        default: 'oauth',
        description:
          'bioCode: verify with a code in the public profile; manual: an admin confirms the account',
      }),
    ),
    handle: Type.Optional(
      Text(MAX.name, { description: 'The account handle; required for bioCode and manual' }),
    ),
    redirectUri: Type.Optional(
      HttpUrl({ description: 'Where the platform redirects the user; defaults to a page of this server' }),
    ),
    businessId: Type.Optional(Id('Business ID (admins only)')),
  },
  {
    $id: 'NewConnection',
    examples: [{ platform: 'instagram', method: 'bioCode', handle: 'blue.cup' }],
  },
);
export type NewConnection = Static<typeof NewConnection>;

const TermsWarning = Type.Object(
  { code: Type.Literal('developerTerms'), message: Type.String(), source: Nullable(Citation) },
  { $id: 'TermsWarning' },
);
export type TermsWarning = Static<typeof TermsWarning>;

export const Connection = Type.Object(
  {
    id: Id(),
    connectionId: Id('The same as id'),
    platform: Type.String(),
    method: oneOf(CONNECTION_METHODS),
    status: oneOf(CONNECTION_STATUSES),
    reason: Nullable(oneOf(CONNECTION_REASONS, { description: 'Why the connection failed or ended' })),
    authorizationUrl: Nullable(
      Type.String({ description: 'Where to send the user; only in the response that starts the connection' }),
    ),
    state: Nullable(
      Type.String({
        description: 'Returned by the platform together with the code; included only in this response',
      }),
    ),
    verificationCode: Nullable(
      Type.String({ description: 'For bioCode, while pending: the code the profile must show' }),
    ),
    profileUrl: Nullable(Type.String({ description: 'The public profile of the handle' })),
    expiresAt: Nullable(Timestamp({ description: 'While pending: when the attempt expires' })),
    handle: NullableText,
    displayName: NullableText,
    accountId: Nullable(Type.String({ description: "The platform's account ID" })),
    followers: Nullable(Type.Integer()),
    checkedAt: Nullable(Timestamp({ description: 'When the handle and follower count were last read' })),
    connectedAt: NullableTime,
    warnings: Type.Array(TermsWarning, {
      description: "What the platform's developer terms say about services that reward posts",
    }),
    businessId: NullableText,
    userId: NullableText,
    createdAt: Timestamp(),
    updatedAt: Timestamp(),
  },
  { $id: 'Connection' },
);
export type Connection = Static<typeof Connection>;

export const ConnectionQuery = Type.Object({
  code: Type.Optional(Type.String({ maxLength: MAX_CODE, description: 'The code the platform returned' })),
  state: Type.Optional(
    Type.String({ maxLength: MAX_STATE, description: 'The state returned by connectPlatform' }),
  ),
  error: Type.Optional(
    Type.String({ maxLength: MAX.name, description: 'Error the platform returned instead of a code' }),
  ),
  businessId: Type.Optional(Id('Business ID (admins only)')),
});
export type ConnectionQuery = Static<typeof ConnectionQuery>;

export const Confirmation = Type.Object(
  {
    followers: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_FOLLOWERS })),
    handle: Type.Optional(Text(MAX.name, { description: 'Replaces the original handle' })),
  },
  { $id: 'Confirmation', examples: [{ followers: 2_340 }] },
);
export type Confirmation = Static<typeof Confirmation>;

export const Disconnected = Type.Object({ id: Id(), deleted: Type.Literal(true) }, { $id: 'Disconnected' });
export type Disconnected = Static<typeof Disconnected>;
