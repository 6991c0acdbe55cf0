import { useSignal } from '@preact/signals';
import type { Member } from '../../../programs/members/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, parseNumber, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { formatCashbackTerms } from './program-labels.ts';

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
    toast(`Order recorded: ${formatMoney(cashback.amount)} cashback`);
    onDone();
  });
  return (
    <Dialog title={`Record order for ${member.name ?? member.memberId}`} onClose={onClose}>
      <form onSubmit={recordOrder.submit}>
        <p>Cashback: {formatCashbackTerms(rewards.cashback)}.</p>
        <MoneyField
          label="Order value"
          value={orderValue}
          error={recordOrder.fieldError('orderValue')}
          isRequired
        />
        <TextField
          label="Receipt number"
          hint="Prevents recording the same order twice."
          value={orderId}
          error={recordOrder.fieldError('orderId')}
        />
        <FormError error={recordOrder.error.value} />
        <footer>
          <ShowCodeButton operation="createCashback" values={{ id, ...buildBody() }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={recordOrder.isBusy}>
            Record order
          </Button>
        </footer>
      </form>
    </Dialog>
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
    const left = 'balance' in redeemed ? `; ${formatMoney(redeemed.balance)} left` : '';
    toast(`Cashback redeemed: take ${formatMoney(redeemed.amount)} off the bill${left}`);
    onDone();
  });
  return (
    <Dialog title={`Redeem cashback for ${member.name ?? member.memberId}`} onClose={onClose}>
      <form onSubmit={redeem.submit}>
        <p>
          <strong>{formatMoney(member.cashback.available)}</strong> available. This can't be undone.
        </p>
        <MoneyField label="Amount" value={amount} error={redeem.fieldError('amount')} isRequired />
        <FormError error={redeem.error.value} />
        <footer>
          <ShowCodeButton operation="createCashback" values={{ id, ...buildBody() }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={redeem.isBusy}>
            Redeem cashback
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
