import { SCOPES } from '../../../db/enums.ts';
import * as businesses from '../../businesses/service.ts';
import { type Actor, atomically, type Ctx, type Scope, type TxCtx } from '../../context.ts';
import { AppError, forbidden, invalid, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { toMandate, toStored } from '../../mandates/rules.ts';
import { getSpentOf } from '../../mandates/service/charge.ts';
import { iso, MINUTE_MS, nowIso } from '../../platform/clock.ts';
import { sha256 } from '../../platform/crypto.ts';
import { toAmount } from '../../platform/money.ts';
import { emptyPage, type Page, type RecordQuery } from '../../platform/page.ts';
import * as store from '../keys-store.ts';
import type { ApiKey, ConnectedApp, IssuedApiKey, NewApiKey } from '../model.ts';
import { findDerived, generateKey } from '../rules.ts';
import { findUser } from '../store.ts';
import { notifyOfChange } from './notify-change.ts';
import { requireRecentProof } from './recent-proof.ts';

const VISIBLE_CHARACTERS = 4;

/** The access of an app until it is disconnected. */
export interface AppGrant {
  /** The ID that its key gets. */
  keyId: string;
  businessId: string;
  name: string;
  /** Its host, or the scheme of a program. */
  app: string;
  scopes: Scope[];
}

export async function list(ctx: Ctx, query: RecordQuery & { businessId?: string }): Promise<Page<ApiKey>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.list(ctx.db, { businessId }, query);
  return { ...page, items: await withSpent(ctx, businessId, page.items) };
}

/**
 * Creates a key for a business; without scopes it gets all of the caller's. The secret is returned only here.
 * @throws INSUFFICIENT_SCOPE if a key requests scopes beyond its own, VALIDATION_ERROR, NOT_FOUND, RECENT_PROOF_REQUIRED
 */
export async function create(
  ctx: Ctx,
  { name, scopes = [...getScopes(ctx.actor)], test = false, kind, mandate, businessId: named }: NewApiKey,
): Promise<IssuedApiKey> {
  const businessId = await businesses.resolveBusinessId(ctx, named);
  const isAgent = kind === 'agent';
  if (isAgent && !mandate) throw invalid('mandate', 'is required for an agent', 'required');
  if (mandate && !isAgent) throw invalid('mandate', 'applies only to agents', 'conflict');
  if (isAgent && test) throw invalid('test', "can't be true for an agent", 'conflict');
  const { currency } = await businesses.requireById(ctx, businessId);
  assertNoApp(ctx.actor);
  assertScopesWithin(ctx.actor, scopes);
  await requireRecentProof(ctx);
  const key = generateKey(ctx.random, test);
  const issued = await atomically(ctx, async tx => {
    const row = await store.insert(tx.db, {
      id: tx.ids.next('apiKey'),
      businessId,
      name,
      last4: key.slice(-VISIBLE_CHARACTERS),
      scopes,
      isTest: test,
      mandate: mandate && toStored(mandate, currency, tx.clock.now()),
      createdAt: nowIso(tx.clock),
      createdBy: tx.actor.id,
    });
    await store.insertSecret(tx.db, { keyId: row.id, hash: sha256(key), expiresAt: null });
    await events.record(tx, 'apiKey.created', { businessId, object: toApiKey(row) });
    return { ...toApiKey(row), key };
  });
  await notifyIssuer(ctx);
  return issued;
}

/**
 * Rotates a key's secret; the old one works for `graceMinutes` more.
 * @throws NOT_FOUND, INSUFFICIENT_SCOPE, RECENT_PROOF_REQUIRED
 */
export async function rotate(ctx: Ctx, id: string, graceMinutes = 0): Promise<IssuedApiKey> {
  assertNoApp(ctx.actor);
  const { isTest, app } = await requireManageable(ctx, id);
  if (app !== null) {
    const message =
      'The secret of a connected app is renewed by the app; disconnect the app by revoking its key';
    throw new AppError('CONFLICT', message);
  }
  await requireRecentProof(ctx);
  const key = generateKey(ctx.random, isTest);
  const issued = await atomically(ctx, async tx => {
    const before = await requireManageable(tx, id);
    const now = tx.clock.now();
    await store.expireSecrets(tx.db, id, iso(now + graceMinutes * MINUTE_MS));
    await store.insertSecret(tx.db, { keyId: id, hash: sha256(key), expiresAt: null });
    const change = { last4: key.slice(-VISIBLE_CHARACTERS), rotatedAt: iso(now), rotatedBy: tx.actor.id };
    const row = await store.update(tx.db, id, change);
    const previous = { last4: before.last4, rotatedAt: before.rotatedAt };
    await events.record(tx, 'apiKey.rotated', {
      businessId: row.businessId,
      object: toApiKey(row),
      previous,
    });
    return { ...toApiKey(row), key };
  });
  await notifyIssuer(ctx);
  return issued;
}

/** Tells a person who has received the secret of a key; keys that create keys, and the command line, have no address. */
export async function notifyIssuer(ctx: Ctx): Promise<void> {
  const user = ctx.actor.kind === 'user' ? await findUser(ctx.db, ctx.actor.id) : undefined;
  if (user) notifyOfChange(ctx, user, 'keyIssued');
}

/** Creates the key of an app, which has no secret until `issueAccessToken`. */
export async function createAppKey(tx: TxCtx, { keyId, ...grant }: AppGrant): Promise<void> {
  const row = await store.insert(tx.db, {
    ...grant,
    id: keyId,
    last4: '',
    createdAt: nowIso(tx.clock),
    createdBy: tx.actor.id,
  });
  await events.record(tx, 'apiKey.created', { businessId: grant.businessId, object: toApiKey(row) });
}

