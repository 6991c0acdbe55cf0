import { useSignal } from '@preact/signals';
import { POSITIONS } from '../../../../db/enums.ts';
import type { TeamMember } from '../../../auth/account-model.ts';
import { api, send } from '../../data/api.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';

const POSITION_OPTIONS = [
  { value: 'counter', label: 'Counter: redeems rewards' },
  { value: 'staff', label: 'Staff: also reviews submissions and serves members' },
  { value: 'manager', label: 'Manager: also runs campaigns, programs and exchange' },
  { value: 'owner', label: 'Owner: also manages team, API keys, billing and settings' },
];
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
    <Dialog title="Invite team member" onClose={onClose}>
      <form onSubmit={invite.submit}>
        <TextField label="Name" value={name} error={invite.fieldError('name')} isRequired />
        <TextField label="Email" type="email" value={email} error={invite.fieldError('email')} isRequired />
        <SelectField
          label="Position"
          value={position}
          options={POSITION_OPTIONS}
          error={invite.fieldError('position')}
          isRequired
        />
        <FormError error={invite.error.value} />
        <footer>
          <ShowCodeButton operation="addBusinessUser" values={buildBody()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={invite.isBusy}>
            Send invitation
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
    toast(`Position of ${name} changed`);
    onDone();
  });
  return (
    <ConfirmDialog
      title={`Change the position of ${name}`}
      confirmLabel="Save position"
      action={save}
      onClose={onClose}
    >
      <SelectField
        label="Position"
        value={chosen}
        options={POSITION_OPTIONS}
        error={save.fieldError('position')}
        isRequired
      />
      <ShowCodeButton operation="updateBusinessUser" values={{ id, ...buildBody() }} />
    </ConfirmDialog>
  );
}

/** Removes a team member and revokes the API keys they created, unless asked otherwise. */
export function RemoveDialog({ member: { id, name }, onClose, onDone }: RemoveDialogProps) {
  const isRevoking = useSignal(true);
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
    const { keys, keysRevoked } = await send(api.business.users({ id }).delete(undefined, { query }));
    toast(keysRevoked && keys.length > 0 ? `${name} removed and their API keys revoked` : `${name} removed`);
    onDone();
  });
  const keys = createdKeys.data.value ?? [];
  return (
    <ConfirmDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove team member"
      isDanger
      action={remove}
      onClose={onClose}
    >
      <p>{name} is logged out immediately and loses access.</p>
      <CheckboxField
        value={isRevoking}
        label={`Revoke the API keys that ${name} created`}
        hint={
          keys.length === 0
            ? 'No active API keys.'
            : `${keys.map(key => key.name).join(', ')}. Apps using these keys will lose access.`
        }
      />
      <ShowCodeButton operation="removeBusinessUser" values={{ id, keepKeys: !isRevoking.value }} />
    </ConfirmDialog>
  );
}
