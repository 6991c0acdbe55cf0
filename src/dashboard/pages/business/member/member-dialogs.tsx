import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { type Action, useAction } from '../../../data/resource.ts';
import { navigate } from '../../../data/router.ts';
import { memberDialogs as t } from '../../../messages/memberDialogs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { MoneyField, parseNumber, TextField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember, toMemberPath } from '../shared/member-labels.ts';
import { formatCashbackTerms } from '../shared/program-labels.ts';

interface PurchaseDialogProps {
  program: Program;
  member: Member;
  onClose: () => void;
  onDone: () => void;
}

/** Records a member's order, which earns cashback under the program's terms. */
export function RecordOrderDialog({
  program: { id, rewards },
  member,
  onClose,
  onDone,
}: PurchaseDialogProps) {
  const [orderValue, orderId] = [useSignal(''), useSignal('')];
  const buildBody = () => ({
    memberId: member.memberId,
    orderValue: parseNumber(orderValue),
    orderId: orderId.value || undefined,
  });
  const recordOrder = useAction(async () => {
    const cashback = await send(api.programs({ id }).cashback.post(buildBody()));
    toast(formatText(t.orderRecorded, { amount: formatMoney(cashback.amount) }));
    onDone();
  });
  return (
    <Dialog title={formatText(t.recordOrderFor, { member: formatMember(member) })} onClose={onClose}>
      <form onSubmit={recordOrder.submit}>
        <p>{formatText(t.cashbackTerms, { terms: formatCashbackTerms(rewards.cashback) })}</p>
        <MoneyField
          label={t.orderValue}
          value={orderValue}
          error={recordOrder.fieldError('orderValue')}
          isRequired
        />
        <TextField
          label={t.receipt}
          hint={t.receiptHint}
          value={orderId}
          error={recordOrder.fieldError('orderId')}
        />
        <FormError error={recordOrder.error.value} />
        <footer>
          <ShowCodeButton operation="createCashback" values={{ id, ...buildBody() }} />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" busy={recordOrder.isBusy}>
            {t.recordOrder}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** Erases everything by which a member can be recognized, after confirmation. */
export function EraseMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const { programId: id, memberId } = member;
  const erase = useAction(async () => {
    const erased = await send(api.programs({ id }).members({ memberId }).delete());
    onClose();
    toast(t.erased);
    navigate(toMemberPath({ programId: id, memberId: erased.memberId }), { replace: true });
  });
  return (
    <ConfirmDialog
      title={formatText(t.eraseTitle, { member: formatMember(member) })}
      confirmLabel={t.erase}
      isDanger
      action={erase}
      onClose={onClose}
    >
      <p>{t.eraseHow}</p>
      <ShowCodeButton operation="eraseMember" values={{ id, memberId }} />
    </ConfirmDialog>
  );
}

/** Redeems a member's cashback. */
export function RedeemCashbackDialog({ program: { id }, member, onClose, onDone }: PurchaseDialogProps) {
  const amount = useSignal('');
  const buildBody = () => ({
    action: 'redeem' as const,
    memberId: member.memberId,
    amount: parseNumber(amount) ?? 0,
  });
  const redeem = useAction(async () => {
    const redeemed = await send(api.programs({ id }).cashback.post(buildBody()));
    const taken = formatMoney(redeemed.amount);
    toast(
      'balance' in redeemed
        ? formatText(t.cashbackRedeemedLeft, { amount: taken, left: formatMoney(redeemed.balance) })
        : formatText(t.cashbackRedeemed, { amount: taken }),
    );
    onDone();
  });
  return (
    <Dialog title={formatText(t.redeemCashbackFor, { member: formatMember(member) })} onClose={onClose}>
      <form onSubmit={redeem.submit}>
        <p>
          <strong>{formatMoney(member.cashback.available)}</strong> {t.available}
        </p>
        <MoneyField label={t.amount} value={amount} error={redeem.fieldError('amount')} isRequired />
        <FormError error={redeem.error.value} />
        <footer>
          <ShowCodeButton operation="createCashback" values={{ id, ...buildBody() }} />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" busy={redeem.isBusy}>
            {t.redeemCashback}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface DialogProps {
  onClose: () => void;
  onDone: () => void;
}

/** Enrolls a customer under the business's own identifier. */
export function EnrollDialog({ id, onClose, onDone }: DialogProps & { id: string }) {
  const memberId = useSignal('');
  const details = useDetails({ name: null, email: null, phone: null });
  const buildBody = () => ({ memberId: memberId.value, ...withoutNull(details.read()) });
  const enroll = useAction(async () => {
    await send(api.programs({ id }).members.post(buildBody()));
    toast(t.enrolled);
    onDone();
  });
  return (
    <Dialog title={t.enroll} onClose={onClose}>
      <form onSubmit={enroll.submit}>
        <TextField
          label={t.memberId}
          hint={t.memberIdHint}
          placeholder="card-4711"
          value={memberId}
          error={enroll.fieldError('memberId')}
          isRequired
        />
        <DetailFields details={details} action={enroll} />
        <FormError error={enroll.error.value} />
        <footer>
          <ShowCodeButton operation="enrollMember" values={{ id, ...buildBody() }} />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" busy={enroll.isBusy}>
            {t.enroll}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface EditMemberDialogProps {
  member: Member;
  onClose: () => void;
  onDone: (changed: Member) => void;
}

/** Changes the fields by which a member is found. */
export function EditMemberDialog({ member, onClose, onDone }: EditMemberDialogProps) {
  const { programId: id, memberId } = member;
  const details = useDetails(member);
  // A number that only the member entered stays unconfirmed unless it is changed here.
  const buildBody = () => {
    const change = details.read();
    return change.phone === member.phone ? { ...change, phoneConfirmed: member.phoneConfirmed } : change;
  };
  const save = useAction(async () => {
    const changed = await send(api.programs({ id }).members({ memberId }).put(buildBody()));
    toast(t.saved);
    onDone(changed);
  });
  return (
    <Dialog title={formatText(t.edit, { member: formatMember(member) })} onClose={onClose}>
      <form onSubmit={save.submit}>
        <DetailFields details={details} action={save} />
        <FormError error={save.error.value} />
        <footer>
          <ShowCodeButton operation="updateMember" values={{ id, memberId, ...buildBody() }} />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" busy={save.isBusy}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

type Details = Pick<Member, 'name' | 'email' | 'phone'>;

function useDetails(before: Details) {
  const name = useSignal(before.name ?? '');
  const phone = useSignal(before.phone ?? '');
  const email = useSignal(before.email ?? '');
  const read = (): Details => ({
    name: name.value || null,
    phone: phone.value || null,
    email: email.value || null,
  });
  return { name, phone, email, read };
}

function withoutNull(details: Details) {
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== null));
}

interface DetailFieldsProps {
  details: ReturnType<typeof useDetails>;
  action: Action<[]>;
}

function DetailFields({ details: { name, phone, email }, action }: DetailFieldsProps) {
  return (
    <>
      <TextField label={t.name} value={name} error={action.fieldError('name')} />
      <TextField
        label={t.phone}
        type="tel"
        hint={t.phoneHint}
        value={phone}
        error={action.fieldError('phone')}
      />
      <TextField label={t.email} type="email" value={email} error={action.fieldError('email')} />
    </>
  );
}
