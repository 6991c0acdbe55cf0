import { useSignal } from '@preact/signals';
import type { Cashback } from '../../../../programs/cashback/model.ts';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { getCash } from '../../../data/wallet.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge, Card, type Tone } from '../../../ui/components.tsx';
import { MoneyField, parseAmount, toNumberText } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { RelativeTime, TimeLeft } from '../../../ui/relative-time.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

const MAX_LISTED = 20;
/** The rest of the list opens on demand. */
const MAX_SHOWN = 3;

const TONES: Record<Cashback['status'], Tone> = {
  pending: 'info',
  available: 'good',
  redeemed: 'neutral',
  void: 'neutral',
  reversed: 'bad',
  expired: 'neutral',
};

/** A membership's cashback, and its conversion to perk balance. */
export default function CashbackCard({ member, onChange }: { member: Member; onChange: () => void }) {
  const { programId: id, cashback } = member;
  const list = useRead(
    api.programs({ id }).cashback.get,
    { page: 1, perPage: MAX_LISTED },
    { also: [cashback.available, cashback.pending, cashback.redeemed] },
  );
  return (
    <Card title={t.cashback}>
      <p>{describeSums(cashback, member.currency)}</p>
      <Loaded resource={list} isEmpty={({ items }) => items.length === 0} empty={<p>{t.noCashback}</p>}>
        {({ items }) => (
          <div class="stack">
            <CashbackRows items={items.slice(0, MAX_SHOWN)} />
            {items.length > MAX_SHOWN && (
              <details>
                <summary>{formatText(t.showMore, { count: items.length - MAX_SHOWN })}</summary>
                <CashbackRows items={items.slice(MAX_SHOWN)} />
              </details>
            )}
          </div>
        )}
      </Loaded>
      {cashback.available > 0 && (
        <details>
          <summary>{t.convert}</summary>
          <ConvertForm member={member} onChange={onChange} />
        </details>
      )}
    </Card>
  );
}

/** States the sums in one sentence, e.g. "$4.74 available · $0.42 pending until the return period ends". */
function describeSums({ available, pending, redeemed }: Member['cashback'], currency: string): string {
  return [
    formatText(t.available, { amount: formatMoney(available, currency) }),
    pending > 0 && formatText(t.pendingUntil, { amount: formatMoney(pending, currency) }),
    redeemed > 0 && formatText(t.redeemed, { amount: formatMoney(redeemed, currency) }),
  ]
    .filter(Boolean)
    .join(' · ');
}

function CashbackRows({ items }: { items: Cashback[] }) {
  return (
    <ul class="rows">
      {items.map(item => (
        <CashbackRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function CashbackRow({ item }: { item: Cashback }) {
  const { amount, remaining, currency, status, description, orderValue } = item;
  const { availableAt, expiresAt, createdAt } = item;
  return (
    <li>
      <div>
        <strong>{formatMoney(amount, currency)}</strong>{' '}
        {description ??
          (orderValue !== null && formatText(t.onPurchase, { amount: formatMoney(orderValue, currency) }))}
        <p class="hint">
          <RelativeTime at={createdAt} />
          {status === 'pending' && (
            <>
              {` · ${t.availableAt} `}
              <RelativeTime at={availableAt} />
            </>
          )}
          {status === 'available' &&
            remaining < amount &&
            ` · ${formatText(t.remaining, { amount: formatMoney(remaining, currency) })}`}
          {status === 'available' && expiresAt && (
            <>
              {` · ${t.expires} `}
              <TimeLeft until={expiresAt} />
            </>
          )}
        </p>
      </div>
      <Badge tone={TONES[status]}>{t.statuses[status]}</Badge>
    </li>
  );
}

function ConvertForm({ member, onChange }: { member: Member; onChange: () => void }) {
  const { programId, memberId, currency, cashback } = member;
  const amount = useSignal(toNumberText(cashback.available));
  const body = () => ({ programId, memberId, amount: parseAmount(amount, currency) ?? 0 });
  const convert = useAction(async () => {
    await send(api.exchange.enroll.post({}));
    const { wallet } = await send(api.exchange.deposits.post(body()));
    toast(formatText(t.converted, { balance: formatMoney(getCash(wallet, currency).available, currency) }));
    amount.value = '';
    onChange();
  });
  return (
    <Form class="stack" action={convert}>
      <MoneyField
        currency={currency}
        label={t.convertAmount}
        hint={t.convertHint}
        value={amount}
        name="amount"
        isRequired
      />
      <FormActions label={t.convertButton} kind="plain" />
    </Form>
  );
}
