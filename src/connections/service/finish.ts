import type { ConnectionRow, OauthFlowRow } from '../../../db/schema/connections.ts';
import { authenticateSession } from '../../auth/service/authenticate.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { areSecretsEqual, sha256 } from '../../platform/crypto.ts';
import { type Connection, type ConnectionQuery, MOCK, type Platform } from '../model.ts';
import {
  canRenew,
  exchangeCode,
  PlatformError,
  readProfile,
  revokeAtProvider,
  type Tokens,
} from '../provider-client.ts';
import type { Profile } from '../provider-table.ts';
import { type Client, findClient, requireClient, requirePlatform } from '../providers.ts';
import { computeRefreshSchedule, toHandleKey } from '../rules.ts';
import * as store from '../store.ts';
import { MOCK_CODE_PREFIX } from './connect.ts';
import { recordConnectionEvent, toConnectionResponse } from './owner.ts';
import { getConnection } from './read.ts';

/**
 * Finishes the caller's connection if given a code and a state; otherwise returns the caller's connection.
 * @throws UNSUPPORTED_PLATFORM, VALIDATION_ERROR, INVALID_OAUTH_STATE, FORBIDDEN (authorization declined or too few
 * scopes), CONFLICT (another person's account), UPSTREAM_FAILED, NOT_FOUND
 */
export async function finishOrRead(ctx: Ctx, name: string, query: ConnectionQuery): Promise<Connection> {
  const platform = requirePlatform(ctx.config, name);
  const { code, state, error } = query;
  if (code === undefined && state === undefined && error === undefined) {
    return await getConnection(ctx, platform, query.businessId);
  }
  return finish(ctx, platform, query, flow => flow.actorId === ctx.actor.id);
}

/**
 * Finishes a connection for a returning browser, which carries no credential: the cookie proves that the same browser
 * started it, and the session that started it must still be active. This prevents completing a connection in another
 * person's browser or account.
 */
export async function finishInBrowser(
  ctx: Ctx,
  name: string,
  query: ConnectionQuery,
  browserKey: string | undefined,
): Promise<Connection> {
  const platform = requirePlatform(ctx.config, name);
  const flow = query.state === undefined ? undefined : await store.findFlow(ctx.db, sha256(query.state));
  const isSame =
    flow?.browserHash && browserKey !== undefined && areSecretsEqual(flow.browserHash, sha256(browserKey));
  if (!flow?.sessionId || !isSame) throw invalidState();
  const actor = await authenticateSession(ctx, flow.sessionId);
  return finish(ctx.as(actor), platform, query, () => true);
}

async function finish(
  ctx: Ctx,
  platform: Platform,
  { code, state, error }: ConnectionQuery,
  isOwn: (flow: OauthFlowRow) => boolean,
): Promise<Connection> {
  if (state === undefined) throw invalidState();
  if (code === undefined && error === undefined) throw invalid('code', 'is required', 'required');
  const { flow, row } = await consumeState(ctx, platform, state, isOwn);
  if (code === undefined) {
    await markAttemptFailed(ctx, row, 'consentDenied');
    throw new AppError('FORBIDDEN', `Access was denied on ${platform}`, {
      details: [{ field: 'error', issue: `access was denied on ${platform}`, rule: 'conflict' }],
    });
  }
  const client = platform === MOCK ? undefined : requireClient(ctx.config, platform);
  const verifier = flow.verifier && ctx.vault.open(flow.verifier, flow.stateHash);
  const { redirectUri } = flow;
  try {
    const { profile, tokens } = client
      ? await fetchAccount(ctx, client, { code, redirectUri, verifier })
      : createMockAccount(code);
    return await saveConnection(ctx, row, profile, client, tokens);
  } catch (cause) {
    if (cause instanceof PlatformError) {
      await markAttemptFailed(ctx, row, cause.kind === 'missingScope' ? 'missingScope' : 'providerFailed');
    }
    throw cause;
  }
}

/**
 * Consumes the state in one transaction before calling the platform, so that only one of two concurrent requests
 * continues. A caller who did not start the connection does not consume it.
 * @throws INVALID_OAUTH_STATE
 */
async function consumeState(
  ctx: Ctx,
  platform: Platform,
  state: string,
  isOwn: (flow: OauthFlowRow) => boolean,
): Promise<{ flow: OauthFlowRow; row: ConnectionRow }> {
  const stateHash = sha256(state);
  return atomically(ctx, async tx => {
    const flow = await store.findFlow(tx.db, stateHash);
    const row = flow && (await store.find(tx.db, flow.connectionId));
    if (!row || flow.platform !== platform || !isOwn(flow) || row.status !== 'pending') throw invalidState();
    if (!(await store.consumeFlow(tx.db, stateHash, nowIso(tx.clock)))) throw invalidState();
    return { flow, row };
  });
}

function invalidState(): AppError {
  return new AppError('INVALID_OAUTH_STATE', 'Invalid or expired OAuth state; restart the connection');
}

interface AuthorizationResponse {
  code: string;
  redirectUri: string;
  verifier: string | null;
}

