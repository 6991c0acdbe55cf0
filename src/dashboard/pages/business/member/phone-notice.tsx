import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction } from '../../../data/resource.ts';
import { memberDialogs as t } from '../../../messages/memberDialogs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

interface PhoneNoticeProps {
  member: Member;
  onConfirmed: (member: Member) => void;
}

/** Lets staff, who see the person, confirm a phone number that the member entered. */
export default function PhoneNotice({ member, onConfirmed }: PhoneNoticeProps) {
  const { programId: id, memberId, phone } = member;
  const confirm = useAction(async () => {
    const after = await send(api.programs({ id }).members({ memberId }).put({ phoneConfirmed: true }));
    toast(t.saved);
    onConfirmed(after);
  });
  const error = confirm.error.value;
  return (
    <div class="notice phone-notice">
      <p>{formatText(t.phoneUnconfirmed, { phone: phone ?? '' })}</p>
      <Button busy={confirm.isBusy} onClick={confirm.run}>
        {t.confirmPhone}
      </Button>
      {error?.code === 'CONFLICT' ? <p role="alert">{t.phoneTaken}</p> : <FormError error={error} />}
    </div>
  );
}
