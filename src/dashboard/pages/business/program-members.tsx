import { useSignal } from '@preact/signals';
import { MEMBER_STATUSES } from '../../../../db/enums.ts';
import type { Member, MemberProgress } from '../../../programs/members/model.ts';
import type { Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatNumber, plural } from '../../data/format.ts';
import { enumQuery, pageQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { query } from '../../data/router.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, FormError, Loaded } from '../../ui/states.tsx';
import { PagedList, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import {
  EditMemberDialog,
  EnrollDialog,
  RecordOrderDialog,
  RedeemCashbackDialog,
} from './member-dialogs.tsx';
import { formatMember, formatMemberDetail } from './program-labels.ts';

const FILTERS = [
  { value: '', label: 'All' },
  ...MEMBER_STATUSES.map(value => ({ value, label: formatLabel(value) })),
];

type OpenDialog =
  | { action: 'enroll' }
  | { action: 'edit' | 'recordOrder' | 'redeem' | 'viewProgress'; member: Member };

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
            {!q && !filters.status && <p>Customers can join on their own, or you can enroll them here.</p>}
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
      {current?.action === 'viewProgress' && (
        <MemberDialog member={current.member} onClose={() => setDialog(null)} onDone={finish} />
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
      items={members}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: member => <MemberName member={member} /> },
        { head: 'Status', cell: ({ status }) => <StateBadge state={status} /> },
        { head: 'Tier', cell: ({ tier }) => tier ?? '–' },
        { head: 'Points', isNumber: true, cell: ({ points }) => formatNumber(points) },
        { head: 'Available', isNumber: true, cell: ({ cashback }) => formatMoney(cashback.available) },
        { head: 'Pending', isNumber: true, cell: ({ cashback }) => formatMoney(cashback.pending) },
        { head: 'Joined', cell: ({ joinedAt }) => <RelativeTime at={joinedAt} /> },
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
                {
                  label: 'View progress',
                  icon: 'chart',
                  onClick: () => onOpenDialog({ action: 'viewProgress', member }),
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
  const detail = formatMemberDetail(member);
  return (
    <>
      {formatMember(member)}
      {detail && <span class="cell-detail">{detail}</span>}
    </>
  );
}

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
  onDone: () => void;
}

function MemberDialog({ member, onClose, onDone }: MemberDialogProps) {
  const { programId: id, memberId, status } = member;
  const progress = useResource(
    abort => send(api.programs({ id }).progress.get({ query: { memberId }, ...abort })),
    [memberId],
  );
  const changeStatus = useAction(async () => {
    const to = status === 'active' ? 'suspended' : 'active';
    await send(api.programs({ id }).members({ memberId }).put({ status: to }));
    toast(to === 'active' ? 'Member reactivated' : 'Member suspended. Existing balances are kept.');
    onDone();
  });
  return (
    <Dialog title={formatMember(member)} onClose={onClose}>
      <Loaded resource={progress}>{data => 'totals' in data && <Progress progress={data} />}</Loaded>
      <FormError error={changeStatus.error.value} />
      <footer>
        <ShowCodeButton operation="getProgramProgress" values={{ id, memberId }} />
        <Button busy={changeStatus.isBusy} onClick={() => void changeStatus.run()}>
          {status === 'active' ? 'Suspend member' : 'Reactivate member'}
        </Button>
      </footer>
    </Dialog>
  );
}

function Progress({ progress: { totals, tier, goals } }: { progress: MemberProgress }) {
  const toNext = tier.pointsToNext === null ? '' : `${plural(tier.pointsToNext, 'point')} to go`;
  return (
    <div class="stack">
      <p>
        {plural(totals.approved, 'approved submission')}, {plural(totals.points, 'point')},{' '}
        {formatMoney(totals.spend)} spent, {formatMoney(totals.cashback)} cashback earned.
      </p>
      {tier.next && (
        <ProgressBar
          name={tier.next}
          label={`Progress to ${tier.next}`}
          note={toNext}
          value={tier.percent}
          max={100}
        />
      )}
      {tier.current && !tier.next && <p>Highest tier reached: {tier.current}.</p>}
      {goals.map(({ id, name, current, target, metric }) => (
        <ProgressBar
          key={id}
          name={name}
          label={name}
          note={
            metric === 'spend'
              ? `${formatMoney(current)} of ${formatMoney(target)}`
              : `${formatNumber(current)} of ${formatNumber(target)}`
          }
          value={current}
          max={target}
        />
      ))}
    </div>
  );
}
