import type { TeamMember } from '../../../../auth/account-model.ts';
import { api, send } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useAction, useRead } from '../../../data/resource.ts';
import { caller, tenantParams } from '../../../data/session.ts';
import { team as t } from '../../../messages/team/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { showSecret } from '../../../ui/show-secret.tsx';
import { EmptyState, FormError } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import { changePosition, inviteMember, RemoveDialog } from './team-dialogs.tsx';

/** The business's team members. */
export function Team() {
  const paging = { ...pageQuery(), ...tenantParams() };
  const list = useRead(api.business.users.get, paging);
  const showLink = (link: string | undefined) => {
    if (link) showSecret({ title: t.sendLink, hint: t.linkHint, secret: link });
  };
  const renew = useAction(async ({ id }: TeamMember) => {
    const { inviteLink } = await send(api.business.users({ id }).invitation.post());
    showLink(inviteLink);
  });
  const resetPin = useAction(async ({ id, name }: TeamMember) => {
    await send(api.business.users({ id }).pin.delete());
    toast(formatText(t.pinRemoved, { name }));
    list.reload();
  });
  const logOut = useAction(async ({ id, name }: TeamMember) => {
    await send(api.business.users({ id }).sessions.delete());
    toast(formatText(t.loggedOut, { name }));
  });
  const invite = () =>
    inviteMember(link => {
      showLink(link);
      list.reload();
    });
  return (
    <Card
      title={t.title}
      actions={
        <>
          <CsvLink path="/business/users" values={tenantParams()} />
          <Button isSmall kind="primary" icon="plus" onClick={invite}>
            {t.invite}
          </Button>
        </>
      }
    >
      <FormError error={renew.error.value ?? resetPin.error.value ?? logOut.error.value} />
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="people" title={t.none}>
            <p>{t.noneHow}</p>
          </EmptyState>
        }
      >
        {items => (
          <TeamTable
            members={items}
            onRemove={member =>
              openDialog(close => <RemoveDialog member={member} onClose={close} onDone={list.reload} />)
            }
            onEdit={member => changePosition(member, list.reload)}
            onRenew={member => void renew.run(member)}
            onResetPin={member => void resetPin.run(member)}
            onLogOut={member => void logOut.run(member)}
          />
        )}
      </PagedList>
    </Card>
  );
}

interface TeamTableProps {
  members: TeamMember[];
  onRemove: (member: TeamMember) => void;
  onEdit: (member: TeamMember) => void;
  onRenew: (member: TeamMember) => void;
  onResetPin: (member: TeamMember) => void;
  onLogOut: (member: TeamMember) => void;
}

function TeamTable({ members, onRemove, onEdit, onRenew, onResetPin, onLogOut }: TeamTableProps) {
  return (
    <Table
      caption={t.title}
      isCompact
      items={members}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t.name,
          cell: ({ name, email }) => <WithDetail detail={email}>{name}</WithDetail>,
        },
        {
          head: t.status,
          cell: ({ emailConfirmed, invitationPending }) => (
            <WithDetail detail={!invitationPending && !emailConfirmed && t.notConfirmed}>
              {invitationPending ? <Badge tone="info">{t.invited}</Badge> : t.active}
            </WithDetail>
          ),
        },
        {
          head: t.position,
          cell: ({ id, position }) => (
            <>
              <Badge>{t.positions[position ?? 'admin']}</Badge> {id === caller.value?.user.id && t.you}
            </>
          ),
        },
        {
          head: t.actions,
          isMenu: true,
          cell: member =>
            member.id !== caller.value?.user.id && (
              <ActionMenu
                label={formatText(t.actionsFor, { name: member.name })}
                actions={[
                  member.invitationPending && {
                    label: t.newLink,
                    icon: 'link',
                    onClick: () => onRenew(member),
                  },
                  { label: t.changePosition, icon: RARE_ICONS.edit, onClick: () => onEdit(member) },
                  member.hasPin && {
                    label: t.resetPin,
                    icon: RARE_ICONS.refresh,
                    onClick: () => onResetPin(member),
                  },
                  { label: t.logOut, icon: 'out', onClick: () => onLogOut(member) },
                  {
                    label: t.removeFromTeam,
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
