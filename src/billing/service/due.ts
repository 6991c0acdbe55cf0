import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../../due-work.ts';
import { findPlan } from '../../plans/service/quotas.ts';
import * as subscriptions from '../../plans/service/subscriptions.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { getPriceCents } from '../rules.ts';
import * as store from '../store.ts';
import { recordPaymentFailure } from './invoice-matching.ts';
import { issueInvoice } from './invoices.ts';
import { withPlanChange } from './plan-change.ts';

/** Days before a period starts at which its invoice is issued. */
const NOTICE_DAYS = 7;
/** Days that a payment may be late before the plan ends. */
export const GRACE_DAYS = 7;

const unbilled: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listUnbilled(ctx, iso(ctx.clock.now() + NOTICE_DAYS * DAY_MS), limit),
  handle: billNextPeriod,
};

/** A discontinued plan ends with its period. */
async function billNextPeriod(tx: TxCtx, row: SubscriptionRow): Promise<void> {
  const { id, businessId, planId, interval, periodEnd } = row;
  const plan = findPlan(tx, planId);
  if (!plan || periodEnd === null) {
    await withPlanChange(tx, businessId, () => subscriptions.change(tx, id, { cancelAtPeriodEnd: true }));
    return;
  }
  const invoice = await issueInvoice(tx, {
    businessId,
    provider: 'manual',
    kind: 'subscription',
    planId,
    interval,
    amountCents: getPriceCents(plan, interval),
    subscriptionId: id,
    dueAt: periodEnd,
  });
  await subscriptions.change(tx, id, { renewalInvoiceId: invoice.id });
}

const endedPeriods: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listPeriodEnded(ctx, nowIso(ctx.clock), limit),
  handle: closePeriod,
};

/** Ends a canceled subscription at the end of its period; starts the grace period of any other. */
async function closePeriod(tx: TxCtx, row: SubscriptionRow): Promise<void> {
  const at = row.periodEnd ?? nowIso(tx.clock);
  const renewal = row.renewalInvoiceId === null ? undefined : await store.find(tx.db, row.renewalInvoiceId);
  if (row.cancelAtPeriodEnd || renewal?.status !== 'open') await endSubscription(tx, row, at);
  else await recordPaymentFailure(tx, renewal, at);
}

const endedGracePeriods: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listPastDue(ctx, iso(ctx.clock.now() - GRACE_DAYS * DAY_MS), limit),
  handle: endGrace,
};

/** Ends only our own subscriptions: one managed by a provider may still be paid there, which reactivates it. */
async function endGrace(tx: TxCtx, row: SubscriptionRow): Promise<void> {
  const now = nowIso(tx.clock);
  if (row.isOwn) await endSubscription(tx, row, now);
  else
    await withPlanChange(tx, row.businessId, () => subscriptions.change(tx, row.id, { graceEndedAt: now }));
}

/** Ends a subscription that we manage. */
export async function endSubscription(tx: TxCtx, row: SubscriptionRow, endedAt: string): Promise<void> {
  const { id, businessId } = row;
  await voidRenewal(tx, row);
  await withPlanChange(tx, businessId, () =>
    subscriptions.change(tx, id, { endedAt, renewalInvoiceId: null }),
  );
}

/** Voids the invoice for a period that will not start. */
export async function voidRenewal(tx: TxCtx, { renewalInvoiceId }: SubscriptionRow): Promise<void> {
  if (renewalInvoiceId !== null && (await store.find(tx.db, renewalInvoiceId))?.status === 'open')
    await store.update(tx.db, renewalInvoiceId, { status: 'void' });
}

/** Processes renewals, ends and grace periods, in this order; the scheduler runs it each minute. @returns how many */
export async function processDueBilling(ctx: Ctx): Promise<number> {
  let handled = 0;
  for (const due of [unbilled, endedPeriods, endedGracePeriods]) handled += await processDue(ctx, due);
  return handled;
}

export async function processDueBillingBestEffort(ctx: Ctx): Promise<void> {
  for (const due of [unbilled, endedPeriods, endedGracePeriods]) await processDueBestEffort(ctx, due);
}
