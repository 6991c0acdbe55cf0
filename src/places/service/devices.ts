import type { DeviceRow } from '../../../db/schema/places.ts';
import { describeDevice, shortenUserAgent } from '../../auth/device.ts';
import * as businesses from '../../businesses/service.ts';
import { atomically, type Ctx, type TxCtx } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import { emptyPage, type Page, type RecordQuery } from '../../platform/page.ts';
import { requireBusinessRecord, resolveLockKeys } from '../../tenancy.ts';
import * as store from '../devices-store.ts';
import type { Device, NewDevice } from '../model.ts';
import { DEVICE_IDLE_MS, DEVICE_USE_STEP_MS, isOlderThan } from '../rules.ts';
import { requireOpenPlace } from './places.ts';

/** Shared devices per business. */
const MAX_DEVICES = 100;

/** Lists the shared devices of the caller's business, newest first. */
export async function listDevices(
  ctx: Ctx,
  query: RecordQuery & { businessId?: string },
): Promise<Page<Device>> {
  const businessId = await businesses.resolveListedBusinessId(ctx, query.businessId);
  if (businessId === undefined) return emptyPage(query);
  const page = await store.list(ctx.db, { businessId }, query);
  return { ...page, items: page.items.map(toDevice) };
}

/**
 * Signs a shared device in. Its cookie only shows who may sign in by PIN.
 * @returns the device and the value of its cookie
 * @throws NOT_FOUND for an unknown place, LIMIT_REACHED
 */
export async function addDevice(
  ctx: Ctx,
  input: NewDevice,
  userAgent: string | undefined,
): Promise<{ device: Device; token: string }> {
  const businessId = await businesses.resolveBusinessId(ctx, input.businessId);
  const token = randomToken(ctx.random);
  const add = async (tx: TxCtx) => {
    await requireOpenPlace(tx, input.placeId, { businessId, field: 'placeId' });
    if ((await store.count(tx.db, businessId)) >= MAX_DEVICES)
      throw new AppError('LIMIT_REACHED', `Limit of ${MAX_DEVICES} devices reached. Revoke a device first.`);
    const now = nowIso(tx.clock);
    const row = await store.insert(tx.db, {
      id: tx.ids.next('device'),
      businessId,
      placeId: input.placeId,
      name: input.name,
      hash: sha256(token),
      userAgent: shortenUserAgent(userAgent),
      createdBy: tx.actor.id,
      createdAt: now,
      lastUsedAt: now,
    });
    await events.record(tx, 'business.deviceAdded', { businessId, object: toDevice(row) });
    return toDevice(row);
  };
  return { device: await atomically(ctx, add, [`business:${businessId}`]), token };
}

/** Signs a shared device out, with the person who is signed in on it. @throws NOT_FOUND, also if it was revoked before */
export async function revokeDevice(ctx: Ctx, id: string): Promise<{ id: string; deleted: true }> {
  const revoke = async (tx: TxCtx) => {
    const row = requireBusinessRecord(tx.actor, 'device', await store.find(tx.db, id));
    if (row.revokedAt !== null) throw notFound('device');
    await store.deleteSession(tx.db, id);
    const { businessId } = row;
    const revoked = await store.update(tx.db, id, { revokedAt: nowIso(tx.clock) });
    await events.record(tx, 'business.deviceRevoked', { businessId, object: toDevice(revoked) });
    return { id, deleted: true as const };
  };
  return atomically(ctx, revoke, await resolveLockKeys(ctx.actor, 'device', () => store.find(ctx.db, id)));
}

/** Finds the device of a cookie; undefined if it is unknown, revoked or was not used for a long time. */
export async function findDeviceByCookie(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  token: string,
): Promise<DeviceRow | undefined> {
  const row = await store.findByHash(db, sha256(token));
  return row && !isOlderThan(row.lastUsedAt, DEVICE_IDLE_MS, clock.now()) ? row : undefined;
}

/** Saves that a device is in use. */
export async function touchDevice(ctx: Ctx, { id, lastUsedAt }: DeviceRow): Promise<void> {
  if (!isOlderThan(lastUsedAt, DEVICE_USE_STEP_MS, ctx.clock.now())) return;
  await atomically(ctx, tx => store.update(tx.db, id, { lastUsedAt: nowIso(tx.clock) }), []);
}

function toDevice({ id, businessId, placeId, name, userAgent, createdAt, createdBy, lastUsedAt }: DeviceRow) {
  const description = describeDevice(userAgent);
  return { id, businessId, placeId, name, description, createdAt, createdBy, lastUsedAt };
}
