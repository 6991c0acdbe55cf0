import { useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Member, MemberProgress } from '../../../../programs/members/model.ts';
import { api } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useRead } from '../../../data/resource.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { MoneyField, NumberField, parseNumber, TextField, toNumberText } from '../../../ui/field.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { SHOP_ICONS } from '../../../ui/shop-icons.ts';
import { Loaded } from '../../../ui/states.tsx';
import { formatMember, hasUnconfirmedPhone } from '../shared/member-labels.ts';
import { StampGoals } from '../shared/stamp-goals.tsx';
import { type Attempt, attempts, lastConfirmed, start, type Work } from './attempts.ts';
import { CounterForm } from './counter-form.tsx';
import { recordVisit, redeemCashback } from './counter-work.ts';
import { MemberMenu } from './member-menu.tsx';
import { MemberRewards } from './member-rewards.tsx';

const PhoneNotice = lazyComponent(() => import('../member/phone-notice.tsx'));
const ClaimDialog = lazyComponent(() => import('../member/claim-dialog.tsx'));

interface MemberPanelProps {
  member: Member;
  onChanged: (member: Member) => void;
  onClose: () => void;
}

/** The card of a member at the counter: stamps, points, balance, open rewards, and what can be done. */
export function MemberPanel({ member, onChanged, onClose }: MemberPanelProps) {
  const { programId, memberId } = member;
  const form = useSignal<'purchase' | 'cashback' | null>(null);
  const stampButton = useRef<HTMLDivElement>(null);
  const opening = useMemo(() => ({ visits: member.visits, attempts: attempts.peek() }), [member.id]);
  const progress = useRead(
    api.programs({ id: programId }).progress.get,
    { memberId },
    { also: [lastConfirmed.value] },
  );
  useLayoutEffect(() => {
    form.value = null;
    stampButton.current?.querySelector('button')?.focus();
  }, [member.id]);
  const run = (work: Work) => {
    form.value = null;
    start(work);
  };
  const setForm = (next: 'purchase' | 'cashback') => {
    form.value = form.value === next ? null : next;
  };
  const change = (changed: Member) => {
    onChanged(changed);
    progress.reload();
  };
  const data = progress.data.value;
  const current = data && 'totals' in data && data.memberId === memberId ? data : undefined;
  const visits = current?.totals.visits ?? member.visits;
  const isActive = member.status === 'active';
  return (
    <section class="card member-panel" aria-label={formatMember(member)}>
      <header>
        <div>
          <h2>{formatMember(member)}</h2>
          <p class="hint">{[member.phone, member.tier].filter(Boolean).join(' · ') || member.memberId}</p>
        </div>
        <div class="actions">
          <MemberMenu member={member} onChanged={change} />
          <Button kind="quiet" icon="cross" label={shell.close} onClick={onClose} />
        </div>
      </header>
      {!isActive && (
        <p class="notice warn">
          {formatText(t.notActive, { state: shell.states[member.status] ?? member.status })}
        </p>
      )}
      {hasUnconfirmedPhone(member) && <PhoneNotice member={member} onConfirmed={onChanged} />}
      <Balance member={member} progress={current} />
      <div class="counter-actions" ref={stampButton} hidden={form.value !== null}>
        <Button
          kind="primary"
          icon="check"
          isDisabled={!isActive}
          onClick={() => run(recordVisit(member, { quantity: 1 }))}
        >
          {t.stamp}
        </Button>
        <Button icon="plus" isDisabled={!isActive} onClick={() => setForm('purchase')}>
          {t.addPurchase}
        </Button>
        {member.cashback.available > 0 && (
          <Button icon="card" onClick={() => setForm('cashback')}>
            {t.redeemCashback}
          </Button>
        )}
        {isActive && !member.memberId.startsWith('usr_') && <ClaimButton member={member} />}
      </div>
      {form.value === 'purchase' && (
        <PurchaseForm
          isStamped={visits > opening.visits || hasNewStamp(member.id, opening.attempts)}
          onSubmit={purchase => run(recordVisit(member, purchase))}
          onCancel={() => {
            form.value = null;
          }}
        />
      )}
      {form.value === 'cashback' && (
        <CashbackForm
          available={member.cashback.available}
          onSubmit={amount => run(redeemCashback(member, amount))}
          onCancel={() => {
            form.value = null;
          }}
        />
      )}
      <Loaded resource={progress}>
        {() =>
          current && (
            <>
              <StampGoals goals={current.goals} pending={countPendingStamps(member.id)} />
              <MemberRewards member={member} progress={current} onRun={run} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

/** Opens the code by which a member without an account claims the card. */
function ClaimButton({ member }: { member: Member }) {
  const open = () => openDialog(close => <ClaimDialog member={member} onClose={close} />);
  return (
    <Button icon={SHOP_ICONS.qr} onClick={open}>
      {t.letClaim}
    </Button>
  );
}

/** Returns whether a stamp was given that the visits may not count yet. @param earlier the attempts when the card was opened */
function hasNewStamp(memberKey: string, earlier: readonly Attempt[]): boolean {
  const known = new Set(earlier.map(({ id }) => id));
  return attempts.value.some(
    ({ id, memberKey: key, state, stamps = 0 }) =>
      key === memberKey && stamps > 0 && !known.has(id) && (state === 'sending' || state === 'done'),
  );
}

/** Returns the stamps that are being saved: shown as expected, not as given. */
function countPendingStamps(memberKey: string): number {
  return attempts.value
    .filter(item => item.memberKey === memberKey && item.state === 'sending')
    .reduce((sum, { stamps = 0 }) => sum + stamps, 0);
}

function Balance({ member, progress }: { member: Member; progress: MemberProgress | undefined }) {
  const points = progress?.totals.pointsBalance ?? member.pointsBalance;
  return (
    <dl class="member-balance">
      <div>
        <dt>{t.pointsName}</dt>
        <dd>{formatNumber(points)}</dd>
      </div>
      <div>
        <dt>{t.cashback}</dt>
        <dd>{formatMoney(member.cashback.available)}</dd>
      </div>
      <div>
        <dt>{t.visits}</dt>
        <dd>{formatNumber(progress?.totals.visits ?? member.visits)}</dd>
      </div>
    </dl>
  );
}

interface PurchaseFormProps {
  /** Whether the visit of the purchase has its stamp. */
  isStamped: boolean;
  onSubmit: (purchase: { orderValue: number; orderId?: string; quantity: number }) => void;
  onCancel: () => void;
}

function PurchaseForm({ isStamped, onSubmit, onCancel }: PurchaseFormProps) {
  const [orderValue, orderId, stamps] = [useSignal(''), useSignal(''), useSignal(isStamped ? '0' : '1')];
  const submit = () => {
    const value = parseNumber(orderValue);
    if (value === undefined || !(value > 0)) return;
    onSubmit({
      orderValue: value,
      quantity: Math.max(0, parseNumber(stamps, 0) ?? 1),
      ...(orderId.value && { orderId: orderId.value }),
    });
  };
  return (
    <CounterForm onSubmit={submit} onCancel={onCancel}>
      <MoneyField label={t.orderValue} value={orderValue} isRequired />
      <NumberField
        label={t.stampsName}
        hint={isStamped ? t.alreadyStamped : undefined}
        value={stamps}
        digits={0}
        isRequired
      />
      <TextField label={t.receipt} hint={t.receiptHint} value={orderId} />
      <Button type="submit" kind="primary">
        {t.addPurchase}
      </Button>
    </CounterForm>
  );
}

interface CashbackFormProps {
  available: number;
  onSubmit: (amount: number) => void;
  onCancel: () => void;
}

function CashbackForm({ available, onSubmit, onCancel }: CashbackFormProps) {
  const amount = useSignal(toNumberText(available));
  const submit = () => {
    const value = parseNumber(amount);
    if (value !== undefined && value > 0) onSubmit(value);
  };
  return (
    <CounterForm onSubmit={submit} onCancel={onCancel}>
      <MoneyField label={t.amount} value={amount} isRequired />
      <Button type="submit" kind="primary">
        {t.redeemCashback}
      </Button>
    </CounterForm>
  );
}
