import type { ListedReward } from '../../../rewards/model.ts';
import { formatDateTime, formatMoney, formatReward } from '../../data/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

const CODE_LENGTH = 10;

/** Returns true if the text has as many letters and digits as a code. */
export function isComplete(code: string): boolean {
  return code.replaceAll(/[\s-]/g, '').length === CODE_LENGTH;
}

interface RewardPreviewProps {
  reward: ListedReward;
  /** The entered order value, if any. */
  orderValue: number | undefined;
}

/** Shows whose reward a code is, before it is redeemed. */
export function RewardPreview({ reward, orderValue }: RewardPreviewProps) {
  const { status, expiresAt, campaign, customer } = reward;
  const source = [customer?.name ?? 'Customer', campaign?.name].filter(Boolean).join(' · ');
  return (
    <section class={`reward-preview${status === 'issued' ? '' : ' is-closed'}`} role="status">
      <p class="reward-amount">{getAmount(reward)}</p>
      <p>{source}</p>
      {status === 'issued' ? (
        <p class="hint">Valid until {formatDateTime(expiresAt)}</p>
      ) : (
        <p class="notice warn">
          <Icon name="warning" />
          <span>
            <strong>This reward can't be redeemed.</strong> <ClosedReason reward={reward} />
          </span>
        </p>
      )}
      {status === 'issued' && <Payment reward={reward} orderValue={orderValue} />}
    </section>
  );
}

function getAmount(reward: ListedReward): string {
  return reward.name ? formatReward(reward) : `${formatReward(reward)} off`;
}

function ClosedReason({ reward: { status, redeemedAt, expiresAt } }: { reward: ListedReward }) {
  if (status === 'redeemed')
    return (
      <>
        It was already redeemed <RelativeTime at={redeemedAt} />.
      </>
    );
  if (status === 'expired')
    return (
      <>
        It expired <RelativeTime at={expiresAt} />.
      </>
    );
  return <>It was voided.</>;
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
      Discount {formatMoney(discount)} · To pay <strong>{formatMoney(orderValue - discount)}</strong>
    </p>
  );
}
