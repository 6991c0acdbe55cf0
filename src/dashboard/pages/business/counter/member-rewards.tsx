import { useSignal } from '@preact/signals';
import type { Member, MemberProgress, OpenReward } from '../../../../programs/members/model.ts';
import { formatReward, formatValidUntil } from '../../../data/format.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField, parseNumber } from '../../../ui/field.tsx';
import { groupRewards } from '../reward/reward-groups.ts';
import type { Work } from './attempts.ts';
import { CounterForm } from './counter-form.tsx';
import { buyReward, redeemReward } from './counter-work.ts';

interface MemberRewardsProps {
  member: Member;
  progress: MemberProgress;
  onRun: (work: Work) => void;
}

/** The rewards that a member can redeem now, and what the member's points can buy. */
export function MemberRewards({ member, progress: { openRewards, shop }, onRun }: MemberRewardsProps) {
  const affordable = shop.filter(({ status }) => status === 'available');
  return (
    <>
      {openRewards.length > 0 && (
        <div class="counter-rewards">
          <h3>{t.openRewards}</h3>
          <ul class="rows">
            {groupRewards(openRewards).map(([reward, ...others]) =>
              reward ? (
                <OpenRewardRow
                  key={reward.id}
                  reward={reward}
                  count={others.length + 1}
                  onRedeem={orderValue => onRun(redeemReward(reward, orderValue, member.id))}
                />
              ) : null,
            )}
          </ul>
        </div>
      )}
      {affordable.length > 0 && (
        <div class="counter-rewards">
          <h3>{t.forPoints}</h3>
          <ul class="rows">
            {affordable.map(item => (
              <li key={item.id}>
                <span>
                  <strong>{item.name}</strong>{' '}
                  <span class="hint">{formatText(t.points, { count: item.points })}</span>
                </span>
                <Button isSmall onClick={() => onRun(buyReward(member, item))}>
                  {t.buy}
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

interface OpenRewardRowProps {
  /** The one of several equal ones that expires first. */
  reward: OpenReward;
  count: number;
  onRedeem: (orderValue?: number) => void;
}

/** A reward to redeem, which asks for confirmation, or for the order value of a percentage. */
function OpenRewardRow({ reward, count, onRedeem }: OpenRewardRowProps) {
  const isAsking = useSignal(false);
  const orderValue = useSignal('');
  const isPercentage = reward.type === 'percentage';
  const close = () => {
    isAsking.value = false;
  };
  const redeem = () => {
    const value = parseNumber(orderValue);
    if (isPercentage && !(value !== undefined && value > 0)) return;
    close();
    onRedeem(isPercentage ? value : undefined);
  };
  if (isAsking.value)
    return (
      <li>
        <CounterForm onSubmit={redeem} onCancel={close}>
          {isPercentage && <MoneyField label={t.orderValue} value={orderValue} isRequired />}
          <Button type="submit" kind="primary">
            {formatText(t.redeemOf, { reward: formatReward(reward) })}
          </Button>
        </CounterForm>
      </li>
    );
  return (
    <li>
      <span>
        <strong>{formatReward(reward)}</strong>
        {count > 1 && ` × ${count}`}{' '}
        <span class="hint">{formatText(t.validUntil, { date: formatValidUntil(reward.expiresAt) })}</span>
      </span>
      <Button
        label={`${t.redeem}: ${formatReward(reward)}`}
        onClick={() => {
          isAsking.value = true;
        }}
      >
        {t.redeem}
      </Button>
    </li>
  );
}
