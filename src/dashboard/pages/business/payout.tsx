import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatReward } from '../../data/format.ts';
import { Card, DetailList } from '../../ui/components.tsx';
import { MoneyField, numberOf } from '../../ui/field.tsx';

/** Holds the order value to confirm, initially as declared by the customer. */
export function useOrderValue({ id, orderValue }: Submission): Signal<string> {
  return useMemo(() => signal(orderValue === null ? '' : String(orderValue)), [id]);
}

/** Returns the order value to send with an approval; empty if no member earns on an order. */
export function toConfirmation(
  submission: Submission,
  typed: Signal<string>,
): { orderValue?: number | null } {
  if (!hasOrderValue(submission)) return {};
  const value = numberOf(typed);
  // JSON would turn NaN into null, which credits nothing; 0 is rejected with the field's name.
  return { orderValue: Number.isNaN(value) ? 0 : (value ?? null) };
}

function hasOrderValue({ orderValue, memberId }: Submission): boolean {
  return orderValue !== null || memberId !== null;
}

interface PayoutProps {
  submission: Submission;
  orderValue: Signal<string>;
  /** The server's message for the order value. */
  error: string | undefined;
}

/** What an approval pays through a program, with the order value to confirm or correct. */
export function Payout({ submission, orderValue, error }: PayoutProps) {
  const { projected, status } = submission;
  if (status === 'approved' || !takesOrderValue(submission)) return null;
  const isCorrected = numberOf(orderValue) !== (submission.orderValue ?? undefined);
  return (
    <Card title="Approval payout">
      {projected && (
        <DetailList
          items={[
            projected.reward !== null && ['Reward', formatReward(projected.reward)],
            ['Cashback', formatMoney(projected.cashback)],
            ['Points', formatNumber(projected.points)],
          ]}
        />
      )}
      {isCorrected && <p class="hint">Cashback and points follow the corrected order value.</p>}
      <MoneyField
        label="Order value"
        hint="The customer declared it. Correct it, or clear it to credit none."
        value={orderValue}
        error={error}
      />
    </Card>
  );
}