/** Adds a secret to the key of an app. @returns the secret, which is valid until `expiresAt` */
export async function issueAccessToken(tx: TxCtx, keyId: string, expiresAt: string): Promise<string> {
  const token = generateKey(tx.random, false);
  await store.insertSecret(tx.db, { keyId, hash: sha256(token), expiresAt });
  await store.update(tx.db, keyId, { last4: token.slice(-VISIBLE_CHARACTERS) });
  return token;
}

/** Adds to agents what they have spent. */
async function withSpent(ctx: Ctx, businessId: string, rows: readonly store.KeyRow[]): Promise<ApiKey[]> {
  const agents = rows.flatMap(({ id, mandate }) => (mandate ? [{ id, mandate }] : []));
  if (agents.length === 0) return rows.map(toApiKey);
  const spent = await getSpentOf(ctx, businessId, agents);
  return rows.map(row => ({
    ...toApiKey(row),
    ...(row.mandate && { spent: toAmount(spent.get(row.id) ?? 0, row.mandate.currency) }),
  }));
}

/** Lists the apps that the caller connected. */
export async function listApps(ctx: Ctx, query: RecordQuery): Promise<Page<ConnectedApp>> {
  const page = await store.listApps(ctx.db, { createdBy: ctx.actor.id }, query);
  return { ...page, items: page.items.map(toConnectedApp) };
}

/** Disconnects an app that the caller connected. @throws NOT_FOUND, also if it is already disconnected */
export async function disconnectApp(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  return atomically(ctx, async tx => {
    const key = await store.find(tx.db, id);
    if (!key?.app || key.revokedAt !== null || key.createdBy !== tx.actor.id) throw notFound('app');
    await revokeKey(tx, id);
    return { id, deleted: true as const };
  });
}

/** Disconnects the apps of a person who may no longer connect any: they act with rights that the person has lost. */
export async function disconnectApps(tx: TxCtx, userId: string): Promise<void> {
  for (const { id } of await store.listAllApps(tx.db, userId)) await revokeKey(tx, id);
}

/** Revokes a key immediately. @throws NOT_FOUND, also if it is already revoked; INSUFFICIENT_SCOPE */
export async function revoke(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  return atomically(ctx, async tx => {
    await requireManageable(tx, id);
    await revokeKey(tx, id);
    return { id, deleted: true as const };
  });
}

/** Lists the active keys of a business that a person created, directly or through such keys; see keysFrom. */
export async function listDerivedKeys(tx: TxCtx, businessId: string, userId: string): Promise<ApiKey[]> {
  const all = await store.listAll(tx.db, businessId);
  const ids = findDerived(userId, all);
  return all.filter(({ id, revokedAt }) => ids.has(id) && revokedAt === null).map(toApiKey);
}

/** Revokes a key that the caller may revoke, or whose creator is removed. */
export async function revokeKey(tx: TxCtx, id: string): Promise<void> {
  const row = await store.update(tx.db, id, { revokedAt: nowIso(tx.clock) });
  await events.record(tx, 'apiKey.revoked', { businessId: row.businessId, object: toApiKey(row) });
}

/** Revokes the key of an app, unless that is done. */
export async function endAppKey(tx: TxCtx, id: string): Promise<void> {
  const key = await store.find(tx.db, id);
  if (key?.revokedAt === null) await revokeKey(tx, id);
}

/** Returns the key if the caller may rotate or revoke it. @throws NOT_FOUND, INSUFFICIENT_SCOPE */
async function requireManageable(ctx: Pick<Ctx, 'db' | 'actor'>, id: string): Promise<store.KeyRow> {
  const key = await store.find(ctx.db, id);
  const own = ctx.actor.businessId;
  if (!key || key.revokedAt !== null || (own !== null && key.businessId !== own)) throw notFound('apiKey');
  assertScopesWithin(ctx.actor, key.scopes as Scope[]);
  return key;
}

/** @throws FORBIDDEN for a connected app: a key that it created would stay when the app is disconnected */
function assertNoApp(actor: Actor): void {
  if (actor.kind === 'apiKey' && actor.isApp)
    throw forbidden('authMethod', "A connected app can't create or rotate API keys", ['jwt', 'apiKey']);
}

function getScopes(actor: Actor): readonly Scope[] {
  return actor.kind === 'apiKey' ? actor.scopes : SCOPES;
}

/**
 * A key cannot manage keys with more scopes than its own; otherwise `manage` alone would amount to every scope.
 * @throws INSUFFICIENT_SCOPE naming the scopes that the caller lacks
 */
function assertScopesWithin(actor: Actor, scopes: readonly Scope[]): void {
  const own = getScopes(actor);
  const missing = scopes.filter(scope => !own.includes(scope));
  if (missing.length === 0) return;
  const issue = `must be limited to the calling API key's scopes; it doesn't have ${missing.join(', ')}`;
  const message = `An API key can only manage keys within its own scopes; it doesn't have ${missing.join(', ')}`;
  throw new AppError('INSUFFICIENT_SCOPE', message, {
    details: [{ field: 'scopes', issue, rule: 'enum', allowed: own }],
  });
}

function toApiKey({ businessId, revokedAt, scopes, isTest, mandate, ...key }: store.KeyRow): ApiKey {
  const limits = mandate
    ? { kind: 'agent' as const, mandate: toMandate(mandate) }
    : { kind: 'key' as const, mandate: null };
  return { ...key, scopes: scopes as ApiKey['scopes'], test: isTest, ...limits };
}

function toConnectedApp({ id, name, app, scopes, createdAt, lastUsedAt }: store.KeyRow): ConnectedApp {
  return { id, name, app: app ?? '', scopes: scopes as Scope[], createdAt, lastUsedAt };
}
