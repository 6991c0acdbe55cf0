import type { ConnectionRow, OauthFlowRow } from '../../../db/schema/connections.ts';
import { actorOfSession } from '../../auth/service/authenticate.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, invalid } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { equalSecrets, sha256 } from '../../platform/crypto.ts';
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
import { handleKey, refreshSchedule } from '../rules.ts';
import * as store from '../store.ts';
import { MOCK_CODE } from './connect.ts';
import { recordConnectionEvent, toConnectionResponse } from './owner.ts';
import { getConnection } from './read.ts';

/**
 * With a code and a state: finishes the connection that the caller began. Without them: the caller's connection.
 * @throws UNSUPPORTED_PLATFORM, VALIDATION_ERROR, INVALID_OAUTH_STATE, FORBIDDEN (consent declined, or too
 *   little of it), CONFLICT (another person's account), UPSTREAM_FAILED, NOT_FOUND
 */
export async function finishOrRead(ctx: Ctx, name: string, query: ConnectionQuery): Promise<Connection> {
  const platform = requirePlatform(ctx.config, name);
  const { code, state, error } = query;
  if (code === undefined && state === undefined && error === undefined) {
    return getConnection(ctx, platform, query.businessId);
  }
  return finish(ctx, platform, query, flow => flow.actorId === ctx.actor.id);
}

/**
 * Finishes what a browser comes back with, which carries no credential: the cookie shows that it is the browser
 * which began, and the login that began must still stand. So nobody can make another person's browser, or
 * account, finish what he began.
 */
export async function finishInBrowser(
  ctx: Ctx,
  name: string,
  query: ConnectionQuery,
  browserKey: string | undefined,
): Promise<Connection> {
  const platform = requirePlatform(ctx.config, name);
  const flow = query.state === undefined ? undefined : store.findFlow(ctx.db, sha256(query.state));
  const isSame =
    flow?.browserHash && browserKey !== undefined && equalSecrets(flow.browserHash, sha256(browserKey));
  if (!flow?.sessionId || !isSame) throw invalidState();
  const actor = actorOfSession(ctx, flow.sessionId);
  return finish({ ...ctx, actor }, platform, query, () => true);
}

async function finish(
  ctx: Ctx,
  platform: Platform,
  { code, state, error }: ConnectionQuery,
  isOwn: (flow: OauthFlowRow) => boolean,
): Promise<Connection> {
  if (state === undefined) throw invalidState();
  if (code === undefined && error === undefined) throw invalid('code', 'is required');
  const { flow, row } = await consume(ctx, platform, state, isOwn);
  if (code === undefined) {
    await fail(ctx, row, 'consentDenied');
    throw new AppError('FORBIDDEN', `Access was denied on ${platform}`);
  }
  const client = platform === MOCK ? undefined : requireClient(ctx.config, platform);
  const verifier = flow.verifier && ctx.vault.open(flow.verifier, flow.stateHash);
  const { redirectUri } = flow;
  try {
    const { profile, tokens } = client
      ? await ask(ctx, client, { code, redirectUri, verifier })
      : mocked(code);
    return await keep(ctx, row, profile, client, tokens);
  } catch (cause) {
    if (cause instanceof PlatformError) {
      await fail(ctx, row, cause.kind === 'missingScope' ? 'missingScope' : 'providerFailed');
    }
    throw cause;
  }
}

/**
 * Uses the state up before anything is asked of the platform, in one transaction: of two who come with it, one
 * goes on. Whoever did not begin it does not use it up either.
 * @throws INVALID_OAUTH_STATE
 */
async function consume(
  ctx: Ctx,
  platform: Platform,
  state: string,
  isOwn: (flow: OauthFlowRow) => boolean,
): Promise<{ flow: OauthFlowRow; row: ConnectionRow }> {
  const stateHash = sha256(state);
  return atomically(ctx, async tx => {
    const flow = store.findFlow(tx.db, stateHash);
    const row = flow && store.find(tx.db, flow.connectionId);
    if (!row || flow.platform !== platform || !isOwn(flow) || row.status !== 'pending') throw invalidState();
    if (!store.consumeFlow(tx.db, stateHash, nowIso(tx.clock))) throw invalidState();
    return { flow, row };
  });
}

function invalidState(): AppError {
  return new AppError('INVALID_OAUTH_STATE', 'Invalid or expired OAuth state; restart the connection');
}

interface Answer {
  code: string;
  redirectUri: string;
  verifier: string | null;
}

