import type { ListedReward } from '../../../../rewards/model.ts';
import { formatMoney, formatRelativeTime, formatReward, formatValidUntil } from '../../../data/format.ts';
import { redeem as t } from '../../../messages/redeem/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Icon } from '../../../ui/icon.tsx';

interface RewardPreviewProps {
  reward: ListedReward;
  /** The entered order value, if any. */
  orderValue: number | undefined;
}

/** Shows whose reward a code is, before it is redeemed. */
export function RewardPreview({ reward, orderValue }: RewardPreviewProps) {
  const { status, expiresAt, campaign, customer } = reward;
  const source = [customer?.name ?? t.customer, campaign?.name].filter(Boolean).join(' · ');
  return (
    <section class={`reward-preview${status === 'issued' ? '' : ' is-closed'}`} role="status">
      <p class="reward-amount">{getAmount(reward)}</p>
      <p>{source}</p>
      {status === 'issued' ? (
        <p class="hint">{formatText(t.validUntil, { time: formatValidUntil(expiresAt) })}</p>
      ) : (
        <p class="notice warn">
          <Icon name="warning" />
          <span>
            <strong>{t.closed}</strong> {describeClosed(reward)}
          </span>
        </p>
      )}
      {status === 'issued' && <Payment reward={reward} orderValue={orderValue} />}
    </section>
  );
}

function getAmount(reward: ListedReward): string {
  return reward.name ? formatReward(reward) : formatText(t.off, { amount: formatReward(reward) });
}

function describeClosed({ status, redeemedAt, expiresAt }: ListedReward): string {
  if (status === 'redeemed') return formatText(t.redeemed, { time: formatRelativeTime(redeemedAt) });
  return status === 'expired' ? formatText(t.expired, { time: formatRelativeTime(expiresAt) }) : t.voided;
}

/** Shows the amount to pay for the entered order value. */
function Payment({ reward, orderValue }: RewardPreviewProps) {
  if (reward.name || orderValue === undefined || !(orderValue > 0)) return null;
  const { type, maxAmount } = reward;
  const value = reward.value ?? 0;
  const share = Math.floor(orderValue * value) / 100;
  const discount = Math.min(type === 'percentage' ? Math.min(share, maxAmount ?? share) : value, orderValue);
  return (
    <p>
      {formatText(t.discount, { amount: formatMoney(discount) })} · {t.toPay}{' '}
      <strong>{formatMoney(orderValue - discount)}</strong>
    </p>
  );
}
