import { useSignal } from '@preact/signals';
import type { TeamMember } from '../../../auth/account-model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel } from '../../data/format.ts';
import { pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { businessId, caller, tenantParams } from '../../data/session.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { SecretDialog } from '../../ui/secret-dialog.tsx';
import { EmptyState, FormError } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { WithDetail } from '../../ui/with-detail.tsx';
import { InviteDialog, PositionDialog, RemoveDialog } from './team-dialogs.tsx';

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
  const editing = useSignal<TeamMember | null>(null);
  const closeAll = () => {
    isInviting.value = false;
    removing.value = null;
    editing.value = null;
  };
  const finish = () => {
    closeAll();
    list.reload();
  };
  const renew = useAction(async ({ id }: TeamMember) => {
    const { inviteLink } = await send(api.business.users({ id }).invitation.post());
    link.value = inviteLink ?? null;
  });
  const resetPin = useAction(async ({ id, name }: TeamMember) => {
    await send(api.business.users({ id }).pin.delete());
    toast(`PIN of ${name} removed`);
    list.reload();
  });
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
      <FormError error={renew.error.value ?? resetPin.error.value} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="people" title="No team members yet">
            <p>Invite the people who work with you. Each gets their own login.</p>
          </EmptyState>
        }
      >
        {items => (
          <TeamTable
            members={items}
            onRemove={member => {
              removing.value = member;
            }}
            onEdit={member => {
              editing.value = member;
            }}
            onRenew={member => void renew.run(member)}
            onResetPin={member => void resetPin.run(member)}
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
      {editing.value && <PositionDialog member={editing.value} onClose={closeAll} onDone={finish} />}
      {removing.value && <RemoveDialog member={removing.value} onClose={closeAll} onDone={finish} />}
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

interface TeamTableProps {
  members: TeamMember[];
  onRemove: (member: TeamMember) => void;
  onEdit: (member: TeamMember) => void;
  onRenew: (member: TeamMember) => void;
  onResetPin: (member: TeamMember) => void;
}

function TeamTable({ members, onRemove, onEdit, onRenew, onResetPin }: TeamTableProps) {
  return (
    <Table
      caption="Team"
      isCompact
      items={members}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'Name',
          cell: ({ name, email }) => <WithDetail detail={email}>{name}</WithDetail>,
        },
        {
          head: 'Status',
          cell: ({ emailConfirmed, invitationPending }) => (
            <WithDetail detail={!invitationPending && !emailConfirmed && 'Email not confirmed'}>
              {invitationPending ? <Badge tone="info">Invited</Badge> : 'Active'}
            </WithDetail>
          ),
        },
        {
          head: 'Position',
          cell: ({ id, position }) => (
            <>
              <Badge>{formatLabel(position ?? 'admin')}</Badge> {id === caller.value?.user.id && 'You'}
            </>
          ),
        },
        {
          head: 'Actions',
          isMenu: true,
          cell: member =>
            member.id !== caller.value?.user.id && (
              <ActionMenu
                label={`Actions for ${member.name}`}
                actions={[
                  member.invitationPending && {
                    label: 'New invitation link',
                    icon: 'link',
                    onClick: () => onRenew(member),
                  },
                  { label: 'Change position', icon: RARE_ICONS.edit, onClick: () => onEdit(member) },
                  member.hasPin && {
                    label: 'Reset PIN',
                    icon: RARE_ICONS.refresh,
                    onClick: () => onResetPin(member),
                  },
                  {
                    label: 'Remove from team',
                    icon: RARE_ICONS.trash,
                    isDanger: true,
                    onClick: () => onRemove(member),
                  },
                ]}
              />
            ),
        },
      ]}
    />
  );
}
