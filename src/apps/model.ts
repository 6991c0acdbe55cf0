import { type Static, Type } from '@sinclair/typebox';
import { SCOPES } from '../../db/enums.ts';
import { Id, MAX, Nullable, oneOf } from '../platform/schema.ts';

/** Maximum length of a client ID: a signed one contains the client's name and addresses. */
export const MAX_CLIENT_ID = 2_000;
const MAX_REDIRECT_URIS = 20;
const MAX_STATE = 2_000;

/** The description of a client (RFC 7591), in a registration or in the document at its client ID. */
export const ClientMetadata = Type.Object({
  client_name: Type.Optional(Type.String({ minLength: 1, maxLength: MAX.name })),
  redirect_uris: Type.Array(Type.String({ maxLength: MAX.url }), {
    minItems: 1,
    maxItems: MAX_REDIRECT_URIS,
  }),
});
export type ClientMetadata = Static<typeof ClientMetadata>;

const parameter = (maxLength: number) => Type.Optional(Type.String({ maxLength }));

/** The parameters of an authorization request (RFC 6749, RFC 7636, RFC 8707), by their names in the query. */
export const AuthorizationRequest = Type.Object({
  client_id: parameter(MAX_CLIENT_ID),
  redirect_uri: parameter(MAX.url),
  response_type: parameter(MAX.name),
  scope: parameter(MAX.name),
  state: parameter(MAX_STATE),
  code_challenge: parameter(MAX.name),
  code_challenge_method: parameter(MAX.name),
  resource: parameter(MAX.url),
});
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;

const Scopes = Type.Array(oneOf(SCOPES), { minItems: 1, uniqueItems: true });
const Redirect = Type.String({ description: 'Where the browser goes, with the answer for the app' });

/** The question of the page before an app is connected. */
export const Consent = Type.Object({
  name: Type.String({ description: 'The name that the app gave itself' }),
  app: Type.String({ description: 'The host that gets the access, or the scheme of a program' }),
  isLocal: Type.Boolean({ description: 'Whether it is a program on the computer of the browser' }),
  scopes: Scopes,
  denyUrl: Redirect,
});
export type Consent = Static<typeof Consent>;

/** A consent to ask for, or where to go because the request is wrong. */
export const ConsentAnswer = Type.Object({ consent: Nullable(Consent), redirectTo: Nullable(Redirect) });
export type ConsentAnswer = Static<typeof ConsentAnswer>;

export const Approval = Type.Object({
  request: AuthorizationRequest,
  scopes: Scopes,
  businessId: Type.Optional(Id('Business ID (admins only)')),
});
export type Approval = Static<typeof Approval>;

export const Approved = Type.Object({ redirectTo: Redirect });
export type Approved = Static<typeof Approved>;

/** The form of a request to an endpoint of OAuth, as a client sent it. */
export type Form = Readonly<Record<string, string>>;
