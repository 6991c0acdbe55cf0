import { useSignal } from '@preact/signals';
import type { User } from '../../../auth/model.ts';
import { api, send } from '../../data/api.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, caller, tenant } from '../../data/session.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { CheckField, SelectField, TextField } from '../../ui/field.tsx';
import { SecretDialog } from '../../ui/secret.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const POSITIONS = [
  { value: 'staff', label: 'Staff: does the daily work' },
  { value: 'owner', label: 'Owner: also manages people, keys, billing and settings' },
];
const ALL_KEYS = { page: 1, perPage: 100 };

interface Person {
  id: string;
  name: string;
}

/** Who works for the business. */
export function Team() {
  const asked = { ...pageQuery(), ...tenant() };
  const list = useResource(
    abort => send(api.business.users.get({ query: asked, ...abort })),
    [asked.page, businessId.value],
  );
  const isInviting = useSignal(false);
  const link = useSignal<string | null>(null);
  const leaving = useSignal<Person | null>(null);
  const closeAll = () => {
    isInviting.value = false;
    leaving.value = null;
  };
  return (
    <Card
      title="People"
      actions={
        <Button
          isSmall
          kind="primary"
          icon="plus"
          onClick={() => {
            isInviting.value = true;
          }}
        >
          Invite somebody
        </Button>
      }
    >
      <Loaded resource={list}>
        {({ items, pagination }) => (
          <>
            <PeopleTable
              people={items}
              onLeave={person => {
                leaving.value = person;
              }}
            />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
      {isInviting.value && (
        <Invite
          onClose={closeAll}
          onInvited={invited => {
            closeAll();
            link.value = invited;
            list.reload();
          }}
        />
      )}
      {leaving.value && (
        <Remove
          person={leaving.value}
          onClose={closeAll}
          onDone={() => {
            closeAll();
            list.reload();
          }}
        />
      )}
      {link.value && (
        <SecretDialog
          title="Send them this link"
          hint="They'll use it to set a password. Don't share it with anyone else."
          secret={link.value}
          onClose={() => {
            link.value = null;
          }}
        />
      )}
    </Card>
  );
}

function PeopleTable({ people, onLeave }: { people: User[]; onLeave: (person: Person) => void }) {
  return (
    <Table
      caption="People"
      items={people}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name }) => name },
        { head: 'Email', cell: ({ email }) => email },
        { head: 'Confirmed', cell: ({ emailConfirmed }) => (emailConfirmed ? 'yes' : 'not yet') },
        { head: 'Position', cell: ({ position }) => <Badge>{position ?? 'admin'}</Badge> },
        {
          head: 'Change',
          cell: ({ id, name }) =>
            id === caller.value?.user.id ? (
              'you'
            ) : (
              <Button isSmall label={`Remove ${name}`} onClick={() => onLeave({ id, name })}>
                Remove
              </Button>
            ),
        },
      ]}
    />
  );
}

interface InviteProps {
  onClose: () => void;
  onInvited: (link: string | null) => void;
}

function Invite({ onClose, onInvited }: InviteProps) {
  const [name, email, position] = [useSignal(''), useSignal(''), useSignal('staff')];
  const bodyOf = () => ({
    name: name.value,
    email: email.value,
    position: position.value === 'owner' ? ('owner' as const) : ('staff' as const),
    ...tenant(),
  });
  const invite = useAction(async () => {
    const { inviteLink } = await send(api.business.users.post(bodyOf()));
    onInvited(inviteLink ?? null);
  });
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form onSubmit={invite.submit}>
        <TextField label="Name" value={name} error={invite.of('name')} isRequired />
        <TextField label="Email" type="email" value={email} error={invite.of('email')} isRequired />
        <SelectField
          label="Position"
          value={position}
          options={POSITIONS}
          error={invite.of('position')}
          isRequired
        />
        <FormError error={invite.error.value} />
        <footer>
          <AsCode operation="addBusinessUser" values={bodyOf()} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={invite.isBusy}>
            Invite
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface RemoveProps {
  person: Person;
  onClose: () => void;
  onDone: () => void;
}

function Remove({ person: { id, name }, onClose, onDone }: RemoveProps) {
  const isRevoking = useSignal(true);
  const made = useResource(
    async abort => {
      const { items } = await send(api['api-keys'].get({ query: { ...ALL_KEYS, ...tenant() }, ...abort }));
      return items.filter(key => key.createdBy === id || key.rotatedBy === id);
    },
    [id],
  );
  const remove = useAction(async () => {
    const query = { keepKeys: !isRevoking.value };
    const { keys, keysRevoked } = await send(api.business.users({ id }).delete(undefined, { query }));
    toast(keysRevoked && keys.length > 0 ? `${name} is removed, API keys revoked` : `${name} is removed`);
    onDone();
  });
  const keys = made.data.value ?? [];
  return (
    <Confirm title={`Remove ${name}?`} verb="Remove" isDanger action={remove} onClose={onClose}>
      <p>{name} is logged out at once and can no longer get in.</p>
      <CheckField
        value={isRevoking}
        label={`Revoke the API keys that ${name} created`}
        hint={
          keys.length === 0
            ? 'No keys at present.'
            : `${keys.map(key => key.name).join(', ')}. Programs that use them stop working.`
        }
      />
      <AsCode operation="removeBusinessUser" values={{ id, keepKeys: !isRevoking.value }} />
    </Confirm>
  );
}
