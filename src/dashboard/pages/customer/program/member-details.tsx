import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/states.tsx';
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
    <form onSubmit={save.submit}>
      <p class="hint">{t.detailsHint}</p>
      <TextField
        label={t.phone}
        type="tel"
        autocomplete="tel"
        hint={member.phone !== null && !member.phoneConfirmed ? t.phoneUnconfirmed : undefined}
        value={phone}
        error={save.fieldError('phone')}
      />
      <TextField
        label={t.email}
        type="email"
        autocomplete="email"
        hint={t.emailHint}
        value={email}
        error={save.fieldError('email')}
      />
      <FormError error={save.error.value} />
      <div class="actions">
        <Button type="submit" busy={save.isBusy}>
          {t.saveDetails}
        </Button>
      </div>
    </form>
  );
}

function LeaveProgram({
  program,
  memberId,
  onChange,
}: Pick<MemberDetailsProps, 'program' | 'onChange'> & { memberId: string }) {
  const isConfirming = useSignal(false);
  const close = () => {
    isConfirming.value = false;
  };
  const leave = useAction(async () => {
    await send(api.programs({ id: program.id }).members({ memberId }).put({ status: 'left' }));
    close();
    toast(formatText(t.leftToast, { program: program.name }));
    onChange();
  });
  return (
    <div class="actions">
      <Button
        onClick={() => {
          isConfirming.value = true;
        }}
      >
        {t.leave}
      </Button>
      {isConfirming.value && (
        <ConfirmDialog
          title={formatText(t.leaveTitle, { program: program.name })}
          confirmLabel={t.leave}
          isDanger
          action={leave}
          onClose={close}
        >
          <p>{t.leaveHow}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
