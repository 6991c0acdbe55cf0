import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { toAmount } from '../platform/money.ts';
import type { CounterFigures, CounterSums } from './model.ts';

/** A person on a shared device is signed out after this time without a request. */
export const COUNTER_IDLE_MS = 2 * MINUTE_MS;
/** A person on a shared device is signed out after this time in any case. */
export const COUNTER_SESSION_MS = 12 * HOUR_MS;
/** The last use of a counter session is saved with this resolution, so that requests cost few writes. */
export const COUNTER_USE_STEP_MS = 10 * SECOND_MS;
/** A shared device is signed out after this time without use. */
export const DEVICE_IDLE_MS = 90 * DAY_MS;
/** The last use of a device is saved with this resolution. */
export const DEVICE_USE_STEP_MS = HOUR_MS;

/** Returns whether a time lies more than `ms` before now. A clock that was set back counts as no time. */
export function isOlderThan(time: string, ms: number, nowMs: number): boolean {
  return Date.parse(time) <= nowMs - ms;
}

/** A counter session with its device and its person as they are now. */
export interface SessionOnDevice {
  /** The position at the sign-in. */
  openedAs: string;
  createdAt: string;
  lastUsedAt: string;
  role: string;
  businessId: string | null;
  position: string | null;
  deviceBusinessId: string;
  deviceHash: string;
  revokedAt: string | null;
  pinSetAt: string | null;
}

/**
 * Returns whether a person may still act on a shared device: not after a break, in another position, in another
 * business, without the PIN of the sign-in, or on a device that was revoked.
 */
export function isSessionOpen(session: SessionOnDevice, deviceHash: string, nowMs: number): boolean {
  return (
    session.deviceHash === deviceHash &&
    session.revokedAt === null &&
    session.role === 'business' &&
    session.businessId === session.deviceBusinessId &&
    session.position === session.openedAs &&
    session.pinSetAt !== null &&
    session.pinSetAt <= session.createdAt &&
    !isOlderThan(session.lastUsedAt, COUNTER_IDLE_MS, nowMs) &&
    !isOlderThan(session.createdAt, COUNTER_SESSION_MS, nowMs)
  );
}

/** The sums of a person at a place, as amounts of the business's currency. */
export function toFigures(
  sums: Omit<CounterSums, 'actorKind' | 'actorId' | 'placeId' | 'actions'>,
  currency: string,
): CounterFigures {
  return {
    visits: sums.visits,
    stamps: sums.stamps,
    purchases: sums.purchases,
    purchaseValue: toAmount(sums.purchaseCents, currency),
    redemptions: sums.redemptions,
    redemptionValue: toAmount(sums.redemptionCents, currency),
    reinstatements: sums.reinstatements,
    reinstatementValue: toAmount(sums.reinstatementCents, currency),
    refunds: sums.refunds,
    refundValue: toAmount(sums.refundCents, currency),
    shopOrders: sums.shopOrders,
    cancellations: sums.cancellations,
  };
}

const SUMS = [
  'visits',
  'stamps',
  'purchases',
  'purchaseCents',
  'redemptions',
  'redemptionCents',
  'reinstatements',
  'reinstatementCents',
  'refunds',
  'refundCents',
  'shopOrders',
  'cancellations',
] as const;

/** The share of undone stamps in the sums of a person at a place. */
export type UndoneStamps = Pick<
  CounterSums,
  'actorKind' | 'actorId' | 'placeId' | 'visits' | 'stamps' | 'refunds'
>;

/** Subtracts undone stamps from the sums of whom recorded or undid them; leaves out rows of which nothing remains. */
export function subtractUndone(sums: readonly CounterSums[], undone: readonly UndoneStamps[]): CounterSums[] {
  const toKey = ({ actorKind, actorId, placeId }: UndoneStamps) => `${actorKind} ${actorId} ${placeId}`;
  const byKey = new Map(undone.map(row => [toKey(row), row]));
  return sums.flatMap(row => {
    const less = byKey.get(toKey(row));
    if (!less) return [row];
    const left = {
      ...row,
      visits: row.visits - less.visits,
      stamps: row.stamps - less.stamps,
      refunds: row.refunds - less.refunds,
    };
    return SUMS.some(name => left[name] > 0) ? [left] : [];
  });
}

/** Adds the sums of all rows. */
export function addSums(rows: readonly CounterSums[]): Record<(typeof SUMS)[number], number> {
  const totals = Object.fromEntries(SUMS.map(name => [name, 0])) as Record<(typeof SUMS)[number], number>;
  for (const row of rows) for (const name of SUMS) totals[name] += row[name];
  return totals;
}
