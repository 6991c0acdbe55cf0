import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import * as businesses from '../../businesses/service.ts';
import type { TxCtx } from '../../context.ts';
import { findPlan } from '../../plans/service/quotas.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { nowIso } from '../../platform/clock.ts';
import type { ParsedEvent, RemoteSubscriptionRef, Terms } from '../provider/events.ts';
import { computePaymentStatus, toOrderingKey } from '../rules.ts';
import * as store from '../store.ts';
import { endSubscription } from './due.ts';
import { withPlanChange } from './plan-change.ts';

type Provider = SubscriptionRow['provider'];

/** Applies an event about a subscription itself. @returns false if it matches nothing of ours */
export async function applySubscriptionEvent(
  tx: TxCtx,
  provider: Provider,
  terms: Terms,
  parsed: ParsedEvent,
): Promise<boolean> {
  const { remote, metadata, cancelAtPeriodEnd, endedAt } = terms;
  const own = provider === 'manual' ? await findOwnByInvoice(tx, terms) : undefined;
  if (own && endedAt === null) return await applyToOwnSubscription(tx, own, terms, parsed);
  // An ended subscription is saved below as well: earlier events may still be in transit.
  if (own && endedAt !== null) await endSubscription(tx, own, endedAt);
  const state = await toRemoteState(
    tx,
    provider,
    remote,
    metadata.businessId,
    terms.createdAt ?? parsed.occurredAt,
  );
  if (!state) return own !== undefined;
  if (terms.customerId && provider === 'stripe') await saveCustomer(tx, state.businessId, terms.customerId);
  await withPlanChange(tx, state.businessId, async () => {
    const row = await subscriptions.applyRemoteTerms(tx, {
      ...state,
      cancelAtPeriodEnd,
      endedAt,
      key: toOrderingKey(parsed),
    });
    await refreshPaymentStatus(tx, row);
  });
  return true;
}

/** Finds our own subscription if an event names its invoice but no known subscription. */
async function findOwnByInvoice(
  tx: TxCtx,
  { remote, metadata }: Terms,
): Promise<SubscriptionRow | undefined> {
  if (metadata.invoiceId === null || (await subscriptions.find(tx, remote.id))) return undefined;
  const invoice =
    (await store.find(tx.db, metadata.invoiceId)) ?? (await store.findByNumber(tx.db, metadata.invoiceId));
  if (!invoice || (metadata.businessId !== null && metadata.businessId !== invoice.businessId))
    return undefined;
  const own = await subscriptions.findOwn(tx, invoice.businessId);
  return own && own.id === invoice.subscriptionId ? own : undefined;
}

/** Applies an event of the operator's own system to a subscription we manage: paid, late, or canceled at period end. */
async function applyToOwnSubscription(
  tx: TxCtx,
  own: SubscriptionRow,
  terms: Terms,
  parsed: ParsedEvent,
): Promise<true> {
  const termsKey = toOrderingKey(parsed);
  const { paymentStatus, cancelAtPeriodEnd } = terms;
  if (termsKey > own.termsKey) {
    const change = {
      termsKey,
      cancelAtPeriodEnd,
      ...toPaymentStatusChange(own, paymentStatus, parsed.occurredAt),
    };
    await withPlanChange(tx, own.businessId, () => subscriptions.change(tx, own.id, change));
  }
  return true;
}

/** The grace period starts at the end of the paid period. */
function toPaymentStatusChange(
  { periodEnd, pastDueAt }: SubscriptionRow,
  paymentStatus: Terms['paymentStatus'],
  at: string,
) {
  if (paymentStatus === null) return {};
  if (paymentStatus === 'active') return { paymentStatus, pastDueAt: null, graceEndedAt: null };
  const isEarly = periodEnd !== null && periodEnd > at;
  return { paymentStatus, pastDueAt: pastDueAt ?? (isEarly ? periodEnd : at) };
}

interface PaymentUpdateInput {
  provider: Provider;
  businessId: string;
  remote: RemoteSubscriptionRef;
  occurredAt: string;
}

/** Records a successful or failed payment for a subscription. @returns undefined if it matches nothing of ours */
export async function recordPaymentStatus(
  tx: TxCtx,
  update: PaymentUpdateInput,
): Promise<SubscriptionRow | undefined> {
  const { provider, businessId, remote, occurredAt } = update;
  const state = await toRemoteState(tx, provider, remote, businessId, occurredAt);
  return (
    state &&
    (await withPlanChange(
      tx,
      state.businessId,
      async () => await refreshPaymentStatus(tx, await subscriptions.storeRemote(tx, state)),
    ))
  );
}

/** Merges an event's subscription data with what is stored; returns undefined if that is not enough. */
async function toRemoteState(
  tx: TxCtx,
  provider: Provider,
  remote: RemoteSubscriptionRef,
  eventBusinessId: string | null,
  createdAt: string,
): Promise<subscriptions.RemoteSubscriptionState | undefined> {
  const known = await subscriptions.find(tx, remote.id);
  const businessId = known?.businessId ?? eventBusinessId;
  const planId = remote.planId ?? known?.planId;
  const interval = remote.interval ?? known?.interval ?? 'month';
  const isOurs = businessId && planId && findPlan(tx, planId) && (await businesses.find(tx, businessId));
  if (!isOurs || known?.isOwn) return undefined;
  const periodStart = remote.periodStart ?? known?.periodStart ?? null;
  const periodEnd = remote.periodEnd ?? known?.periodEnd ?? null;
  return { id: remote.id, businessId, provider, planId, interval, periodStart, periodEnd, createdAt };
}

/** Recomputes the payment status from all payment updates; a new failure starts a new grace period. */
async function refreshPaymentStatus(tx: TxCtx, row: SubscriptionRow): Promise<SubscriptionRow> {
  const { paymentStatus, pastDueAt } = computePaymentStatus(await store.listPaymentUpdates(tx.db, row.id));
  if (paymentStatus === row.paymentStatus && pastDueAt === row.pastDueAt) return row;
  return await subscriptions.change(tx, row.id, { paymentStatus, pastDueAt, graceEndedAt: null });
}

export async function saveCustomer(tx: TxCtx, businessId: string, customerId: string): Promise<void> {
  if ((await store.findCustomer(tx.db, businessId)) === customerId) return;
  const updatedAt = nowIso(tx.clock);
  await store.saveCustomer(tx.db, { businessId, provider: 'stripe', customerId, updatedAt });
}
