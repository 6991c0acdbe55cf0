import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatReward } from '../../data/format.ts';
import { Card, DetailList } from '../../ui/components.tsx';
import { MoneyField, parseNumber } from '../../ui/field.tsx';

/** Holds the order value field of a submission, initially the value that the customer declared. */
export function useOrderValue({ id, orderValue }: Submission): Signal<string> {
  return useMemo(() => signal(orderValue === null ? '' : String(orderValue)), [id]);
}

/** Returns the order value to send with an approval, or nothing if the submission earns no cashback or points. */
export function toOrderValueInput(
  submission: Submission,
  field: Signal<string>,
): { orderValue?: number | null } {
  if (!canHaveOrderValue(submission)) return {};
  const value = parseNumber(field);
  // JSON turns NaN into null, which would credit nothing; the server rejects 0 with a field error.
  return { orderValue: Number.isNaN(value) ? 0 : (value ?? null) };
}

function canHaveOrderValue({ orderValue, memberId }: Submission): boolean {
  return orderValue !== null || memberId !== null;
}

interface ApprovalPayoutProps {
  submission: Submission;
  orderValue: Signal<string>;
  /** The field error of the order value. */
  error: string | undefined;
}

/** Shows what an approval credits through a program, and lets the reviewer confirm or correct the order value. */
export function ApprovalPayout({ submission, orderValue, error }: ApprovalPayoutProps) {
  const { projected, status } = submission;
  if (status === 'approved' || !canHaveOrderValue(submission)) return null;
  const isCorrected = parseNumber(orderValue) !== (submission.orderValue ?? undefined);
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
      {isCorrected && <p class="hint">Cashback and points will be recalculated from this value.</p>}
      <MoneyField
        label="Order value"
        hint="Declared by the customer. Correct it, or clear it to credit nothing."
        value={orderValue}
        error={error}
      />
    </Card>
  );
}
