import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  listOptions,
  MoneyField,
  NumberField,
  parseAmount,
  parseNumber,
  SelectField,
  TextField,
} from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { type BalanceKind, formatBalance } from './correction-labels.ts';

interface CorrectBalanceDialogProps {
  member: Member;
  onClose: () => void;
  /** Called with the member as it is now. */
  onDone: (member: Member) => void;
}

/** Corrects a member's points, visits or cashback, with a reason. */
export default function CorrectBalanceDialog({ member, onClose, onDone }: CorrectBalanceDialogProps) {
  const { programId: id, memberId, currency } = member;
  const [balance, change] = [useSignal<BalanceKind>('points'), useSignal('add')];
  const [amount, reason] = [useSignal(''), useSignal('')];
  const kind = balance.value;
  const buildBody = () => {
    const number = (kind === 'cashback' ? parseAmount(amount, currency) : parseNumber(amount, 0)) ?? 0;
    // An amount below 0 takes back in any case.
    return { [kind]: change.value === 'add' ? number : -Math.abs(number), reason: reason.value };
  };
  const correct = useAction(async () => {
    const path = api.programs({ id }).members({ memberId });
    const done = await send(path.adjustments.post(buildBody()));
    const after = formatBalance(done.member, kind);
    const won = done.rewards.map(formatReward).join(', ');
    toast(
      won
        ? formatText(t.correctedWon, { balance: after, rewards: won })
        : formatText(t.corrected, { balance: after }),
    );
    onDone(done.member);
  });
  const field = {
    label: t.amount,
    hint: formatText(t.now, { balance: formatBalance(member, kind) }),
    value: amount,
    error: correct.fieldError(kind),
    isRequired: true,
  };
  return (
    <Dialog title={formatText(t.title, { member: formatMember(member) })} onClose={onClose}>
      <form onSubmit={correct.submit}>
        <p>{t.how}</p>
        <div class="form-row">
          <SelectField label={t.balance} value={balance} options={listOptions(t.balances)} isRequired />
          <SelectField
            label={t.change}
            value={change}
            options={listOptions({ add: t.add, takeBack: t.takeBack })}
            isRequired
          />
        </div>
        {kind === 'cashback' ? (
          <MoneyField {...field} currency={currency} />
        ) : (
          <NumberField {...field} digits={0} />
        )}
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          placeholder={t.reasonExample}
          value={reason}
          error={correct.fieldError('reason')}
          isRequired
        />
        <FormError error={correct.error.value} />
        <footer>
          <ShowCodeButton operation="adjustMember" values={{ id, memberId, ...buildBody() }} />
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="submit" kind="primary" busy={correct.isBusy}>
            {t.correct}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
