import type { Signal } from '@preact/signals';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatReward } from '../../data/format.ts';
import { Card, DetailList } from '../../ui/components.tsx';
import { MoneyField, parseNumber } from '../../ui/field.tsx';

interface ApprovalPayoutProps {
  submission: Submission;
  orderValue: Signal<string>;
  /** The field error of the order value. */
  error: string | undefined;
}

/** Shows what an approval credits through a program, and lets the reviewer confirm or correct the order value. */
export default function ApprovalPayout({ submission, orderValue, error }: ApprovalPayoutProps) {
  const { projected } = submission;
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
