import { useSignal } from '@preact/signals';
import type { Member, Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, numberOf, TextField } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { cashbackWords } from './program-labels.ts';

interface TillProps {
  program: Program;
  member: Member;
  onClose: () => void;
  onDone: () => void;
}

/** An order of a member, which earns cashback by the terms of the program. */
export function EarnDialog({ program: { id, rewards }, member, onClose, onDone }: TillProps) {
  const [paid, order] = [useSignal(''), useSignal('')];
  const bodyOf = () => ({
    memberId: member.memberId,
    orderValue: numberOf(paid),
    orderId: order.value || undefined,
  });
  const earn = useAction(async () => {
    const made = await send(api.programs({ id }).cashback.post(bodyOf()));
    toast(`${formatMoney(made.amount)} of cashback`);
    onDone();
  });
  return (
    <Dialog title={`An order of ${member.name ?? member.memberId}`} onClose={onClose}>
      <form onSubmit={earn.submit}>
        <p>Earns {cashbackWords(rewards.cashback)}.</p>
        <MoneyField label="Paid" value={paid} error={earn.of('orderValue')} isRequired />
        <TextField
          label="Receipt number"
          hint="With it, the same order never earns twice."
          value={order}
          error={earn.of('orderId')}
        />
        <FormError error={earn.error.value} />
        <footer>
          <AsCode operation="createCashback" values={{ id, ...bodyOf() }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={earn.isBusy}>
            Add order
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** A member pays with cashback. */
export function SpendDialog({ program: { id }, member, onClose, onDone }: TillProps) {
  const amount = useSignal('');
  const bodyOf = () => ({
    action: 'redeem' as const,
    memberId: member.memberId,
    amount: numberOf(amount) ?? 0,
  });
  const spend = useAction(async () => {
    const done = await send(api.programs({ id }).cashback.post(bodyOf()));
    const left = 'balance' in done ? `; ${formatMoney(done.balance)} are left` : '';
    toast(`Take ${formatMoney(done.amount)} off the bill${left}`);
    onDone();
  });
  return (
    <Dialog title={`${member.name ?? member.memberId} spends cashback`} onClose={onClose}>
      <form onSubmit={spend.submit}>
        <p>
          <strong>{formatMoney(member.cashback.available)}</strong> can be spent. This cannot be taken back.
        </p>
        <MoneyField label="Amount" value={amount} error={spend.of('amount')} isRequired />
        <FormError error={spend.error.value} />
        <footer>
          <AsCode operation="createCashback" values={{ id, ...bodyOf() }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={spend.isBusy}>
            Spend
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
