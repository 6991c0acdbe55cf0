import { type Signal, signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatReward } from '../../data/format.ts';
import { Card, DetailList } from '../../ui/components.tsx';
import { MoneyField, parseNumber } from '../../ui/field.tsx';

/** The order value that an approval of the shown submission confirms, as typed; it begins as the customer declared it. */
export function useOrderValue({ id, orderValue }: Submission): Signal<string> {
  return useMemo(() => signal(orderValue === null ? '' : String(orderValue)), [id]);
}

/** What an approval sends of it: nothing where no member earns on an order. */
export function toOrderValueInput(
  submission: Submission,
  typed: Signal<string>,
): { orderValue?: number | null } {
  if (!canHaveOrderValue(submission)) return {};
  const value = parseNumber(typed);
  // JSON has no NaN and would say null, which credits none: 0 is refused with the field's name.
  return { orderValue: Number.isNaN(value) ? 0 : (value ?? null) };
}

function canHaveOrderValue({ orderValue, memberId }: Submission): boolean {
  return orderValue !== null || memberId !== null;
}

interface ApprovalPayoutProps {
  submission: Submission;
  orderValue: Signal<string>;
  /** What the server says is wrong with the order value. */
  error: string | undefined;
}

/** What an approval pays through a program, with the order value to confirm or correct. */
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
      {isCorrected && <p class="hint">Cashback and points are recalculated from it.</p>}
      <MoneyField
        label="Order value"
        hint="Declared by the customer. Correct it, or clear it to credit nothing."
        value={orderValue}
        error={error}
      />
    </Card>
  );
}
