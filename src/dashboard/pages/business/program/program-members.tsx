import { MEMBER_STATUSES } from '../../../../../db/enums.ts';
import type { Member } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { enumQuery, pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { query } from '../../../data/router.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Badge, Card, FilterTabs, formatState, StateBadge } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { SearchBox } from '../../../ui/search-box.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BLANK, PagedList, Table } from '../../../ui/table.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import { withDialogs } from '../member/lazy-member-dialogs.ts';
import { formatMember, formatMemberDetail } from '../shared/member-labels.ts';
import { MemberLink } from '../shared/member-link.tsx';

/** Lists a program's members with the available actions. */
export function Members({ program }: { program: Program }) {
  const { id } = program;
  const q = query.value.get('q') ?? undefined;
  const filters = { q, status: enumQuery('status', MEMBER_STATUSES), ...pageQuery() };
  const list = useRead(api.programs({ id }).members.get, filters, {
    live: ['member.', 'cashback.', 'submission.'],
  });
  const options = [
    { value: '', label: t.all },
    ...MEMBER_STATUSES.map(value => ({ value, label: formatState(value) })),
  ];
  const enroll = () => withDialogs(dialogs => dialogs.enrollMember(id, list.reload));
  return (
    <Card
      title={t.title}
      actions={
        <>
          <CsvLink path={`/programs/${id}/members`} values={filters} />
          {program.status === 'active' && (
            <>
              {hasPermission('programs') && (
                <ButtonLink isSmall href={`/dashboard/programs/${id}/import`}>
                  {t.import}
                </ButtonLink>
              )}
              <Button isSmall kind="primary" icon="plus" onClick={enroll}>
                {t.enroll}
              </Button>
            </>
          )}
        </>
      }
    >
      <search>
        <SearchBox label={t.search} />
      </search>
      <FilterTabs name="status" label={t.status} options={options} />
      <PagedList
        resource={list}
        empty={
          <EmptyState
            icon="people"
            title={
              q ? formatText(t.noneMatch, { text: q }) : filters.status ? t.noneIn[filters.status] : t.none
            }
          >
            {!q && !filters.status && <p>{t.noneHow}</p>}
          </EmptyState>
        }
      >
        {items => <MemberTable program={program} members={items} onChanged={list.reload} />}
      </PagedList>
    </Card>
  );
}

interface MemberTableProps {
  program: Program;
  members: Member[];
  onChanged: () => void;
}

function MemberTable({ program, members, onChanged }: MemberTableProps) {
  return (
    <Table
      caption={t.title}
      isCompact
      items={members}
      keyOf={({ id }) => id}
      columns={[
        { head: t.name, cell: member => <MemberName member={member} /> },
        { head: t.visits, isNumber: true, cell: ({ visits }) => formatNumber(visits) },
        { head: t.points, isNumber: true, cell: ({ pointsBalance }) => formatNumber(pointsBalance) },
        {
          head: t.cashback,
          isNumber: true,
          cell: ({ cashback }) => (
            <WithDetail
              detail={cashback.pending > 0 && formatText(t.onHold, { amount: formatMoney(cashback.pending) })}
            >
              {formatMoney(cashback.available)}
            </WithDetail>
          ),
        },
        { head: t.tier, cell: ({ tier }) => tier ?? BLANK },
        {
          head: t.lastVisit,
          cell: ({ lastVisitAt }) => (lastVisitAt ? <RelativeTime at={lastVisitAt} /> : BLANK),
        },
        {
          head: t.actions,
          isMenu: true,
          cell: member =>
            member.mergedInto === null && (
              <ActionMenu
                label={formatText(t.actionsFor, {
                  member: `${formatMember(member)} ${formatMemberDetail(member)}`.trim(),
                })}
                actions={[
                  member.status === 'active' && {
                    label: t.recordOrder,
                    icon: 'plus',
                    onClick: () => withDialogs(dialogs => dialogs.recordOrder(program, member, onChanged)),
                  },
                  member.cashback.available > 0 && {
                    label: t.redeemCashback,
                    icon: 'ticket',
                    onClick: () => withDialogs(dialogs => dialogs.redeemCashback(program, member, onChanged)),
                  },
                  {
                    label: t.editDetails,
                    icon: RARE_ICONS.edit,
                    onClick: () => withDialogs(dialogs => dialogs.editMember(member, onChanged)),
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
      {member.mergedInto !== null ? (
        <Badge>{t.merged}</Badge>
      ) : (
        member.status !== 'active' && <StateBadge state={member.status} />
      )}
    </WithDetail>
  );
}
