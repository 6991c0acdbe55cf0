import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';

interface MemberDetailsProps {
  program: Program;
  member: Member;
  onChange: () => void;
}

/** Details of a member that the shop knows, and the way out of the program. */
export default function MemberDetails({ program, member, onChange }: MemberDetailsProps) {
  return (
    <details class="card">
      <summary>{t.yourDetails}</summary>
      <div class="stack">
        <DetailsForm member={member} onChange={onChange} />
        <hr />
        <LeaveProgram program={program} memberId={member.memberId} onChange={onChange} />
      </div>
    </details>
  );
}

/** Staff can find a member by these instead of the card. */
function DetailsForm({ member, onChange }: Omit<MemberDetailsProps, 'program'>) {
  const { programId: id, memberId } = member;
  const [phone, email] = [useSignal(member.phone ?? ''), useSignal(member.email ?? '')];
  const buildBody = () => ({ phone: phone.value || null, email: email.value.trim() || null });
  const save = useAction(async () => {
    await send(api.programs({ id }).members({ memberId }).put(buildBody()));
    toast(t.detailsSaved);
    onChange();
  });
  return (
    <Form action={save}>
      <p class="hint">{t.detailsHint}</p>
      <TextField
        label={t.phone}
        type="tel"
        autocomplete="tel"
        hint={member.phone !== null && !member.phoneConfirmed ? t.phoneUnconfirmed : undefined}
        value={phone}
        name="phone"
      />
      <TextField
        label={t.email}
        type="email"
        autocomplete="email"
        hint={t.emailHint}
        value={email}
        name="email"
      />
      <FormActions label={t.saveDetails} kind="plain" />
    </Form>
  );
}

function LeaveProgram({
  program,
  memberId,
  onChange,
}: Pick<MemberDetailsProps, 'program' | 'onChange'> & { memberId: string }) {
  const leave = () =>
    openForm({
      title: formatText(t.leaveTitle, { program: program.name }),
      submitLabel: t.leave,
      isDanger: true,
      content: t.leaveHow,
      run: async () => {
        await send(api.programs({ id: program.id }).members({ memberId }).put({ status: 'left' }));
        toast(formatText(t.leftToast, { program: program.name }));
        onChange();
      },
    });
  return (
    <div class="actions">
      <Button onClick={leave}>{t.leave}</Button>
    </div>
  );
}
