import type { InvoiceRow } from '../../db/schema/billing.ts';
import type { Plan } from '../library/plan-model.ts';
import { BILLING_CURRENCY } from '../platform/currency-digits.ts';
import { toAmount } from '../platform/money.ts';
import type { Invoice } from './model.ts';
import type { Interval, PaymentStatus } from './provider/events.ts';

const NUMBER_DIGITS = 6;

/** `INV-2026-000001`. */
export function toInvoiceNumber(year: number, n: number): string {
  return `INV-${year}-${String(n).padStart(NUMBER_DIGITS, '0')}`;
}

/**
 * Returns the creditor reference of an invoice number by ISO 11649: `RF`, two check digits, and the digits of the
 * number. Banks validate it (mod 97 with letters as two digits, R = 27, F = 15), so typos in a transfer are detected.
 */
export function toCreditorReference(number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const check = 98n - (BigInt(`${digits}271500`) % 97n);
  return `RF${String(check).padStart(2, '0')}${digits}`;
}

/** Returns the price of a plan for one interval, in cents. */
export function getPriceCents(
  { priceMonthly, priceYearly }: Pick<Plan, 'priceMonthly' | 'priceYearly'>,
  interval: Interval,
): number {
  return Math.round((interval === 'month' ? priceMonthly : priceYearly) * 100);
}

/** A payment update for a subscription from a provider's event. */
export interface PaymentUpdate {
  occurredAt: string;
  paymentStatus: PaymentStatus;
}

/**
 * Computes a subscription's payment status from all its updates in the order they occurred, so the order of delivery
 * does not matter.
 * @returns the status and the time of the first failure since the last payment
 */
export function computePaymentStatus(updates: readonly PaymentUpdate[]): {
  paymentStatus: PaymentStatus | null;
  pastDueAt: string | null;
} {
  let paymentStatus: PaymentStatus | null = null;
  let pastDueAt: string | null = null;
  for (const update of updates) {
    paymentStatus = update.paymentStatus;
    if (paymentStatus === 'active') pastDueAt = null;
    else pastDueAt ??= update.occurredAt;
  }
  return { paymentStatus, pastDueAt };
}

/** A dispute event's effect on the money; null means the whole payment. */
interface DisputeEvent {
  disputeId: string | null;
  heldCents: number | null;
}

/**
 * Computes the cents of a payment held by its disputes from all events in the order they occurred, so the order of
 * delivery does not matter.
 */
export function sumHeldByDisputes(events: readonly DisputeEvent[], amountCents: number): number {
  const held = new Map<string | null, number>();
  for (const { disputeId, heldCents } of events) held.set(disputeId, heldCents ?? amountCents);
  return [...held.values()].reduce((sum, cents) => sum + cents, 0);
}

/** Converts an invoice to its API representation. */
export function toInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    businessId: row.businessId,
    kind: row.kind,
    planId: row.planId,
    interval: row.interval,
    amount: toAmount(row.amountCents, BILLING_CURRENCY),
    currency: BILLING_CURRENCY,
    status: row.status,
    reference: row.reference,
    refunded: toAmount(row.refundedCents, BILLING_CURRENCY),
    chargedBack: toAmount(Math.min(row.chargedBackCents, row.amountCents), BILLING_CURRENCY),
    shortfall: toAmount(row.shortfallCents, BILLING_CURRENCY),
    createdAt: row.createdAt,
    dueAt: row.dueAt,
    paidAt: row.paidAt,
  };
}

/** Sort key for events: by time, then by rank among those of the same second. */
export function toOrderingKey({
  occurredAt,
  rank,
  id,
}: {
  occurredAt: string;
  rank: number;
  id: string;
}): string {
  return `${occurredAt}:${rank}:${id}`;
}
