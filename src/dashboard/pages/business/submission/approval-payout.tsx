import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Submission } from '../../../../submissions/model.ts';
import type { ApiError } from '../../../data/api.ts';
import { formatMoney, formatNumber, formatReward } from '../../../data/format.ts';
import { describeField } from '../../../data/issues.ts';
import { reviewParts as t } from '../../../messages/reviewParts/index.ts';
import { Card, DetailList } from '../../../ui/components.tsx';
import { MoneyField, parseNumber, toNumberText } from '../../../ui/field.tsx';

interface ApprovalPayoutProps {
  submission: Submission;
  orderValue: Signal<number | null>;
  /** The error of the order value. */
  failure: ApiError | undefined;
}

/** Shows what an approval credits through a program, and lets the reviewer confirm or correct the order value. */
export default function ApprovalPayout({ submission, orderValue, failure }: ApprovalPayoutProps) {
  const { projected } = submission;
  const text = useSignal(toNumberText(submission.orderValue));
  const value = parseNumber(text) ?? null;
  useEffect(() => {
    orderValue.value = value;
  }, [value]);
  const isCorrected = value !== submission.orderValue;
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
      <MoneyField
        label={t.orderValue}
        hint={t.orderValueHint}
        value={text}
        error={describeField(failure, 'orderValue')}
      />
    </Card>
  );
}
