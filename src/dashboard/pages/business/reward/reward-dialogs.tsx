import { signal } from '@preact/signals';
import type { OpenReward } from '../../../../programs/members/model.ts';
import type { ListedReward } from '../../../../rewards/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatReward } from '../../../data/format.ts';
import { tenantParams } from '../../../data/session.ts';
import { rewardPage as t } from '../../../messages/rewardPage/index.ts';
import { formatText } from '../../../messages/text.ts';
import { MoneyField, parseNumber, TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { PlaceField } from '../shared/place-field.tsx';
import { nameReward } from './reward-steps.ts';

type Redeemable = Pick<OpenReward, 'id' | 'type' | 'value' | 'name' | 'maxAmount' | 'currency'>;

/**
 * Redeems a reward away from the counter; a percentage asks for the order value.
 * @param customer the customer's name
 */
export function redeemReward(reward: Redeemable, customer: string, onDone: () => void): void {
  const orderValue = signal('');
  const isPercentage = reward.type === 'percentage';
  openForm({
    title: formatText(t.redeemTitle, { reward: formatReward(reward) }),
    submitLabel: t.redeemReward,
    content: (
      <>
        <p>{formatText(t.redeemHow, { customer })}</p>
        {isPercentage && <MoneyField label={t.orderValue} value={orderValue} name="orderValue" isRequired />}
      </>
    ),
    run: async () => {
      const value = isPercentage ? parseNumber(orderValue) : undefined;
      const body = { rewardId: reward.id, orderValue: value, ...tenantParams() };
      const { discount } = await send(api.rewards.redeem.post(body));
      toast(
        reward.name
          ? formatText(t.giveItem, { item: reward.name })
          : formatText(t.takeOff, { amount: formatMoney(discount) }),
      );
      onDone();
    },
  });
}

/** Makes a redeemed reward redeemable again, with a reason. */
export function reinstateReward(reward: ListedReward, onDone: () => void): void {
  const [reason, placeId] = [signal(''), signal('')];
  const body = () => ({
    rewardId: reward.id,
    reason: reason.value || undefined,
    placeId: placeId.value || undefined,
    ...tenantParams(),
  });
  openForm({
    title: formatText(t.reinstateTitle, { reward: nameReward(reward) }),
    submitLabel: t.reinstate,
    content: (
      <>
        <p>{formatText(t.reinstateHow, { code: reward.code })}</p>
        <TextField label={t.reason} placeholder={t.reasonExample} value={reason} name="reason" />
        <PlaceField value={placeId} />
      </>
    ),
    call: () => ({ operation: 'reinstateReward', values: body() }),
    run: async () => {
      await send(api.rewards.reinstate.post(body()));
      toast(t.reinstatedHow);
      onDone();
    },
  });
}

/** Voids a reward that was not redeemed, with a reason. */
export function withdrawReward(rewardId: string, onDone: () => void): void {
  const reason = signal('');
  openForm({
    title: t.withdrawTitle,
    submitLabel: t.withdraw,
    isDanger: true,
    content: (
      <>
        <p>{t.withdrawHow}</p>
        <TextField label={t.reason} value={reason} name="reason" isRequired />
      </>
    ),
    run: async () => {
      await send(api.rewards.void.post({ rewardId, reason: reason.value, ...tenantParams() }));
      toast(t.withdrawn);
      onDone();
    },
  });
}
