import { useSignal } from '@preact/signals';
import { MEMBER_STATUSES } from '../../../../db/enums.ts';
import type { Member } from '../../../programs/members/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatNumber } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { BLANK, PagedList, Table } from '../../ui/table.tsx';
import { WithDetail } from '../../ui/with-detail.tsx';
import {
  EditMemberDialog,
  EnrollDialog,
  RecordOrderDialog,
  RedeemCashbackDialog,
} from './member-dialogs.tsx';
import { formatMember, formatMemberDetail } from './member-labels.ts';
import { MemberLink } from './member-link.tsx';

const FILTERS = [
  { value: '', label: 'All' },
  ...MEMBER_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];

type OpenDialog = { action: 'enroll' } | { action: 'edit' | 'recordOrder' | 'redeem'; member: Member };

/** Lists a program's members with the available actions. */
export function Members({ program }: { program: Program }) {
  const { id } = program;
  const q = query.value.get('q') ?? undefined;
  const filters = { q, status: enumQuery('status', MEMBER_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).members.get({ query: filters, ...abort })),
    [id, q, filters.status, filters.page],
    { live: ['member.', 'cashback.', 'submission.'] },
  );
  const openDialog = useSignal<OpenDialog | null>(null);
  const setDialog = (next: OpenDialog | null) => {
    openDialog.value = next;
  };
  const finish = () => {
    setDialog(null);
    list.reload();
  };
  const enroll = () => setDialog({ action: 'enroll' });
  const current = openDialog.value;
  return (
    <Card
      title="Members"
      actions={
        program.status === 'active' && (
          <Button isSmall kind="primary" icon="plus" onClick={enroll}>
            Enroll member
          </Button>
        )
      }
    >
      <search>
        <SearchBox label="Search by name, phone, email or ID" />
      </search>
      <FilterTabs name="status" label="Status" options={FILTERS} />
      <PagedList
        resource={list}
        empty={
          <EmptyState
            icon="people"
            title={
              q
                ? `No members match ${q}`
                : filters.status
                  ? `No ${filters.status === 'left' ? 'former' : filters.status} members`
                  : 'No members yet'
            }
          >
            {!q && !filters.status && (
              <p>Customers join on their phone through your shop's page, or you enroll them here.</p>
            )}
          </EmptyState>
        }
      >
        {items => <MemberTable members={items} onOpenDialog={setDialog} />}
      </PagedList>
      {current?.action === 'enroll' && (
        <EnrollDialog id={id} onClose={() => setDialog(null)} onDone={finish} />
      )}
      {current?.action === 'edit' && (
        <EditMemberDialog member={current.member} onClose={() => setDialog(null)} onDone={finish} />
      )}
      {current?.action === 'recordOrder' && (
        <RecordOrderDialog
          program={program}
          member={current.member}
          onClose={() => setDialog(null)}
          onDone={finish}
        />
      )}
      {current?.action === 'redeem' && (
        <RedeemCashbackDialog
          program={program}
          member={current.member}
          onClose={() => setDialog(null)}
          onDone={finish}
        />
      )}
    </Card>
  );
}

function MemberTable({
  members,
  onOpenDialog,
}: {
  members: Member[];
  onOpenDialog: (openDialog: OpenDialog) => void;
}) {
  return (
    <Table
      caption="Members"
      isCompact
      items={members}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: member => <MemberName member={member} /> },
        { head: 'Visits', isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { head: 'Points', isNumber: true, cell: ({ pointsBalance }) => formatNumber(pointsBalance) },
        {
          head: 'Cashback',
          isNumber: true,
          cell: ({ cashback }) => (
            <WithDetail detail={cashback.pending > 0 && `${formatMoney(cashback.pending)} on hold`}>
              {formatMoney(cashback.available)}
            </WithDetail>
          ),
        },
        { head: 'Tier', cell: ({ tier }) => tier ?? BLANK },
        {
          head: 'Last visit',
          cell: ({ lastVisitAt }) => (lastVisitAt ? <RelativeTime at={lastVisitAt} /> : BLANK),
        },
        {
          head: 'Actions',
          isMenu: true,
          cell: member => (
            <ActionMenu
              label={`Actions for ${formatMember(member)} ${formatMemberDetail(member)}`.trim()}
              actions={[
                member.status === 'active' && {
                  label: 'Record order',
                  icon: 'plus',
                  onClick: () => onOpenDialog({ action: 'recordOrder', member }),
                },
                member.cashback.available > 0 && {
                  label: 'Redeem cashback',
                  icon: 'ticket',
                  onClick: () => onOpenDialog({ action: 'redeem', member }),
                },
                {
                  label: 'Edit details',
                  icon: RARE_ICONS.edit,
                  onClick: () => onOpenDialog({ action: 'edit', member }),
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}

/** The name, and what tells members of the same name apart. */
function MemberName({ member }: { member: Member }) {
  return (
    <WithDetail detail={formatMemberDetail(member)}>
      <MemberLink programId={member.programId} member={member} />{' '}
      {member.status !== 'active' && <StateBadge state={member.status} />}
    </WithDetail>
  );
}
