import type { InvoiceRow } from '../../db/schema/billing.ts';
import type { Plan } from '../library/plan-model.ts';
import { toDollars } from '../platform/money.ts';
import type { Invoice } from './model.ts';
import type { Interval, PaymentStatus } from './provider-events.ts';

const NUMBER_DIGITS = 6;

/** `INV-2026-000001`. */
export function invoiceNumber(year: number, n: number): string {
  return `INV-${year}-${String(n).padStart(NUMBER_DIGITS, '0')}`;
}

/**
 * The creditor reference of an invoice number by ISO 11649: `RF`, two check digits, and the digits of the
 * number. Banks check it (mod 97 with letters as two digits, R = 27, F = 15), so a typo in a transfer shows.
 */
export function creditorReference(number: string): string {
  const digits = number.replaceAll(/\D/g, '');
  const check = 98n - (BigInt(`${digits}271500`) % 97n);
  return `RF${String(check).padStart(2, '0')}${digits}`;
}

/** Cents of a plan for one interval. */
export function priceCents(
  { priceMonthly, priceYearly }: Pick<Plan, 'priceMonthly' | 'priceYearly'>,
  interval: Interval,
): number {
  return Math.round((interval === 'month' ? priceMonthly : priceYearly) * 100);
}

/** What a provider's event said of payments for a subscription. */
export interface PaymentUpdate {
  occurredAt: string;
  standing: PaymentStatus;
}

/**
 * How a subscription stands after everything that was ever said of it, in the order in which it happened: so
 * the order in which it was heard does not matter.
 * @returns with the time of the first failure since it was last paid
 */
export function paymentStatusAfter(words: readonly PaymentUpdate[]): {
  standing: PaymentStatus | null;
  pastDueAt: string | null;
} {
  let standing: PaymentStatus | null = null;
  let pastDueAt: string | null = null;
  for (const word of words) {
    standing = word.standing;
    if (standing === 'active') pastDueAt = null;
    else pastDueAt ??= word.occurredAt;
  }
  return { standing, pastDueAt };
}

/** What an event of a dispute says of the money; null is all of the payment. */
export interface DisputeEvent {
  disputeId: string | null;
  heldCents: number | null;
}

/**
 * Cents of a payment that its disputes hold, after everything that was said of them in the order in which it
 * happened: so the order in which it was heard does not matter.
 */
export function heldByDisputes(events: readonly DisputeEvent[], amountCents: number): number {
  const held = new Map<string | null, number>();
  for (const { disputeId, heldCents } of events) held.set(disputeId, heldCents ?? amountCents);
  return [...held.values()].reduce((sum, cents) => sum + cents, 0);
}

/** An invoice as the wire shows it. */
export function toInvoice(row: InvoiceRow): Invoice {
  return {
    id: row.id,
    number: row.number,
    businessId: row.businessId,
    kind: row.kind,
    planId: row.planId,
    interval: row.interval,
    amount: toDollars(row.amountCents),
    currency: 'USD',
    status: row.status,
    reference: row.reference,
    refunded: toDollars(row.refundedCents),
    chargedBack: toDollars(Math.min(row.chargedBackCents, row.amountCents)),
    shortfall: toDollars(row.shortfallCents),
    createdAt: row.createdAt,
    dueAt: row.dueAt,
    paidAt: row.paidAt,
  };
}

/** Sorts events by when they happened, and among those of one second by what they can know. */
export function orderingKey({
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
