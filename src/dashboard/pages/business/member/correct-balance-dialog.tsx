import { signal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatReward } from '../../../data/format.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import {
  listOptions,
  MoneyField,
  NumberField,
  parseAmount,
  parseNumber,
  SelectField,
  TextField,
} from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { type BalanceKind, formatBalance } from './correction-labels.ts';

/** Corrects a member's points, visits or cashback, with a reason. @param onDone called with the member as it is now */
export function correctBalance(member: Member, onDone: (member: Member) => void): void {
  const { programId: id, memberId, currency } = member;
  const [balance, change] = [signal<BalanceKind>('points'), signal('add')];
  const [amount, reason] = [signal(''), signal('')];
  const body = () => {
    const number =
      (balance.value === 'cashback' ? parseAmount(amount, currency) : parseNumber(amount, 0)) ?? 0;
    // An amount below 0 takes back in any case.
    return { [balance.value]: change.value === 'add' ? number : -Math.abs(number), reason: reason.value };
  };
  const renderFields = () => {
    const field = {
      label: t.amount,
      hint: formatText(t.now, { balance: formatBalance(member, balance.value) }),
      value: amount,
      name: balance.value,
      isRequired: true,
    };
    return (
      <>
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
        {balance.value === 'cashback' ? (
          <MoneyField {...field} currency={currency} />
        ) : (
          <NumberField {...field} digits={0} />
        )}
        <TextField
          label={t.reason}
          hint={t.reasonHint}
          placeholder={t.reasonExample}
          value={reason}
          name="reason"
          isRequired
        />
      </>
    );
  };
  openForm({
    title: formatText(t.title, { member: formatMember(member) }),
    submitLabel: t.correct,
    content: renderFields,
    call: () => ({ operation: 'adjustMember', values: { id, memberId, ...body() } }),
    run: async () => {
      const path = api.programs({ id }).members({ memberId });
      const done = await send(path.adjustments.post(body()));
      const after = formatBalance(done.member, balance.value);
      const won = done.rewards.map(formatReward).join(', ');
      toast(
        won
          ? formatText(t.correctedWon, { balance: after, rewards: won })
          : formatText(t.corrected, { balance: after }),
      );
      onDone(done.member);
    },
  });
}
