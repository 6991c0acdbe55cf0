import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Reward } from '../../../../rewards/model.ts';
import { formatValidUntil } from '../../../data/format.ts';
import { rewards as t } from '../../../messages/rewards/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { formatOffer } from '../shared/shop-parts.tsx';

const WalletButtons = lazyComponent(() => import('./wallet-buttons.tsx'));
const Qr = lazyComponent(() => import('../../../ui/qr.tsx'));

interface WakeLock {
  release(): Promise<void>;
}

/** Keeps the screen on while a code is shown; browsers without this feature dim it as usual. */
function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLock | undefined;
    let isClosed = false;
    const { wakeLock } = navigator as { wakeLock?: { request(type: 'screen'): Promise<WakeLock> } };
    wakeLock
      ?.request('screen')
      .then(acquired => {
        lock = acquired;
        if (isClosed) return acquired.release();
      })
      .catch(() => {
        // The code can be shown without it, e.g. on low battery.
      });
    return () => {
      isClosed = true;
      lock?.release().catch(() => {});
    };
  }, []);
}

interface BrightScreenProps {
  /** Accessible name. */
  label: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A code on the whole screen, bright in both themes, for the person at the counter. */
export function BrightScreen({ label, onClose, children }: BrightScreenProps) {
  const element = useRef<HTMLDialogElement>(null);
  useWakeLock();
  useEffect(() => {
    const opener = document.activeElement as HTMLElement | null;
    element.current?.showModal();
    return () => opener?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      class="code-screen"
      aria-label={label}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <Button onClick={onClose}>{t.done}</Button>
    </dialog>
  );
}

type ShownReward = Pick<
  Reward,
  'code' | 'currency' | 'expiresAt' | 'type' | 'value' | 'name' | 'maxAmount' | 'names'
> & {
  /** Left out where the reward can't be added to a wallet. */
  id?: string;
};

/** A reward's code on the whole screen. */
export function CodeScreen({ reward, onClose }: { reward: ShownReward; onClose: () => void }) {
  const { id, code, expiresAt, names } = reward;
  return (
    <BrightScreen label={formatText(t.code, { code })} onClose={onClose}>
      <p class="code-offer">{formatOffer({ ...reward, name: reward.name ?? null, expiresInDays: 0 })}</p>
      {names && <p>{names.business}</p>}
      <Qr text={`${location.origin}/dashboard/counter?code=${code}`} label={formatText(t.qr, { code })} />
      <p class="code-large">{code}</p>
      <p>{formatText(t.showScreen, { date: formatValidUntil(expiresAt) })}</p>
      {id && <WalletButtons subject={{ rewardId: id }} />}
    </BrightScreen>
  );
}
