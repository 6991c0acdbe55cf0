import { signal } from '@preact/signals';
import type { Program } from '../../../../programs/model.ts';
import type { ListedShopOrder } from '../../../../programs/shop/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatNumber, formatReward } from '../../../data/format.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead } from '../../../data/resource.ts';
import { hasPermission } from '../../../data/session.ts';
import { programLists as t } from '../../../messages/programLists/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Card, StateBadge } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { TextField } from '../../../ui/field.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { WithDetail } from '../../../ui/with-detail.tsx';
import { formatMember } from '../shared/member-labels.ts';
import { MemberLink } from '../shared/member-link.tsx';

interface PurchaseListProps {
  program: Program;
  /** Lists what one member bought only. */
  memberId?: string;
}

/** Lists the rewards that members bought with points. */
export default function PurchaseList({ program: { id }, memberId }: PurchaseListProps) {
  const filters = { memberId, include: 'member', ...pageQuery() };
  const list = useRead(api.programs({ id }).redemptions.get, filters, { live: ['member.', 'reward.'] });
  return (
    <Card
      title={t.rewardsForPoints}
      actions={
        <>
          <CsvLink path={`/programs/${id}/redemptions`} values={filters} />
          <ShowCodeButton operation="listShopOrders" values={{ id, ...filters }} />
        </>
      }
    >
      <PagedList
        resource={list}
        empty={
          <EmptyState icon="star" title={t.nothingBought}>
            <p>{t.nothingBoughtHow}</p>
          </EmptyState>
        }
      >
        {items => (
          <Table
            caption={t.boughtCaption}
            items={items}
            keyOf={order => order.id}
            isCompact
            columns={[
              {
                head: t.member,
                cell: order => <MemberLink programId={order.programId} member={order.member ?? order} />,
              },
              { head: t.reward, cell: ({ reward }) => formatReward(reward) },
              { head: t.points, isNumber: true, cell: ({ points }) => formatNumber(points) },
              {
                head: t.status,
                cell: ({ status, reward, cancelReason }) => (
                  <WithDetail detail={cancelReason}>
                    <StateBadge state={status === 'canceled' ? status : reward.status} />
                  </WithDetail>
                ),
              },
              { head: t.date, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
              {
                head: t.actions,
                isMenu: true,
                cell: order => (
                  <ActionMenu
                    label={formatText(t.actionsFor, {
                      thing: formatReward(order.reward),
                      member: formatMember(order.member ?? order),
                    })}
                    actions={[
                      isCancelable(order) && {
                        label: t.cancelPurchase,
                        isDanger: true,
                        onClick: () => cancel(order, list.reload),
                      },
                    ]}
                  />
                ),
              },
            ]}
          />
        )}
      </PagedList>
    </Card>
  );
}

function isCancelable({ status, reward }: ListedShopOrder): boolean {
  return hasPermission('counter') && status === 'completed' && reward.status === 'issued';
}

function cancel(order: ListedShopOrder, onDone: () => void): void {
  const reason = signal('');
  const { id: orderId, programId: id, points, reward } = order;
  openForm({
    title: formatText(t.cancelTitle, {
      reward: formatReward(reward),
      member: formatMember(order.member ?? order),
    }),
    submitLabel: t.cancelPurchase,
    isDanger: true,
    content: (
      <>
        <p>{formatText(t.cancelHow, { points })}</p>
        <TextField label={t.reason} value={reason} name="reason" />
      </>
    ),
    run: async () => {
      const path = api.programs({ id }).redemptions({ orderId });
      await send(path.cancel.post({ reason: reason.value || undefined }));
      toast(formatText(t.purchaseCanceled, { points }));
      onDone();
    },
  });
}
