import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { query, setQuery } from '../../../data/router.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { Button } from '../../../ui/button.tsx';
import { PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { AttemptList } from './attempt-list.tsx';
import { CounterField, type Found } from './counter-field.tsx';
import { RecentActions } from './recent-actions.tsx';

const loadMemberPanel = async () => ({ default: (await import('./member-panel.tsx')).MemberPanel });
const loadRewardPanel = async () => ({ default: (await import('./reward-panel.tsx')).RewardPanel });
const MemberPanel = lazyComponent(loadMemberPanel);
const RewardPanel = lazyComponent(loadRewardPanel);

/**
 * The page for the counter: find a member or a code, then stamp, add a purchase, redeem or undo. `?code=` and `?card=` open
 * what a QR code links to.
 */
export default function Counter() {
  const text = useSignal(query.value.get('code') ?? query.value.get('card') ?? '');
  const found = useSignal<Found | null>(null);
  useEffect(() => {
    // Reloading the page must not open the code again.
    if (query.value.size > 0) setQuery({ code: null, card: null });
    // The first customer must not wait for the panels, nor depend on the network of that moment.
    Promise.all([loadMemberPanel(), loadRewardPanel()]).catch(() => {});
  }, []);
  const open = (next: Found) => {
    found.value = next;
    text.value = '';
  };
  const close = () => {
    found.value = null;
    document.getElementById('counter-input')?.focus();
  };
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) close();
    };
    addEventListener('keydown', leave);
    return () => removeEventListener('keydown', leave);
  }, []);
  const current = found.value;
  return (
    <div class="counter">
      <PageHead title={t.title} />
      <CounterField
        text={text.value}
        hasRecent={!current}
        onText={value => {
          text.value = value;
          // The card that is open belongs to someone else than the one who is looked up.
          if (value !== '') found.value = null;
        }}
        onFound={open}
      />
      <AttemptList />
      {current?.kind === 'member' && (
        <MemberPanel
          member={current.member}
          onChanged={member => {
            found.value = { kind: 'member', member };
          }}
          onClose={close}
        />
      )}
      {current?.kind === 'reward' && <RewardPanel reward={current.reward} onClose={close} />}
      {current?.kind === 'member' && <Button onClick={close}>{t.nextCustomer}</Button>}
      <RecentActions />
    </div>
  );
}
