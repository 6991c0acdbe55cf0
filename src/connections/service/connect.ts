import * as oauth from 'oauth4webapi';
import type { ConnectionRow } from '../../../db/schema/connections.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { normalizeUrl } from '../../platform/formats.ts';
import { withoutUndefined } from '../../platform/objects.ts';
import { type Connection, MOCK, type NewConnection, type Platform } from '../model.ts';
import { type Client, normalizeHandle, requireClient, requirePlatform } from '../providers.ts';
import * as rules from '../rules.ts';
import * as store from '../store.ts';
import { type Owner, resolveOwner, toConnectionResponse } from './owner.ts';

/** The start of a connection. */
interface StartedConnection {
  connection: Connection;
  /** Cookie value that later proves the same browser returned; null without a browser. */
  browserKey: string | null;
}

/**
 * Starts connecting an account: by authorization at the platform, by a code in the public profile, or by an admin.
 * @throws UNSUPPORTED_PLATFORM, NOT_CONFIGURED, VALIDATION_ERROR, NOT_FOUND
 */
export async function connectPlatform(ctx: Ctx, input: NewConnection): Promise<StartedConnection> {
  const { method = 'oauth' } = input;
  const platform = requirePlatform(ctx.config, input.platform);
  const owner = await resolveOwner(ctx, input.businessId);
  if (method === 'oauth') return connectByConsent(ctx, platform, owner, input);
  const handle = normalizeHandle(input.handle ?? '');
  if (handle === '') throw invalid('handle', `is required for method ${method}`, 'required');
  const code = method === 'bioCode' ? rules.generateVerificationCode(ctx.random) : undefined;
  const connection = await atomically(ctx, async tx => {
    const before = await store.findPending(tx.db, { ownerId: owner.ownerId, platform, method });
    const begun = {
      handle,
      verificationCode: code ?? null,
      expiresAt: code ? iso(tx.clock.now() + rules.CODE_TTL_MS) : null,
    };
    if (!before)
      return toConnectionResponse(tx, await insertPending(tx, { ...owner, platform, method, ...begun }));
    // Restarting makes this the newest attempt, regardless of attempts in between.
    const now = nowIso(tx.clock);
    return toConnectionResponse(
      tx,
      await store.update(tx.db, before.id, { ...begun, createdAt: now, updatedAt: now }),
    );
  });
  return { connection, browserKey: null };
}

async function connectByConsent(
  ctx: Ctx,
  platform: Platform,
  owner: Owner,
  input: NewConnection,
): Promise<StartedConnection> {
  const client = platform === MOCK ? undefined : requireClient(ctx.config, platform);
  const redirectUri = await resolveRedirectUri(ctx, platform, input.redirectUri);
  const state = randomToken(ctx.random);
  const verifier = client?.provider.hasPkce ? randomToken(ctx.random) : null;
  const authorizationUrl = client
    ? await buildConsentUrl(client, { redirectUri, state, verifier })
    : buildMockUrl(redirectUri, state, input.handle);
  const browserKey = ctx.actor.kind === 'user' ? randomToken(ctx.random) : null;
  const connection = await atomically(ctx, async tx => {
    const expiresAt = iso(tx.clock.now() + rules.STATE_TTL_MS);
    const row = await insertPending(tx, { ...owner, platform, method: 'oauth', expiresAt });
    const stateHash = sha256(state);
    await store.insertFlow(tx.db, {
      stateHash,
      connectionId: row.id,
      platform,
      actorId: tx.actor.id,
      sessionId: tx.actor.kind === 'user' ? tx.actor.sessionId : null,
      browserHash: browserKey && sha256(browserKey),
      redirectUri,
      verifier: verifier && tx.vault.seal(verifier, stateHash),
      expiresAt,
    });
    return toConnectionResponse(tx, row, { authorizationUrl, state });
  });
  return { connection, browserKey };
}

type PendingConnection = Owner &
  Pick<ConnectionRow, 'platform' | 'method' | 'expiresAt'> &
  Partial<Pick<ConnectionRow, 'handle' | 'verificationCode'>>;

function insertPending(tx: TxCtx, row: PendingConnection): Promise<ConnectionRow> {
  const now = nowIso(tx.clock);
  const id = tx.ids.next('connection');
  return store.insert(tx.db, { ...row, id, status: 'pending', createdAt: now, updatedAt: now });
}

/** @throws VALIDATION_ERROR for a redirect URI that is not allowed */
async function resolveRedirectUri(ctx: Ctx, platform: string, asked: string | undefined): Promise<string> {
  const publicUrl = await getPublicUrl(ctx);
  if (asked === undefined) return `${publicUrl}/oauth/${platform}`;
  const uri = normalizeUrl(asked);
  if (uri && rules.isAllowedRedirect(uri, publicUrl, ctx.config.oauthRedirects)) return uri;
  throw invalid('redirectUri', 'must be under PUBLIC_URL or one of OAUTH_REDIRECTS', 'conflict');
}

interface Consent {
  redirectUri: string;
  state: string;
  verifier: string | null;
}

async function buildConsentUrl({ provider, clientId }: Client, consent: Consent): Promise<string> {
  const { redirectUri, state, verifier } = consent;
  const url = new URL(provider.authorizeUrl);
  const isKey = provider.authentication === 'clientKey';
  const parameters = {
    response_type: 'code',
    [isKey ? 'client_key' : 'client_id']: clientId,
    redirect_uri: redirectUri,
    scope: provider.scopes.join(provider.separator) || undefined,
    state,
    ...(verifier && {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
    ...provider.extra,
  };
  for (const [name, value] of Object.entries(withoutUndefined(parameters))) {
    url.searchParams.set(name, String(value));
  }
  return url.href;
}

const MOCK_HANDLE = 'mock-account';
export const MOCK_CODE_PREFIX = 'mock-';

/** A mock platform that always consents: its authorization URL is the redirect itself. */
function buildMockUrl(redirectUri: string, state: string, handle = MOCK_HANDLE): string {
  const url = new URL(redirectUri);
  url.searchParams.set('code', `${MOCK_CODE_PREFIX}${normalizeHandle(handle)}`);
  url.searchParams.set('state', state);
  return url.href;
}