async function ask(ctx: Ctx, client: Client, answer: Answer): Promise<{ profile: Profile; tokens: Tokens }> {
  const tokens = await exchangeCode(ctx, client, answer);
  try {
    return { profile: await readProfile(ctx, client, tokens), tokens };
  } catch (cause) {
    // Nobody keeps these.
    await revokeAtProvider(ctx, client, tokens);
    throw cause;
  }
}

const MOCK_FOLLOWERS = 1_000;

function mocked(code: string): { profile: Profile; tokens: null } {
  const handle = code.startsWith(MOCK_CODE) ? code.slice(MOCK_CODE.length) : '';
  if (handle === '') throw new PlatformError('refused', 'mock refused (invalid_grant)');
  const profile = {
    accountId: `mock:${handleKey(handle)}`,
    handle,
    displayName: handle,
    followers: MOCK_FOLLOWERS,
  };
  return { profile, tokens: null };
}

async function fail(ctx: Ctx, row: ConnectionRow, reason: ConnectionRow['reason']): Promise<void> {
  await atomically(ctx, async tx => {
    if (store.find(tx.db, row.id)?.status !== 'pending') return;
    store.update(tx.db, row.id, { status: 'failed', reason, expiresAt: null, updatedAt: nowIso(tx.clock) });
  });
}

async function keep(
  ctx: Ctx,
  { id }: ConnectionRow,
  profile: Profile,
  client: Client | undefined,
  tokens: Tokens | null,
): Promise<Connection> {
  const kept = await atomically(ctx, async tx => {
    const row = store.find(tx.db, id);
    if (row?.status !== 'pending') return undefined;
    const now = tx.clock.now();
    const plan =
      client && tokens
        ? refreshSchedule(
            { expiresInSeconds: tokens.expiresInSeconds, canRenew: canRenew(client, tokens) },
            now,
          )
        : {};
    return markConnected(tx, row, {
      ...profile,
      ...plan,
      tokens: tokens && tx.vault.seal(JSON.stringify(tokens), id),
      checkedAt: nowIso(tx.clock),
    });
  });
  // Tokens of an account in use are not revoked: that may end those of the person who is connected.
  if (kept) return assertConnected(kept);
  // Given up while the platform was asked.
  if (client && tokens) await revokeAtProvider(ctx, client, tokens);
  throw invalidState();
}

/**
 * Refuses what `markConnected` left as an account in use. Called outside the transaction, so that the failed attempt
 * stays recorded. @throws CONFLICT
 */
export function assertConnected(connection: Connection): Connection {
  if (connection.reason !== 'accountInUse') return connection;
  throw new AppError(
    'CONFLICT',
    `This ${connection.platform} account is connected to another user, who must disconnect it first`,
  );
}

/**
 * Makes an attempt the connected account of its owner, in place of the one before. The attempt fails where another
 * person is connected to the account, because an account counts for one person at a time.
 */
export function markConnected(
  tx: TxCtx,
  row: ConnectionRow,
  found: Parameters<typeof store.update>[2],
): Connection {
  const { ownerId, platform } = row;
  const now = nowIso(tx.clock);
  if (row.userId !== null && store.isOfOther(tx.db, ownerId, { ...row, ...found })) {
    return toConnectionResponse(
      tx,
      store.update(tx.db, row.id, { ...markEnded('failed', 'accountInUse'), updatedAt: now }),
    );
  }
  const former = store.findConnected(tx.db, ownerId, platform);
  if (former) {
    // Not revoked at the platform: for some that would end the new tokens of the same app, too.
    store.update(tx.db, former.id, { ...markEnded('revoked', 'replaced'), updatedAt: now });
  }
  store.deleteAttempts(tx.db, { ownerId, platform, keepId: row.id });
  const connected = store.update(tx.db, row.id, {
    ...found,
    status: 'connected',
    reason: null,
    expiresAt: null,
    verificationCode: null,
    connectedAt: now,
    updatedAt: now,
  });
  return recordConnectionEvent(tx, 'platform.connected', connected, row);
}

/** What a connection that is over looks like: no tokens, and nothing to look after. */
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

/** The tokens of a connection, opened; null where none back it. */
export function tokensOf({ vault }: Pick<Ctx, 'vault'>, { id, tokens }: ConnectionRow): Tokens | null {
  return tokens === null ? null : JSON.parse(vault.open(tokens, id));
}

/** Tells the platform that a connection is over, where tokens backed it. */
export async function revokeTokens(ctx: Ctx, row: ConnectionRow): Promise<void> {
  const client = findClient(ctx.config, row.platform as Platform);
  const tokens = tokensOf(ctx, row);
  if (client && tokens) await revokeAtProvider(ctx, client, tokens);
}
