import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ListedReward } from '../../../../rewards/model.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { Button } from '../../../ui/button.tsx';
import { MoneyField, parseNumber } from '../../../ui/field.tsx';
import { RewardPreview } from '../reward/reward-preview.tsx';
import { start } from './attempts.ts';
import { redeemReward } from './counter-work.ts';

interface RewardPanelProps {
  reward: ListedReward;
  onClose: () => void;
}

/** Time before Redeem has the focus, so that an Enter after the last letter of a code does not redeem unseen. */
const READING_MS = 700;

/** A scanned reward: whose it is, and Redeem, which soon has the focus; a percentage asks for the order value. */
export function RewardPanel({ reward, onClose }: RewardPanelProps) {
  const orderValue = useSignal('');
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    const value = form.current?.querySelector('input');
    value?.focus();
    const button = form.current?.querySelector<HTMLElement>('button[type="submit"]');
    const timer = setTimeout(() => value || button?.focus(), READING_MS);
    return () => clearTimeout(timer);
  }, [reward.id]);
  const isOpen = reward.status === 'issued';
  const needsOrderValue = isOpen && reward.type === 'percentage';
  const redeem = (event: Event) => {
    event.preventDefault();
    const value = parseNumber(orderValue);
    if (needsOrderValue && !(value !== undefined && value > 0)) return;
    onClose();
    start(redeemReward(reward, needsOrderValue ? value : undefined));
  };
  return (
    <section class="card" aria-label={t.reward}>
      <form ref={form} class="redeem-form" onSubmit={redeem}>
        <RewardPreview reward={reward} orderValue={parseNumber(orderValue)} />
        {needsOrderValue && <MoneyField label={t.orderValue} value={orderValue} isRequired />}
        {isOpen && (
          <Button type="submit" kind="primary">
            {t.redeem}
          </Button>
        )}
        <Button kind="quiet" onClick={onClose}>
          {isOpen ? shell.cancel : shell.close}
        </Button>
      </form>
    </section>
  );
}
