import { useSignal } from '@preact/signals';
import { POSITIONS } from '../../../../../db/enums.ts';
import type { TeamMember } from '../../../../auth/account-model.ts';
import type { ChangedWebhook } from '../../../../auth/model.ts';
import { api, send } from '../../../data/api.ts';
import { useAction, useResource } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { shell } from '../../../messages/shell/index.ts';
import { team as t } from '../../../messages/team/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../../ui/field.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';

/** The positions, from the one that may do the least. */
const CHOICES = ['counter', 'staff', 'manager', 'owner'] as const;
const listPositions = () => CHOICES.map(value => ({ value, label: t.options[value] }));
type Position = (typeof POSITIONS)[number];
const toPosition = (value: string): Position => POSITIONS.find(known => known === value) ?? 'staff';
const ALL_KEYS = { page: 1, perPage: 100 };

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (link: string | null) => void;
}

/** Invites a team member and passes the invitation link on. */
export function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [name, email, position] = [useSignal(''), useSignal(''), useSignal('staff')];
  const buildBody = () => ({
    name: name.value,
    email: email.value,
    position: toPosition(position.value),
    ...tenantParams(),
  });
  const invite = useAction(async () => {
    const { inviteLink } = await send(api.business.users.post(buildBody()));
    onInvited(inviteLink ?? null);
  });
  return (
    <Dialog title={t.invite} onClose={onClose}>
      <form onSubmit={invite.submit}>
        <TextField label={t.name} value={name} error={invite.fieldError('name')} isRequired />
        <TextField label={t.email} type="email" value={email} error={invite.fieldError('email')} isRequired />
        <SelectField
          label={t.position}
          value={position}
          options={listPositions()}
          error={invite.fieldError('position')}
          isRequired
        />
        <FormError error={invite.error.value} />
        <footer>
          <ShowCodeButton operation="addBusinessUser" values={buildBody()} />
          <Button onClick={onClose}>{shell.cancel}</Button>
          <Button type="submit" kind="primary" busy={invite.isBusy}>
            {t.sendInvitation}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface RemoveDialogProps {
  member: TeamMember;
  onClose: () => void;
  onDone: () => void;
}

/** Changes what a team member may do. */
export function PositionDialog({ member: { id, name, position }, onClose, onDone }: RemoveDialogProps) {
  const chosen = useSignal<string>(position ?? 'staff');
  const buildBody = () => ({ position: toPosition(chosen.value) });
  const save = useAction(async () => {
    await send(api.business.users({ id }).put(buildBody()));
    toast(formatText(t.positionChanged, { name }));
    onDone();
  });
  return (
    <ConfirmDialog
      title={formatText(t.changeTitle, { name })}
      confirmLabel={t.savePosition}
      action={save}
      onClose={onClose}
    >
      <SelectField
        label={t.position}
        value={chosen}
        options={listPositions()}
        error={save.fieldError('position')}
        isRequired
      />
      <ShowCodeButton operation="updateBusinessUser" values={{ id, ...buildBody() }} />
    </ConfirmDialog>
  );
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
    if (left.value.length === 0) onDone();
  });
  const keys = createdKeys.data.value ?? [];
  if (left.value.length > 0)
    return (
      <Dialog title={t.webhooksTitle} onClose={onDone}>
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
    <ConfirmDialog
      title={formatText(t.removeTitle, { name })}
      confirmLabel={t.removeMember}
      isDanger
      action={remove}
      onClose={onClose}
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
      <ShowCodeButton operation="removeBusinessUser" values={{ id, keepKeys: !isRevoking.value }} />
    </ConfirmDialog>
  );
}
