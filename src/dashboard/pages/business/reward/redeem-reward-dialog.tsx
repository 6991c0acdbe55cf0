import { useSignal } from '@preact/signals';
import type { OpenReward } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatReward } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { MoneyField, parseNumber } from '../../../ui/field.tsx';
import { toast } from '../../../ui/toast.tsx';

interface RedeemRewardProps {
  reward: Pick<OpenReward, 'id' | 'type' | 'value' | 'name' | 'maxAmount' | 'currency'>;
  /** The customer's name. */
  customer: string;
  onClose: () => void;
  onDone: () => void;
}

/** Redeems a reward away from the counter; a percentage asks for the order value. */
export default function RedeemRewardDialog({ reward, customer, onClose, onDone }: RedeemRewardProps) {
  const orderValue = useSignal('');
  const isPercentage = reward.type === 'percentage';
  const redeem = useAction(async () => {
    const value = isPercentage ? parseNumber(orderValue) : undefined;
    const body = { rewardId: reward.id, orderValue: value, ...tenantParams() };
    const { discount } = await send(api.rewards.redeem.post(body));
    toast(
      reward.name
        ? formatText(t.giveItem, { item: reward.name })
        : formatText(t.takeOff, { amount: formatMoney(discount) }),
    );
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.redeemTitle, { reward: formatReward(reward) })}
      confirmLabel={t.redeemReward}
      action={redeem}
      onClose={onClose}
    >
      <p>{formatText(t.redeemHow, { customer })}</p>
      {isPercentage && (
        <MoneyField
          label={t.orderValue}
          value={orderValue}
          error={redeem.fieldError('orderValue')}
          isRequired
        />
      )}
    </ConfirmDialog>
  );
}
