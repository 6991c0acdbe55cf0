import { useSignal } from '@preact/signals';
import type { User } from '../../../auth/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const POSITIONS = [
  { value: 'staff', label: 'Staff: day-to-day work' },
  { value: 'owner', label: 'Owner: also manages team, API keys, billing and settings' },
];
const ALL_KEYS = { page: 1, perPage: 100 };

interface TeamMember {
  id: string;
  name: string;
}

/** The business's team members. */
export function Team() {
  const paging = { ...pageQuery(), ...tenantParams() };
  const list = useResource(
    abort => send(api.business.users.get({ query: paging, ...abort })),
    [paging.page, businessId.value],
  );
  const isInviting = useSignal(false);
  const link = useSignal<string | null>(null);
  const removing = useSignal<TeamMember | null>(null);
  const closeAll = () => {
    isInviting.value = false;
    removing.value = null;
  };
  return (
    <Card
      title="Team"
      actions={
        <Button
          isSmall
          kind="primary"
          icon="plus"
          onClick={() => {
            isInviting.value = true;
          }}
        >
          Invite team member
        </Button>
      }
    >
      <PagedList resource={list} empty={null}>
        {items => (
          <TeamTable
            members={items}
            onRemove={member => {
              removing.value = member;
            }}
          />
        )}
      </PagedList>
      {isInviting.value && (
        <InviteDialog
          onClose={closeAll}
          onInvited={invited => {
            closeAll();
            link.value = invited;
            list.reload();
          }}
        />
      )}
      {removing.value && (
        <RemoveDialog
          member={removing.value}
          onClose={closeAll}
          onDone={() => {
            closeAll();
            list.reload();
          }}
        />
      )}
      {link.value && (
        <SecretDialog
          title="Send this invitation link"
          hint="They'll use it to set a password within 7 days. Don't share it with anyone else."
          secret={link.value}
          onClose={() => {
            link.value = null;
          }}
        />
      )}
    </Card>
  );
}

function TeamTable({ members, onRemove }: { members: User[]; onRemove: (member: TeamMember) => void }) {
  return (
    <Table
      caption="Team"
      items={members}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Email', cell: ({ email }) => email },
        { head: 'Email confirmed', cell: ({ emailConfirmed }) => (emailConfirmed ? 'Yes' : 'Not yet') },
        { head: 'Position', cell: ({ position }) => <Badge>{formatLabel(position ?? 'admin')}</Badge> },
        {
          head: 'Actions',
          cell: ({ id, name }) =>
            id === caller.value?.user.id ? (
              'You'
            ) : (
              <Button isSmall label={`Remove ${name}`} onClick={() => onRemove({ id, name })}>
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}

interface InviteDialogProps {
  onClose: () => void;
  onInvited: (link: string | null) => void;
}

function InviteDialog({ onClose, onInvited }: InviteDialogProps) {
  const [name, email, position] = [useSignal(''), useSignal(''), useSignal('staff')];
  const buildBody = () => ({
    name: name.value,
    email: email.value,
    position: position.value === 'owner' ? ('owner' as const) : ('staff' as const),
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
          options={POSITIONS}
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

function RemoveDialog({ member: { id, name }, onClose, onDone }: RemoveDialogProps) {
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
