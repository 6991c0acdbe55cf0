import OAuth2Server, { OAuthError, Request, Response } from '@node-oauth/oauth2-server';
import { findCreator } from '../../auth/service/authenticate.ts';
import { createAppKey, endAppKey, issueAccessToken, notifyIssuer } from '../../auth/service/keys.ts';
import { type Actor, atomically, type Ctx, type Scope, type TxCtx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { DAY_MS, HOUR_MS, iso, nowIso, SECOND_MS } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import type { Form } from '../model.ts';
import { readClientId, toMetadataUrl } from '../rules/clients.ts';
import { listResources } from '../rules/metadata.ts';
import { isOwnResource, type Refusal, refuse } from '../rules/requests.ts';
import * as store from '../store.ts';
import { type PendingGrant, takeCode } from './codes.ts';

const ACCESS_TOKEN_MS = HOUR_MS;
/** From the last use. After it, the app is disconnected. */
const REFRESH_TOKEN_MS = 90 * DAY_MS;
/** The package compares times with the system's clock; ours decides before. */
const NEVER = new Date(8.64e15);
const GRANTS = ['authorization_code', 'refresh_token'];
/** Clients have no secrets: what they get is bound to their proof key. */
const NO_SECRETS = Object.fromEntries(GRANTS.map(grant => [grant, false]));
const OPTIONS = {
  accessTokenLifetime: ACCESS_TOKEN_MS / SECOND_MS,
  refreshTokenLifetime: REFRESH_TOKEN_MS / SECOND_MS,
  requireClientAuthentication: NO_SECRETS,
};
const FORM_TYPE = 'application/x-www-form-urlencoded';
const SERVER_ERROR = 500;

/** A response of the token endpoint. */
interface TokenAnswer {
  status: number;
  body: object;
}

/** The app that gets tokens: one that a person has just connected, or one that renews its access. */
interface Holder {
  actor: Actor;
  businessId: string;
  keyId: string;
  clientHash: string;
  scopes: Scope[];
  /** The approval behind a code. */
  grant?: PendingGrant;
  /** The hash of a refresh token. */
  hash?: string;
}

/**
 * Exchanges a code, or a refresh token, for an access token and a new refresh token. A code or token that was used
 * before disconnects its app, because someone else has it, too.
 * @param authorization the header with which some clients send their ID
 * @param apiPath the path of the API
 */
export async function exchange(
  ctx: Ctx,
  form: Form,
  authorization: string | null,
  apiPath: string,
): Promise<TokenAnswer> {
  const resources = listResources(await getPublicUrl(ctx), apiPath);
  if (!isOwnResource(form.resource, resources))
    return { status: 400, body: refuse('invalid_target', `resource must be ${resources.join(' or ')}`) };
  const problem = findProblem(form);
  if (problem) return { status: 400, body: problem };
  const holder = await findHolder(ctx, form);
  const acting = ctx.as(holder?.actor ?? ctx.actor);
  const lockKeys = holder ? ([`business:${holder.businessId}`] as const) : [];
  const answer = await atomically(acting, tx => respond(tx, form, authorization, holder), lockKeys);
  if (answer.status === 200 && holder?.grant) await notifyIssuer(acting);
  return answer;
}

/** The package would ask for a secret. */
function findProblem({ grant_type: type }: Form): Refusal | undefined {
  if (!type) return refuse('invalid_request', 'grant_type is required');
  return GRANTS.includes(type)
    ? undefined
    : refuse('unsupported_grant_type', `grant_type must be ${GRANTS.join(' or ')}`);
}

/** Returns who a code or refresh token belongs to; undefined if it is not valid any more. */
async function findHolder(
  ctx: Ctx,
  { grant_type: type, code, refresh_token: token }: Form,
): Promise<Holder | undefined> {
  if (type === 'authorization_code' && code) return await findApproval(ctx, code);
  if (type !== 'refresh_token' || !token) return undefined;
  const found = await store.find(ctx.db, sha256(token));
  const actor = found && (await findCreator(ctx, 'apiKey', found.keyId));
  if (!found || actor?.kind !== 'apiKey' || found.expiresAt <= nowIso(ctx.clock)) return undefined;
  const { hash, keyId, clientHash } = found;
  return { actor, businessId: actor.businessId, keyId, clientHash, scopes: [...actor.scopes], hash };
}

async function findApproval(ctx: Ctx, code: string): Promise<Holder | undefined> {
  const taken = await takeCode(ctx, code);
  if (!taken) return undefined;
  const { isReused, ...grant } = taken;
  const { businessId, keyId, scopes } = grant.key;
  if (isReused) {
    const key = await findCreator(ctx, 'apiKey', keyId);
    if (key) await atomically(ctx.as(key), tx => endAppKey(tx, keyId), [`business:${businessId}`]);
    return undefined;
  }
  const actor = await findCreator(ctx, 'user', grant.userId);
  const mayConnect = actor?.role === 'admin' || (actor?.businessId === businessId && isOwner(actor));
  if (!actor || !mayConnect) return undefined;
  return { actor, businessId, keyId, clientHash: sha256(grant.clientId), scopes, grant };
}

/** Returns whether a person may still create keys, as at the approval. */
function isOwner(actor: Actor): boolean {
  return actor.kind === 'user' && actor.position === 'owner';
}

async function respond(
  tx: TxCtx,
  form: Form,
  authorization: string | null,
  holder: Holder | undefined,
): Promise<TokenAnswer> {
  const headers = {
    'content-type': FORM_TYPE,
    'content-length': '1',
    ...(authorization && { authorization }),
  };
  const request = new Request({ method: 'POST', query: {}, body: { ...form }, headers });
  const response = new Response({});
  try {
    await new OAuth2Server({ model: createModel(tx, holder) }).token(request, response, OPTIONS);
    // The package subtracts times of the system's clock.
    return { status: 200, body: { ...response.body, expires_in: OPTIONS.accessTokenLifetime } };
  } catch (error) {
    // Returned, so that the transaction commits what a reused token has ended.
    if (!(error instanceof OAuthError) || error.code >= SERVER_ERROR) throw error;
    return { status: error.code, body: refuse(error.name, error.message) };
  }
}

type Model = OAuth2Server.AuthorizationCodeModel & OAuth2Server.RefreshTokenModel;

/** Creates the records that the package reads and writes. Clients are identified by the hash of their ID. */
function createModel(tx: TxCtx, holder: Holder | undefined): Model {
  const issued = holder && { client: toClient(holder.clientHash), user: holder, scope: holder.scopes };
  return {
    getClient: async id => {
      const isKnown = toMetadataUrl(id) ?? readClientId(tx.signingKeys.appClients, id);
      return isKnown && toClient(sha256(id));
    },
    getAuthorizationCode: async authorizationCode => {
      if (!issued || !holder?.grant) return undefined;
      const { redirectUri = '', challenge: codeChallenge } = holder.grant;
      const proof = { codeChallenge, codeChallengeMethod: 'S256' };
      return { ...issued, ...proof, authorizationCode, redirectUri, expiresAt: NEVER };
    },
    // Taken already.
    revokeAuthorizationCode: async () => true,
    getRefreshToken: async refreshToken => (issued && holder?.hash ? { ...issued, refreshToken } : undefined),
    revokeToken: async () => {
      const { hash = '', keyId } = holder as Holder;
      if (await store.use(tx.db, hash, nowIso(tx.clock))) return true;
      await endAppKey(tx, keyId);
      return false;
    },
    saveToken: async (token, client, user) => {
      const { keyId, clientHash, scopes, grant } = holder as Holder;
      if (grant) await createAppKey(tx, grant.key);
      const now = tx.clock.now();
      const accessToken = await issueAccessToken(tx, keyId, iso(now + ACCESS_TOKEN_MS));
      const refreshToken = randomToken(tx.random);
      const expiresAt = iso(now + REFRESH_TOKEN_MS);
      await store.insert(tx.db, { hash: sha256(refreshToken), keyId, clientHash, expiresAt });
      return { ...token, accessToken, refreshToken, scope: scopes, client, user };
    },
    // Requests with an access token are authenticated as those with an API key.
    getAccessToken: async () => undefined,
    saveAuthorizationCode: async () => undefined,
  };
}

function toClient(id: string): OAuth2Server.Client {
  return { id, grants: GRANTS };
}
