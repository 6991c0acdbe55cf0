import { signal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { navigate } from '../../../data/router.ts';
import { memberDialogs as t } from '../../../messages/memberDialogs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { MoneyField, parseNumber, TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember, toMemberPath } from '../shared/member-labels.ts';
import { createReference } from '../shared/member-reference.ts';
import { formatCashbackTerms } from '../shared/program-labels.ts';

/** Records a member's order, which earns cashback under the program's terms. */
export function recordOrder({ id, rewards }: Program, member: Member, onDone: () => void): void {
  const [orderValue, orderId] = [signal(''), signal('')];
  const body = () => ({
    memberId: member.memberId,
    orderValue: parseNumber(orderValue),
    orderId: orderId.value || undefined,
  });
  openForm({
    title: formatText(t.recordOrderFor, { member: formatMember(member) }),
    submitLabel: t.recordOrder,
    content: (
      <>
        <p>{formatText(t.cashbackTerms, { terms: formatCashbackTerms(rewards.cashback) })}</p>
        <MoneyField label={t.orderValue} value={orderValue} name="orderValue" isRequired />
        <TextField label={t.receipt} hint={t.receiptHint} value={orderId} name="orderId" />
      </>
    ),
    call: () => ({ operation: 'createCashback', values: { id, ...body() } }),
    run: async () => {
      const cashback = await send(api.programs({ id }).cashback.post(body()));
      toast(formatText(t.orderRecorded, { amount: formatMoney(cashback.amount) }));
      onDone();
    },
  });
}

/** Erases everything by which a member can be recognized, after confirmation. */
export function eraseMember(member: Member): void {
  const { programId: id, memberId } = member;
  openForm({
    title: formatText(t.eraseTitle, { member: formatMember(member) }),
    submitLabel: t.erase,
    isDanger: true,
    content: t.eraseHow,
    call: { operation: 'eraseMember', values: { id, memberId } },
    run: async () => {
      const erased = await send(api.programs({ id }).members({ memberId }).delete());
      toast(t.erased);
      navigate(toMemberPath({ programId: id, memberId: erased.memberId }), { replace: true });
    },
  });
}

/** Redeems a member's cashback. */
export function redeemCashback({ id }: Program, member: Member, onDone: () => void): void {
  const amount = signal('');
  const body = () => ({
    action: 'redeem' as const,
    memberId: member.memberId,
    amount: parseNumber(amount) ?? 0,
  });
  openForm({
    title: formatText(t.redeemCashbackFor, { member: formatMember(member) }),
    submitLabel: t.redeemCashback,
    content: (
      <>
        <p>
          <strong>{formatMoney(member.cashback.available)}</strong> {t.available}
        </p>
        <MoneyField label={t.amount} value={amount} name="amount" isRequired />
      </>
    ),
    call: () => ({ operation: 'createCashback', values: { id, ...body() } }),
    run: async () => {
      const redeemed = await send(api.programs({ id }).cashback.post(body()));
      const taken = formatMoney(redeemed.amount);
      toast(
        'balance' in redeemed
          ? formatText(t.cashbackRedeemedLeft, { amount: taken, left: formatMoney(redeemed.balance) })
          : formatText(t.cashbackRedeemed, { amount: taken }),
      );
      onDone();
    },
  });
}

/** Enrolls a customer under the business's own identifier, if it has one. */
export function enrollMember(id: string, onDone: () => void): void {
  const memberId = signal('');
  const details = createDetails({ name: null, email: null, phone: null });
  const reference = createReference();
  const body = () => ({ memberId: memberId.value || reference, ...withoutNull(details.read()) });
  openForm({
    title: t.enroll,
    submitLabel: t.enroll,
    content: (
      <>
        <TextField
          label={t.memberId}
          hint={t.memberIdHint}
          placeholder="card-4711"
          value={memberId}
          name="memberId"
        />
        {details.fields}
      </>
    ),
    call: () => ({ operation: 'enrollMember', values: { id, ...body() } }),
    run: async () => {
      await send(api.programs({ id }).members.post(body()));
      toast(t.enrolled);
      onDone();
    },
  });
}

/** Changes the fields by which a member is found. */
export function editMember(member: Member, onDone: (changed: Member) => void): void {
  const { programId: id, memberId } = member;
  const details = createDetails(member);
  // A number that only the member entered stays unconfirmed unless it is changed here.
  const body = () => {
    const change = details.read();
    return change.phone === member.phone ? { ...change, phoneConfirmed: member.phoneConfirmed } : change;
  };
  openForm({
    title: formatText(t.edit, { member: formatMember(member) }),
    submitLabel: t.save,
    content: details.fields,
    call: () => ({ operation: 'updateMember', values: { id, memberId, ...body() } }),
    run: async () => {
      const changed = await send(api.programs({ id }).members({ memberId }).put(body()));
      toast(t.saved);
      onDone(changed);
    },
  });
}

type Details = Pick<Member, 'name' | 'email' | 'phone'>;

function createDetails(before: Details) {
  const [name, phone, email] = [
    signal(before.name ?? ''),
    signal(before.phone ?? ''),
    signal(before.email ?? ''),
  ];
  const read = (): Details => ({
    name: name.value || null,
    phone: phone.value || null,
    email: email.value || null,
  });
  const fields = (
    <>
      <TextField label={t.name} value={name} name="name" />
      <TextField label={t.phone} type="tel" hint={t.phoneHint} value={phone} name="phone" />
      <TextField label={t.email} type="email" value={email} name="email" />
    </>
  );
  return { read, fields };
}

function withoutNull(details: Details) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
}
