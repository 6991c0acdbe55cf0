import type { Adjustment } from '../../../../programs/adjustments/model.ts';
import type { Member } from '../../../../programs/members/model.ts';
import { api, send } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import { memberCorrections as t } from '../../../messages/memberCorrections/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Badge, Card } from '../../../ui/components.tsx';
import { CsvLink } from '../../../ui/csv-link.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { PagedList, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { listUserNames } from '../shared/user-names.ts';
import { formatBalance, formatCorrection, formatCorrector, getBalanceKind } from './correction-labels.ts';
import { MergedMembers } from './merged-members.tsx';

interface CorrectionListProps {
  member: Member;
  onChanged: () => void;
}

/** Lists the corrections of a member's balances, which can be undone. */
export default function CorrectionList({ member, onChanged }: CorrectionListProps) {
  const { programId: id, memberId } = member;
  const query = pageQuery();
  const list = useRead(api.programs({ id }).members({ memberId }).adjustments.get, query, {
    live: ['member.adjusted'],
  });
  const users = useResource(listUserNames, []);
  const reload = () => {
    list.reload();
    onChanged();
  };
  return (
    <>
      <MergedMembers member={member} onChanged={onChanged} />
      <Card
        title={t.corrections}
        actions={
          <>
            <ShowCodeButton operation="listAdjustments" values={{ id, memberId, ...query }} />
            <CsvLink
              path={`/programs/${id}/members/${encodeURIComponent(memberId)}/adjustments`}
              values={query}
            />
          </>
        }
      >
        <PagedList
          resource={list}
          empty={
            <EmptyState icon="card" title={t.none}>
              <p>{t.noneHow}</p>
            </EmptyState>
          }
        >
          {items => (
            <Table
              caption={t.corrections}
              items={items}
              keyOf={adjustment => adjustment.id}
              isCompact
              columns={[
                { head: t.date, cell: ({ createdAt }) => <RelativeTime at={createdAt} /> },
                { head: t.correction, isNumber: true, cell: formatCorrection },
                { head: t.reason, cell: ({ reason }) => <span class="breaks-anywhere">{reason}</span> },
                {
                  head: t.by,
                  cell: adjustment => formatCorrector(adjustment, users.data.value ?? new Map()),
                },
                {
                  head: t.undo,
                  isMenu: true,
                  cell: adjustment =>
                    adjustment.undoneAt ? (
                      <Badge>{t.undone}</Badge>
                    ) : (
                      <Button
                        isSmall
                        label={formatText(t.undoOf, { correction: formatCorrection(adjustment) })}
                        onClick={() => undo(adjustment, reload)}
                      >
                        {t.undo}
                      </Button>
                    ),
                },
              ]}
            />
          )}
        </PagedList>
      </Card>
    </>
  );
}

function undo(adjustment: Adjustment, onDone: () => void): void {
  const { id: adjustmentId, programId: id, memberId, points, visits, cashback } = adjustment;
  openForm({
    title: formatText(t.undoTitle, { correction: formatCorrection(adjustment) }),
    submitLabel: t.undoCorrection,
    content: points + visits + cashback > 0 ? t.undoAdded : t.undoTaken,
    call: { operation: 'undoAdjustment', values: { id, memberId, adjustmentId } },
    run: async () => {
      const path = api.programs({ id }).members({ memberId }).adjustments({ adjustmentId });
      const { member } = await send(path.undo.post());
      toast(formatText(t.correctionUndone, { balance: formatBalance(member, getBalanceKind(adjustment)) }));
      onDone();
    },
  });
}
