import { useSignal } from '@preact/signals';
import { MEMBER_STATUSES } from '../../../../db/enums.ts';
import type { Member, MemberProgress, Program } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatWord } from '../../data/format.ts';
import { pageQuery, wordQuery } from '../../data/paging.ts';
import { useAction, useResource } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Card, FilterTabs, StateBadge } from '../../ui/components.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, FormError, Loaded } from '../../ui/states.tsx';
import { Paging, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';
import { EarnDialog, SpendDialog } from './record-purchase.tsx';

const FILTERS = [
  { value: '', label: 'All' },
  ...MEMBER_STATUSES.map(value => ({ value, label: formatWord(value) })),
];

type Asking = { what: 'enrol' } | { what: 'earn' | 'spend' | 'look'; member: Member };

/** Who is in a program, and what can be done for each. */
export function Members({ program }: { program: Program }) {
  const { id } = program;
  const asked = { status: wordQuery('status', MEMBER_STATUSES), ...pageQuery() };
  const list = useResource(
    abort => send(api.programs({ id }).members.get({ query: asked, ...abort })),
    [id, asked.status, asked.page],
    { live: ['member.', 'cashback.', 'submission.'] },
  );
  const asking = useSignal<Asking | null>(null);
  const ask = (next: Asking | null) => {
    asking.value = next;
  };
  const done = () => {
    ask(null);
    list.reload();
  };
  const enrol = () => ask({ what: 'enrol' });
  const current = asking.value;
  return (
    <Card
      title="Members"
      actions={
        program.status === 'active' && (
          <Button isSmall kind="primary" icon="plus" onClick={enrol}>
            Enrol somebody
          </Button>
        )
      }
    >
      <FilterTabs name="status" label="State" options={FILTERS} />
      <Loaded
        resource={list}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <Empty icon="people" title={asked.status ? `No member is ${asked.status}` : 'No members yet'}>
            {!asked.status && <p>Customers join by themselves, or you enrol them here at the till.</p>}
          </Empty>
        }
      >
        {({ items, pagination }) => (
          <>
            <MemberTable members={items} onAsk={ask} />
            <Paging {...pagination} />
          </>
        )}
      </Loaded>
      {current?.what === 'enrol' && <EnrolDialog id={id} onClose={() => ask(null)} onDone={done} />}
      {current?.what === 'earn' && (
        <EarnDialog program={program} member={current.member} onClose={() => ask(null)} onDone={done} />
      )}
      {current?.what === 'spend' && (
        <SpendDialog program={program} member={current.member} onClose={() => ask(null)} onDone={done} />
      )}
      {current?.what === 'look' && (
        <MemberDialog member={current.member} onClose={() => ask(null)} onDone={done} />
      )}
    </Card>
  );
}

function MemberTable({ members, onAsk }: { members: Member[]; onAsk: (asking: Asking) => void }) {
  return (
    <Table
      caption="Members"
      items={members}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Name', cell: ({ name, memberId }) => name ?? memberId },
        { head: 'State', cell: ({ status }) => <StateBadge state={status} /> },
        { head: 'Tier', cell: ({ tier }) => tier ?? '–' },
        { head: 'Points', isNumber: true, cell: ({ points }) => formatNumber(points) },
        { head: 'To spend', isNumber: true, cell: ({ cashback }) => formatMoney(cashback.available) },
        { head: 'Held', isNumber: true, cell: ({ cashback }) => formatMoney(cashback.pending) },
        { head: 'Joined', cell: ({ joinedAt }) => <RelativeTime at={joinedAt} /> },
        {
          head: 'At the till',
          cell: member => (
            <span class="row-actions">
              {member.status === 'active' && (
                <Button isSmall onClick={() => onAsk({ what: 'earn', member })}>
                  Add order
                </Button>
              )}
              {member.cashback.available > 0 && (
                <Button isSmall onClick={() => onAsk({ what: 'spend', member })}>
                  Spend
                </Button>
              )}
              <Button isSmall onClick={() => onAsk({ what: 'look', member })}>
                Progress
              </Button>
            </span>
          ),
        },
      ]}
    />
  );
}

function EnrolDialog({ id, onClose, onDone }: { id: string; onClose: () => void; onDone: () => void }) {
  const [memberId, name, email] = [useSignal(''), useSignal(''), useSignal('')];
  const bodyOf = () => ({
    memberId: memberId.value,
    name: name.value || undefined,
    email: email.value || undefined,
  });
  const enrol = useAction(async () => {
    await send(api.programs({ id }).members.post(bodyOf()));
    toast('Enrolled');
    onDone();
  });
  return (
    <Dialog title="Enrol somebody" onClose={onClose}>
      <form onSubmit={enrol.submit}>
        <TextField
          label="Member ID"
          hint="Your own. A user id works once that person has dealt with you."
          placeholder="till-4711"
          value={memberId}
          error={enrol.of('memberId')}
          isRequired
        />
        <TextField label="Name" value={name} error={enrol.of('name')} />
        <TextField label="Email" type="email" value={email} error={enrol.of('email')} />
        <FormError error={enrol.error.value} />
        <footer>
          <AsCode operation="enrollMember" values={{ id, ...bodyOf() }} />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={enrol.isBusy}>
            Enrol
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

interface MemberDialogProps {
  member: Member;
  onClose: () => void;
  onDone: () => void;
}

function MemberDialog({ member, onClose, onDone }: MemberDialogProps) {
  const { programId: id, memberId, name, status } = member;
  const progress = useResource(
    abort => send(api.programs({ id }).progress.get({ query: { memberId }, ...abort })),
    [memberId],
  );
  const turn = useAction(async () => {
    const to = status === 'active' ? 'suspended' : 'active';
    await send(api.programs({ id }).members({ memberId }).put({ status: to }));
    toast(to === 'active' ? 'Active again' : 'Member suspended. Existing balances are kept.');
    onDone();
  });
  return (
    <Dialog title={name ?? memberId} onClose={onClose}>
      <Loaded resource={progress}>{answer => 'totals' in answer && <Progress progress={answer} />}</Loaded>
      <FormError error={turn.error.value} />
      <footer>
        <AsCode operation="getProgramProgress" values={{ id, memberId }} />
        <Button busy={turn.isBusy} onClick={() => void turn.run()}>
          {status === 'active' ? 'Suspend' : 'Make active'}
        </Button>
      </footer>
    </Dialog>
  );
}

function Progress({ progress: { totals, tier, goals } }: { progress: MemberProgress }) {
  const toNext = tier.pointsToNext === null ? '' : `${formatNumber(tier.pointsToNext)} points to go`;
  return (
    <div class="stack">
      <p>
        {formatNumber(totals.approved)} approved, {formatNumber(totals.points)} points,{' '}
        {formatMoney(totals.spend)} spent, {formatMoney(totals.cashback)} of cashback.
      </p>
      {tier.next && (
        <ProgressBar
          name={tier.next}
          label={`On the way to ${tier.next}`}
          note={toNext}
          value={tier.percent}
          max={100}
        />
      )}
      {tier.current && !tier.next && <p>In the highest tier, {tier.current}.</p>}
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
