import type { Program } from '../../../../programs/model.ts';
import type { ListedVisit } from '../../../../programs/visits/model.ts';
import { api } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { hasPermission } from '../../../data/session.ts';
import { programLists as t } from '../../../messages/programLists/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { BLANK, type Column, PagedList, Table } from '../../../ui/table.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { MemberLink } from '../shared/member-link.tsx';

const RefundDialog = lazyComponent(() => import('./refund-dialog.tsx'));

interface VisitListProps {
  program: Program;
  /** Lists the visits of one member only. */
  memberId?: string;
}

/** Lists the visits of a program, or of one of its members: what they earned, and who recorded them where. */
export default function VisitList({ program: { id }, memberId }: VisitListProps) {
  const filters = { memberId, include: 'member,counter', ...pageQuery() };
  const list = useRead(api.programs({ id }).visits.get, filters, { live: ['member.', 'cashback.'] });
  const takeBack = (visit: ListedVisit) =>
    openDialog(close => (
      <RefundDialog
        programId={id}
        subject={{ visitId: visit.id }}
        member={formatMember(visit.member ?? visit)}
        total={visit.orderValue}
        onClose={close}
        onDone={list.reload}
      />
    ));
  const undo: Column<ListedVisit> = {
    head: t.undo,
    isMenu: true,
    cell: visit =>
      visit.reversedAt === null &&
      hasPermission('counter') && (
        <Button
          isSmall
          label={formatText(t.undoVisitOf, { member: formatMember(visit.member ?? visit) })}
          onClick={() => takeBack(visit)}
        >
          {t.undo}
        </Button>
      ),
  };
  const columns = [...listColumns(memberId === undefined), undo];
  return (
    <Card
      title={t.visits}
      actions={
        <>
          <CsvLink path={`/programs/${id}/visits`} values={filters} />
          <ShowCodeButton operation="listVisits" values={{ id, ...filters }} />
        </>
      }
    >
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="ticket" title={t.noVisits}>
            <p>{t.noVisitsHow}</p>
          </EmptyState>
        }
      >
        {items => (
          <Table caption={t.visits} items={items} keyOf={visit => visit.id} columns={columns} isCompact />
        )}
      </PagedList>
    </Card>
  );
}

/** Lists the columns; the visits of one member start with the date. */
function listColumns(hasMember: boolean): Column<ListedVisit>[] {
  const member: Column<ListedVisit> = {
    head: t.member,
    cell: visit => <MemberLink programId={visit.programId} member={visit.member ?? visit} />,
  };
  const date: Column<ListedVisit> = {
    head: t.date,
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  };
  const details: Column<ListedVisit>[] = [
    {
      head: t.stamps,
      isNumber: true,
      cell: ({ quantity, reversedAt }) => (
        <>
          {reversedAt && <Badge>{t.undone}</Badge>} {formatNumber(quantity)}
        </>
      ),
    },
    {
      head: t.order,
      cell: ({ orderValue, orderId }) =>
        orderValue === null ? BLANK : <WithDetail detail={orderId}>{formatMoney(orderValue)}</WithDetail>,
    },
    {
      head: t.points,
      isNumber: true,
      cell: ({ points }) => (points === 0 ? BLANK : formatNumber(points)),
    },
    {
      head: t.by,
      cell: ({ counter }) =>
        counter ? (
          <WithDetail detail={counter.place?.name}>{counter.actor.name ?? t.apiKey}</WithDetail>
        ) : (
          '–'
        ),
    },
  ];
  return hasMember ? [member, ...details, date] : [date, ...details];
}
