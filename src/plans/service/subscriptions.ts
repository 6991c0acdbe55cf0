import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import type { AnyCtx, TxCtx } from '../../context.ts';
import { nowIso } from '../../platform/clock.ts';
import { isLive, periodEnd } from '../rules.ts';
import * as store from '../store.ts';

type Interval = SubscriptionRow['interval'];

/*
 * Changes to subscriptions. The caller (billing) records the events, because it knows the other effects of a change.
 */

/** Finds a business's running subscription that we manage, if any. */
export async function findOwn({ db }: AnyCtx, businessId: string): Promise<SubscriptionRow | undefined> {
  return (await store.listOfBusiness(db, businessId)).find(row => row.isOwn && isLive(row));
}

/** Finds a subscription by id, managed by a provider or by us. */
export function find({ db }: AnyCtx, id: string): Promise<SubscriptionRow | undefined> {
  return store.find(db, id);
}

/** The terms that were paid for. */
interface PaidTerms {
  businessId: string;
  planId: string;
  interval: Interval;
}

/** Starts a subscription with its first payment, or with the payment for another plan; its period begins now. */
export async function startOwn(
  tx: TxCtx,
  { businessId, planId, interval }: PaidTerms,
): Promise<SubscriptionRow> {
  const now = nowIso(tx.clock);
  const terms = {
    planId,
    interval,
    paymentStatus: 'active' as const,
    anchorAt: now,
    periodStart: now,
    periodEnd: periodEnd(now, interval, now),
    cancelAtPeriodEnd: false,
    pastDueAt: null,
    graceEndedAt: null,
    renewalInvoiceId: null,
    updatedAt: now,
  };
  const running = await findOwn(tx, businessId);
  if (running) return await store.update(tx.db, running.id, terms);
  const id = tx.ids.next('subscription');
  return await store.insert(tx.db, {
    ...terms,
    id,
    businessId,
    provider: 'manual',
    isOwn: true,
    createdAt: now,
  });
}

/** Renews a subscription: the next period starts where the last one ended, even if the payment was late. */
export function renewOwn(tx: TxCtx, row: SubscriptionRow): Promise<SubscriptionRow> {
  const from = row.periodEnd ?? nowIso(tx.clock);
  return store.update(tx.db, row.id, {
    paymentStatus: 'active',
    periodStart: from,
    periodEnd: periodEnd(from, row.interval, row.anchorAt),
    cancelAtPeriodEnd: false,
    pastDueAt: null,
    graceEndedAt: null,
    renewalInvoiceId: null,
    updatedAt: nowIso(tx.clock),
  });
}

/** The columns that billing sets directly. */
type Change = Partial<
  Pick<
    SubscriptionRow,
    | 'cancelAtPeriodEnd'
    | 'endedAt'
    | 'graceEndedAt'
    | 'pastDueAt'
    | 'renewalInvoiceId'
    | 'paymentStatus'
    | 'termsKey'
  >
>;

export function change(tx: TxCtx, id: string, fields: Change): Promise<SubscriptionRow> {
  return store.update(tx.db, id, { ...fields, updatedAt: nowIso(tx.clock) });
}

/** A subscription as reported by its provider. */
export interface RemoteSubscriptionState {
  id: string;
  businessId: string;
  provider: SubscriptionRow['provider'];
  planId: string;
  interval: Interval;
  periodStart: string | null;
  periodEnd: string | null;
  createdAt: string;
}

/** Stores a provider's subscription from payment data, until its own events report better. */
export async function storeRemote(tx: TxCtx, state: RemoteSubscriptionState): Promise<SubscriptionRow> {
  const known = await store.find(tx.db, state.id);
  const updatedAt = nowIso(tx.clock);
  if (!known)
    return await store.insert(tx.db, { ...state, isOwn: false, anchorAt: state.createdAt, updatedAt });
  const isNews = known.termsKey === '' && (state.periodEnd ?? '') > (known.periodEnd ?? '');
  if (!isNews) return known;
  const { periodStart, periodEnd } = state;
  return await store.update(tx.db, known.id, { periodStart, periodEnd, updatedAt });
}

/** Subscription terms from an event about the subscription itself. */
interface RemoteTerms extends RemoteSubscriptionState {
  cancelAtPeriodEnd: boolean;
  endedAt: string | null;
  /** The event's sort key: after everything that happened earlier. */
  key: string;
}

/**
 * Applies the provider's terms: the latest event wins in any order of delivery, and an ended subscription stays
 * ended.
 */
export async function applyRemoteTerms(tx: TxCtx, { key, ...told }: RemoteTerms): Promise<SubscriptionRow> {
  const { endedAt, cancelAtPeriodEnd, planId, interval, periodStart, periodEnd, createdAt } = told;
  const known = await storeRemote(tx, told);
  const over = known.endedAt !== null && endedAt !== null ? findEarlier(known.endedAt, endedAt) : endedAt;
  const end = { endedAt: over ?? known.endedAt };
  const isOld = key <= known.termsKey;
  const terms = { planId, interval, periodStart, periodEnd, cancelAtPeriodEnd, createdAt, termsKey: key };
  return await store.update(tx.db, known.id, {
    ...(isOld ? {} : terms),
    ...end,
    updatedAt: nowIso(tx.clock),
  });
}

function findEarlier(one: string, other: string): string {
  return one < other ? one : other;
}

/** Lists our own subscriptions whose period ends by `until` without an invoice for the next one. */
export function listUnbilled({ db }: AnyCtx, until: string, limit: number): Promise<SubscriptionRow[]> {
  return store.listUnbilled(db, { until, limit });
}

/** Lists our own subscriptions whose paid period has ended. */
export function listPeriodEnded({ db }: AnyCtx, now: string, limit: number): Promise<SubscriptionRow[]> {
  return store.listPeriodEnded(db, { now, limit });
}

/** Lists subscriptions past due since `since` or longer. */
export function listPastDue({ db }: AnyCtx, since: string, limit: number): Promise<SubscriptionRow[]> {
  return store.listPastDue(db, { since, limit });
}
