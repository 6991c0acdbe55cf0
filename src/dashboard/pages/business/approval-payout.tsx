import type { Signal } from '@preact/signals';
import type { Submission } from '../../../submissions/model.ts';
import { formatMoney, formatNumber, formatReward } from '../../data/format.ts';
import { reviewParts as t } from '../../messages/reviewParts/index.ts';
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
    <Card title={t.payout}>
      {projected && (
        <DetailList
          items={[
            projected.reward !== null && [t.reward, formatReward(projected.reward)],
            [t.cashback, formatMoney(projected.cashback)],
            [t.points, formatNumber(projected.points)],
          ]}
        />
      )}
      {isCorrected && <p class="hint">{t.recalculated}</p>}
      <MoneyField label={t.orderValue} hint={t.orderValueHint} value={orderValue} error={error} />
    </Card>
  );
}
