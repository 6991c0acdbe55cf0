import type { DeviceRow } from '../../../db/schema/places.ts';
import * as pins from '../../auth/service/pins.ts';
import * as users from '../../auth/service/users.ts';
import * as businesses from '../../businesses/service.ts';
import { type Actor, atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { AppError } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { iso, nowIso, SECOND_MS } from '../../platform/clock.ts';
import { randomToken, sha256 } from '../../platform/crypto.ts';
import * as store from '../devices-store.ts';
import type { DeviceState, PinLock, PinSignIn } from '../model.ts';
import { COUNTER_IDLE_MS, COUNTER_USE_STEP_MS, isOlderThan, isSessionOpen } from '../rules.ts';
import { findDeviceByCookie, touchDevice } from './devices.ts';
import { getPlaceNames } from './places.ts';

/** The cookies of a shared device: its own, and that of the person who is signed in. */
interface DeviceCookies {
  device: string | undefined;
  person: string | undefined;
}

/**
 * Signs a person in on a shared device by PIN, in place of the one before.
 * @returns the value of the person's cookie
 * @throws UNAUTHENTICATED for a device that isn't signed in, INVALID_CREDENTIALS for a wrong PIN or an unknown person
 * (after the same work), RATE_LIMITED after too many wrong PINs
 */
export async function signInByPin(
  ctx: Ctx,
  { userId, pin }: PinSignIn,
  deviceToken: string | undefined,
): Promise<{ token: string; state: DeviceState }> {
  const device = await requireDevice(ctx, deviceToken);
  const { throttle } = ctx.pins;
  const { waitMs, lockedUntil } = await throttle.beginAttempt(device.id, userId);
  if (waitMs > 0) throw lockedError(waitMs);
  const { id: deviceId, businessId } = device;
  const hash = await pins.verifyPin(ctx, { userId, businessId, pin }).catch(async failure => {
    // Otherwise the attempt counts as a failure, which is the safe side.
    await throttle.retract(deviceId, userId).catch(() => {});
    throw failure;
  });
  const user = await users.findColleague(ctx, userId, businessId);
  if (hash === undefined || !user?.position) {
    if (user && lockedUntil !== undefined) await recordLock(ctx, device, userId, lockedUntil);
    throw incorrectPin();
  }
  const { position } = user;
  await throttle.clear(deviceId, userId);
  const token = randomToken(ctx.random);
  await atomically(ctx, async tx => {
    // The PIN may have changed since it was compared.
    if (!(await pins.isPin(tx, { userId, businessId, hash }))) throw incorrectPin();
    const now = nowIso(tx.clock);
    await store.replaceSession(tx.db, {
      id: tx.ids.next('session'),
      deviceId,
      hash: sha256(token),
      userId,
      position,
      createdAt: now,
      lastUsedAt: now,
    });
    await store.update(tx.db, deviceId, { lastUsedAt: now });
  });
  return { token, state: await describe(ctx, device, { id: userId, name: user.name }) };
}

/** Records a lock, which notifies the owners: usually only colleagues of the person can reach the device. */
async function recordLock(ctx: Ctx, device: DeviceRow, userId: string, lockedUntil: number): Promise<void> {
  const { id: deviceId, name: deviceName, businessId, placeId } = device;
  const object: PinLock = {
    id: userId,
    deviceId,
    deviceName,
    placeId,
    lockedUntil: iso(lockedUntil),
  };
  await atomically(ctx.as(SCHEDULER), tx => events.record(tx, 'business.pinLocked', { businessId, object }), [
    `business:${businessId}`,
  ]);
}

function incorrectPin(): AppError {
  return new AppError('INVALID_CREDENTIALS', 'Incorrect PIN');
}

function lockedError(waitMs: number): AppError {
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  const message = `Too many wrong PINs for this person; retry in ${retryAfterSeconds} seconds`;
  return new AppError('RATE_LIMITED', message, { retryAfterSeconds });
}

/** Signs the person out, so that another one can sign in. The device stays signed in. */
export async function switchPerson(
  ctx: Ctx,
  { device: deviceToken, person }: DeviceCookies,
): Promise<DeviceState> {
  const device = await requireDevice(ctx, deviceToken);
  const session = await findOpenSession(ctx, { device: deviceToken, person });
  if (session) await atomically(ctx, tx => store.deleteSession(tx.db, device.id), []);
  return await describe(ctx, device, null);
}

/** Returns what a device shows; null if it isn't signed in. */
export async function describeDeviceState(ctx: Ctx, cookies: DeviceCookies): Promise<DeviceState | null> {
  const device = cookies.device === undefined ? undefined : await findDeviceByCookie(ctx, cookies.device);
  if (!device) return null;
  await touchDevice(ctx, device);
  const session = await findOpenSession(ctx, cookies);
  return await describe(ctx, device, session ? { id: session.userId, name: session.name } : null);
}

async function describe(ctx: Ctx, device: DeviceRow, person: DeviceState['person']): Promise<DeviceState> {
  const { id, name, businessId, placeId } = device;
  const business = await businesses.requireById(ctx, businessId);
  const place = (await getPlaceNames(ctx, [placeId])).get(placeId);
  return {
    device: { id, name },
    business: { id: businessId, name: business.name },
    place: { id: placeId, name: place ?? '' },
    people: await pins.listPeopleWithPin(ctx, businessId),
    person,
    idleSeconds: COUNTER_IDLE_MS / SECOND_MS,
  };
}

async function requireDevice(ctx: Ctx, token: string | undefined): Promise<DeviceRow> {
  const device = token === undefined ? undefined : await findDeviceByCookie(ctx, token);
  if (!device)
    throw new AppError('UNAUTHENTICATED', "This device isn't signed in; an owner or manager can do it");
  return device;
}

/** Finds the session of the person on a device; undefined without one, or when it has ended. */
async function findOpenSession(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  { device, person }: DeviceCookies,
): Promise<store.SessionRow | undefined> {
  if (device === undefined || person === undefined) return undefined;
  const session = await store.findSession(db, { hash: sha256(person) });
  return session && isSessionOpen(session, sha256(device), clock.now()) ? session : undefined;
}

/** Returns the ID of the person's session on a device, for rate limits. */
export async function findCounterSession(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  cookies: DeviceCookies,
): Promise<string | undefined> {
  return (await findOpenSession(ctx, cookies))?.id;
}

/**
 * Authenticates the person who is signed in on a shared device by PIN, with the rights of the position `counter`,
 * whatever their own is.
 * @returns undefined without a session
 * @throws TOKEN_EXPIRED if it has ended
 */
export async function authenticateAtCounter(ctx: Ctx, cookies: DeviceCookies): Promise<Actor | undefined> {
  if (cookies.device === undefined || cookies.person === undefined) return undefined;
  const session = await findOpenSession(ctx, cookies);
  if (!session)
    throw new AppError('TOKEN_EXPIRED', 'You were signed out of this device; enter your PIN again');
  const { id, userId, businessId, deviceId, placeId, lastUsedAt } = session;
  if (isOlderThan(lastUsedAt, COUNTER_USE_STEP_MS, ctx.clock.now())) touchSession(ctx, id);
  return {
    kind: 'user',
    id: userId,
    role: 'business',
    businessId,
    position: 'counter',
    sessionId: id,
    device: { id: deviceId, placeId },
    isAtCounter: true,
  };
}

/** Not awaited, and in its own context, because the request continues and opens its own transaction. */
function touchSession(ctx: Ctx, id: string): void {
  const update = atomically(ctx.detached(), tx => store.touchSession(tx.db, id, nowIso(tx.clock)), []);
  ctx.backgroundTasks.run(update, cause => ctx.log.warn('failed to save the use of a device', { cause }));
}

/** Returns a caller of the pages with the shared device that sent the request, if it belongs to their business. */
export async function withDevice(ctx: Ctx, actor: Actor, token: string | undefined): Promise<Actor> {
  if (token === undefined || actor.kind !== 'user' || actor.role !== 'business') return actor;
  const device = await findDeviceByCookie(ctx, token);
  if (device?.businessId !== actor.businessId || !device) return actor;
  return { ...actor, device: { id: device.id, placeId: device.placeId } };
}
