import { useSignal } from '@preact/signals';
import type { Member, MemberProgress, OpenReward } from '../../../../programs/members/model.ts';
import { formatReward, formatValidUntil } from '../../../data/format.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField, parseNumber } from '../../../ui/field.tsx';
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
            {openRewards.map(reward => (
              <OpenRewardRow
                key={reward.id}
                reward={reward}
                onRedeem={orderValue => onRun(redeemReward(reward, orderValue, member.id))}
              />
            ))}
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
  reward: OpenReward;
  onRedeem: (orderValue?: number) => void;
}

/** A reward to redeem; a percentage asks for the order value first. */
function OpenRewardRow({ reward, onRedeem }: OpenRewardRowProps) {
  const isAsking = useSignal(false);
  const orderValue = useSignal('');
  const redeem = () => {
    const value = parseNumber(orderValue);
    if (value !== undefined && value > 0) onRedeem(value);
  };
  if (isAsking.value)
    return (
      <li>
        <CounterForm onSubmit={redeem}>
          <MoneyField label={t.orderValue} value={orderValue} isRequired />
          <Button type="submit" kind="primary">
            {formatText(t.redeemOf, { reward: formatReward(reward) })}
          </Button>
        </CounterForm>
      </li>
    );
  return (
    <li>
      <span>
        <strong>{formatReward(reward)}</strong>{' '}
        <span class="hint">{formatText(t.validUntil, { date: formatValidUntil(reward.expiresAt) })}</span>
      </span>
      <Button
        kind="primary"
        onClick={() => {
          if (reward.type === 'percentage') isAsking.value = true;
          else onRedeem();
        }}
      >
        {t.redeem}
      </Button>
    </li>
  );
}