async function fetchAccount(
  ctx: Ctx,
  client: Client,
  answer: AuthorizationResponse,
): Promise<{ profile: Profile; tokens: Tokens }> {
  const tokens = await exchangeCode(ctx, client, answer);
  try {
    return { profile: await readProfile(ctx, client, tokens), tokens };
  } catch (cause) {
    // These tokens are not stored.
    await revokeAtProvider(ctx, client, tokens);
    throw cause;
  }
}

const MOCK_FOLLOWERS = 1_000;

function createMockAccount(code: string): { profile: Profile; tokens: null } {
  const handle = code.startsWith(MOCK_CODE_PREFIX) ? code.slice(MOCK_CODE_PREFIX.length) : '';
  if (handle === '') throw new PlatformError('refused', 'mock refused (invalid_grant)');
  const profile = {
    accountId: `mock:${toHandleKey(handle)}`,
    handle,
    displayName: handle,
    followers: MOCK_FOLLOWERS,
  };
  return { profile, tokens: null };
}

async function markAttemptFailed(
  ctx: Ctx,
  row: ConnectionRow,
  reason: ConnectionRow['reason'],
): Promise<void> {
  await atomically(ctx, async tx => {
    if ((await store.find(tx.db, row.id))?.status !== 'pending') return;
    await store.update(tx.db, row.id, {
      status: 'failed',
      reason,
      expiresAt: null,
      updatedAt: nowIso(tx.clock),
    });
  });
}

async function saveConnection(
  ctx: Ctx,
  { id }: ConnectionRow,
  profile: Profile,
  client: Client | undefined,
  tokens: Tokens | null,
): Promise<Connection> {
  const kept = await atomically(ctx, async tx => {
    const row = await store.find(tx.db, id);
    if (row?.status !== 'pending') return undefined;
    const now = tx.clock.now();
    const plan =
      client && tokens
        ? computeRefreshSchedule(
            { expiresInSeconds: tokens.expiresInSeconds, canRenew: canRenew(client, tokens) },
            now,
          )
        : {};
    return await markConnected(tx, row, {
      ...profile,
      ...plan,
      tokens: tokens && tx.vault.seal(JSON.stringify(tokens), id),
      checkedAt: nowIso(tx.clock),
    });
  });
  // Tokens of an account in use are not revoked: that might revoke those of the connected person.
  if (kept) return assertConnected(kept);
  // The attempt was canceled during the platform request.
  if (client && tokens) await revokeAtProvider(ctx, client, tokens);
  throw invalidState();
}

/**
 * Rejects a connection that `markConnected` recorded as in use by another person. Called outside the transaction, so
 * that the failed attempt stays recorded.
 * @throws CONFLICT
 */
export function assertConnected(connection: Connection): Connection {
  if (connection.reason !== 'accountInUse') return connection;
  throw new AppError(
    'CONFLICT',
    `This ${connection.platform} account is connected to another user, who must disconnect it first`,
  );
}

/**
 * Makes an attempt its owner's connected account and replaces the previous one. Fails if another person is connected
 * to the account, because an account belongs to one person at a time.
 */
export async function markConnected(
  tx: TxCtx,
  row: ConnectionRow,
  found: Parameters<typeof store.update>[2],
): Promise<Connection> {
  const { ownerId, platform } = row;
  const now = nowIso(tx.clock);
  if (row.userId !== null && (await store.isConnectedByOther(tx.db, ownerId, { ...row, ...found }))) {
    return toConnectionResponse(
      tx,
      await store.update(tx.db, row.id, { ...markEnded('failed', 'accountInUse'), updatedAt: now }),
    );
  }
  const former = await store.findConnected(tx.db, ownerId, platform);
  if (former) {
    // Not revoked at the platform: on some this would also end the new tokens of the same app.
    await store.update(tx.db, former.id, { ...markEnded('revoked', 'replaced'), updatedAt: now });
  }
  await store.deleteAttempts(tx.db, { ownerId, platform, keepId: row.id });
  const connected = await store.update(tx.db, row.id, {
    ...found,
    status: 'connected',
    reason: null,
    expiresAt: null,
    verificationCode: null,
    connectedAt: now,
    updatedAt: now,
  });
  return await recordConnectionEvent(tx, 'platform.connected', connected, row);
}

/** Returns the columns of an ended connection: no tokens and no scheduled refresh. */
export function markEnded(status: 'revoked' | 'failed', reason: ConnectionRow['reason']) {
  return {
    status,
    reason,
    tokens: null,
    verificationCode: null,
    expiresAt: null,
    tokenExpiresAt: null,
    refreshAt: null,
    nextCheckAt: null,
  };
}

/** Decrypts a connection's tokens; null without any. */
export function decryptTokens({ vault }: Pick<Ctx, 'vault'>, { id, tokens }: ConnectionRow): Tokens | null {
  return tokens === null ? null : JSON.parse(vault.open(tokens, id));
}

/** Revokes a connection's tokens at the platform, if it has any. */
export async function revokeTokens(ctx: Ctx, row: ConnectionRow): Promise<void> {
  const client = findClient(ctx.config, row.platform as Platform);
  const tokens = decryptTokens(ctx, row);
  if (client && tokens) await revokeAtProvider(ctx, client, tokens);
}
