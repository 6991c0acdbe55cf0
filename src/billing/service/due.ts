import type { SubscriptionRow } from '../../../db/schema/plans.ts';
import type { Ctx, TxCtx } from '../../context.ts';
import { type DueWork, processDue, processDueBestEffort } from '../../jobs/due-work.ts';
import { findPlan } from '../../plans/service.ts';
import * as subscriptions from '../../plans/subscriptions.ts';
import { DAY_MS, iso, nowIso } from '../../platform/clock.ts';
import { priceCents } from '../rules.ts';
import * as store from '../store.ts';
import { noteFailure } from './invoice-matching.ts';
import { issueInvoice } from './invoices.ts';
import { withPlanChange } from './plan.ts';

/** The invoice for the next period is written so long before it begins. */
const NOTICE_DAYS = 7;
/** A payment may be late by so much before the plan ends. */
export const GRACE_DAYS = 7;

const unbilled: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listUnbilled(ctx, iso(ctx.clock.now() + NOTICE_DAYS * DAY_MS), limit),
  handle: billNextPeriod,
};

/** A plan that is sold no more ends with its period. */
function billNextPeriod(tx: TxCtx, row: SubscriptionRow): void {
  const { id, businessId, planId, interval, periodEnd } = row;
  const plan = findPlan(tx, planId);
  if (!plan || periodEnd === null) {
    withPlanChange(tx, businessId, () => subscriptions.change(tx, id, { cancelAtPeriodEnd: true }));
    return;
  }
  const invoice = issueInvoice(tx, {
    businessId,
    provider: 'manual',
    kind: 'subscription',
    planId,
    interval,
    amountCents: priceCents(plan, interval),
    subscriptionId: id,
    dueAt: periodEnd,
  });
  subscriptions.change(tx, id, { renewalInvoiceId: invoice.id });
}

const over: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listOver(ctx, nowIso(ctx.clock), limit),
  handle: closePeriod,
};

/** The paid time is over: the end of what was cancelled, and the first day of grace of what was not. */
function closePeriod(tx: TxCtx, row: SubscriptionRow): void {
  const at = row.periodEnd ?? nowIso(tx.clock);
  const renewal = row.renewalInvoiceId === null ? undefined : store.find(tx.db, row.renewalInvoiceId);
  if (row.cancelAtPeriodEnd || renewal?.status !== 'open') endSubscription(tx, row, at);
  else noteFailure(tx, renewal, at);
}

const late: DueWork<SubscriptionRow> = {
  find: (ctx, limit) => subscriptions.listLate(ctx, iso(ctx.clock.now() - GRACE_DAYS * DAY_MS), limit),
  handle: endGrace,
};

/** What a provider runs may still be paid there, and counts again then; ours is over. */
function endGrace(tx: TxCtx, row: SubscriptionRow): void {
  const now = nowIso(tx.clock);
  if (row.isOwn) endSubscription(tx, row, now);
  else withPlanChange(tx, row.businessId, () => subscriptions.change(tx, row.id, { graceEndedAt: now }));
}

/** Ends a subscription of our own. */
export function endSubscription(tx: TxCtx, row: SubscriptionRow, endedAt: string): void {
  const { id, businessId } = row;
  voidRenewal(tx, row);
  withPlanChange(tx, businessId, () => subscriptions.change(tx, id, { endedAt, renewalInvoiceId: null }));
}

/** Nobody has to pay for a period that does not come. */
export function voidRenewal(tx: TxCtx, { renewalInvoiceId }: SubscriptionRow): void {
  if (renewalInvoiceId !== null && store.find(tx.db, renewalInvoiceId)?.status === 'open')
    store.update(tx.db, renewalInvoiceId, { status: 'void' });
}

/** Renewals, ends and days of grace, in this order: the job does it each minute. @returns how many */
export async function processDueBilling(ctx: Ctx): Promise<number> {
  let handled = 0;
  for (const due of [unbilled, over, late]) handled += await processDue(ctx, due);
  return handled;
}

export async function processDueBillingBestEffort(ctx: Ctx): Promise<void> {
  for (const due of [unbilled, over, late]) await processDueBestEffort(ctx, due);
}
