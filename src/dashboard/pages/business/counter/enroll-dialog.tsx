import { useSignal } from '@preact/signals';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { claim as t } from '../../../messages/claim/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { Form, SubmitButton } from '../../../ui/form.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { createReference } from '../shared/member-reference.ts';

const MAX_PROGRAMS = 100;

interface EnrollDialogProps {
  /** The search without a result: the beginning of a name or a phone number. */
  searched: string;
  onClose: () => void;
  onEnrolled: (member: Member) => void;
}

/** Enrolls a person without a phone at hand, who claims the card later. */
export default function EnrollDialog({ searched, onClose, onEnrolled }: EnrollDialogProps) {
  const isPhone = /^[\d\s+().\-/]+$/.test(searched);
  const isEmail = searched.includes('@');
  const name = useSignal(isPhone || isEmail ? '' : searched);
  const phone = useSignal(isPhone ? searched : '');
  const email = useSignal(isEmail ? searched : '');
  const chosen = useSignal('');
  const programs = useRead(api.programs.get, {
    status: 'active',
    page: 1,
    perPage: MAX_PROGRAMS,
    ...tenantParams(),
  });
  const enroll = useAction(async () => {
    const id = chosen.value || programs.data.value?.items[0]?.id;
    if (!id) return;
    const contact = { phone: phone.value.trim() || null, email: email.value.trim() || null };
    const member = await send(
      api
        .programs({ id })
        .members.post({ memberId: createReference(), name: name.value.trim() || null, ...contact }),
    );
    toast(t.enrolled);
    onEnrolled(member);
    onClose();
  });
  return (
    <Dialog title={t.newMember} onClose={onClose}>
      <Loaded resource={programs}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t.noProgram}</p>
          ) : (
            <Form action={enroll}>
              <TextField label={t.name} value={name} name="name" isRequired={!phone.value && !email.value} />
              <TextField label={t.phone} type="tel" hint={t.phoneHint} value={phone} name="phone" />
              <TextField label={t.email} type="email" value={email} name="email" />
              {items.length > 1 && (
                <SelectField
                  label={t.program}
                  value={chosen}
                  options={items.map(({ id, name: label }) => ({ value: id, label }))}
                />
              )}
              <FormError error={enroll.error.value} />
              <footer>
                <Button onClick={onClose}>{t.cancel}</Button>
                <SubmitButton>{t.enroll}</SubmitButton>
              </footer>
            </Form>
          )
        }
      </Loaded>
    </Dialog>
  );
}
