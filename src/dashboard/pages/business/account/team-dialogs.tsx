import { signal, useSignal } from '@preact/signals';
import { POSITIONS } from '../../../../../db/enums.ts';
import type { TeamMember } from '../../../../auth/account-model.ts';
import type { ChangedWebhook } from '../../../../auth/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { team as t } from '../../../messages/team/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The positions, from the one that may do the least. */
const CHOICES = ['counter', 'staff', 'manager', 'owner'] as const;
const listPositions = () => CHOICES.map(value => ({ value, label: t.options[value] }));
type Position = (typeof POSITIONS)[number];
const toPosition = (value: string): Position => POSITIONS.find(known => known === value) ?? 'staff';
const ALL_KEYS = { page: 1, perPage: 100 };

/** Invites a team member and passes on the invitation link, if there is one to send. */
export function inviteMember(onInvited: (link: string | undefined) => void): void {
  const [name, email, position] = [signal(''), signal(''), signal('staff')];
  const body = () => ({
    name: name.value,
    email: email.value,
    position: toPosition(position.value),
    ...tenantParams(),
  });
  openForm({
    title: t.invite,
    submitLabel: t.sendInvitation,
    content: (
      <>
        <TextField label={t.name} value={name} name="name" isRequired />
        <TextField label={t.email} type="email" value={email} name="email" isRequired />
        <SelectField
          label={t.position}
          value={position}
          options={listPositions()}
          name="position"
          isRequired
        />
      </>
    ),
    call: () => ({ operation: 'addBusinessUser', values: body() }),
    run: async () => onInvited((await send(api.business.users.post(body()))).inviteLink),
  });
}

/** Changes what a team member may do. */
export function changePosition({ id, name, position }: TeamMember, onDone: () => void): void {
  const chosen = signal<string>(position ?? 'staff');
  const body = () => ({ position: toPosition(chosen.value) });
  openForm({
    title: formatText(t.changeTitle, { name }),
    submitLabel: t.savePosition,
    content: (
      <SelectField label={t.position} value={chosen} options={listPositions()} name="position" isRequired />
    ),
    call: () => ({ operation: 'updateBusinessUser', values: { id, ...body() } }),
    run: async () => {
      await send(api.business.users({ id }).put(body()));
      toast(formatText(t.positionChanged, { name }));
      onDone();
    },
  });
}

interface RemoveDialogProps {
  member: TeamMember;
  onClose: () => void;
  onDone: () => void;
}

/** Removes a team member and revokes the API keys they created, unless asked otherwise. Shows the webhooks they leave. */
export function RemoveDialog({ member: { id, name }, onClose, onDone }: RemoveDialogProps) {
  const isRevoking = useSignal(true);
  const left = useSignal<ChangedWebhook[]>([]);
  const createdKeys = useResource(
    async abort => {
      const { items } = await send(
        api['api-keys'].get({ query: { ...ALL_KEYS, ...tenantParams() }, ...abort }),
      );
      return items.filter(key => key.createdBy === id || key.rotatedBy === id);
    },
    [id],
  );
  const remove = useAction(async () => {
    const query = { keepKeys: !isRevoking.value };
    const { keys, keysRevoked, webhooks } = await send(
      api.business.users({ id }).delete(undefined, { query }),
    );
    toast(
      keysRevoked && keys.length > 0
        ? formatText(t.removedWithKeys, { name })
        : formatText(t.removed, { name }),
    );
    left.value = webhooks.filter(({ status }) => status === 'active');
    onDone();
    if (left.value.length === 0) onClose();
  });
  const keys = createdKeys.data.value ?? [];
  if (left.value.length > 0)
    return (
      <Dialog title={t.webhooksTitle} onClose={onClose}>
        <p>{formatText(t.webhooksLeft, { name })}</p>
        <ul>
          {left.value.map(webhook => (
            <li key={webhook.id}>
              <code>{webhook.url}</code>
            </li>
          ))}
        </ul>
        <footer>
          <ButtonLink href="/dashboard/webhooks">{t.openWebhooks}</ButtonLink>
        </footer>
      </Dialog>
    );
  return (
    <FormDialog
      title={formatText(t.removeTitle, { name })}
      submitLabel={t.removeMember}
      isDanger
      action={remove}
      onClose={onClose}
      call={{ operation: 'removeBusinessUser', values: { id, keepKeys: !isRevoking.value } }}
    >
      <p>{formatText(t.removeHow, { name })}</p>
      <CheckboxField
        value={isRevoking}
        label={formatText(t.revokeKeys, { name })}
        hint={
          keys.length === 0
            ? t.noKeys
            : formatText(t.keysLose, { keys: keys.map(key => key.name).join(', ') })
        }
      />
    </FormDialog>
  );
}
