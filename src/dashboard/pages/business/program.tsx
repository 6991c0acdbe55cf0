import { useSignal } from '@preact/signals';
import type { Program as ProgramRecord, ProgramRewards } from '../../../programs/model.ts';
import type { ProgramSummary } from '../../../programs/summary-model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, formatRatio } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { navigate, type PageProps, query } from '../../data/router.ts';
import { ActionMenu } from '../../ui/action-menu.tsx';
import { Button } from '../../ui/button.tsx';
import { FilterTabs, PageHead, Stat, StateBadge, StatList } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { RARE_ICONS } from '../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { listOffers } from './program-labels.ts';
import { Members } from './program-members.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../ui/owner-style.ts');

const CashbackList = lazyComponent(() => import('./program-cashback.tsx'));
const VisitList = lazyComponent(() => import('./program-visits.tsx'));
const PurchaseList = lazyComponent(() => import('./program-purchases.tsx'));
const ProgramShare = lazyComponent(() => import('./program-share.tsx'));
const ProgramTerms = lazyComponent(() => import('./program-terms.tsx'));

/** The tabs; those of cashback and points are left out where the program has neither. */
function listViews({ cashback, shop = [] }: ProgramRewards, shown: string) {
  return [
    { value: '', label: 'Members' },
    { value: 'visits', label: 'Visits' },
    (cashback || shown === 'cashback') && { value: 'cashback', label: 'Cashback' },
    (shop.length > 0 || shown === 'purchases') && { value: 'purchases', label: 'Points spent' },
    { value: 'share', label: 'Share' },
    { value: 'terms', label: 'Terms' },
  ].filter(view => !!view);
}
const LIVE = ['program.', 'member.', 'cashback.', 'submission.'];

/** One program: summary, members, cashback and terms. */
export default function Program({ params }: PageProps) {
  const { id = '' } = params;
  const record = useResource(abort => send(api.programs({ id }).get(abort)), [id], {
    live: ['program.', 'member.'],
  });
  const view = query.value.get('view') ?? '';
  const saves = useSignal(0);
  return (
    <Loaded resource={record} lines={8}>
      {program => (
        <>
          <PageHead
            title={program.name}
            intro={
              <>
                <StateBadge state={program.status} /> {listOffers(program.rewards).join(' · ')}
              </>
            }
            back={{ href: '/dashboard/programs', label: 'Programs' }}
          >
            <ShowCodeButton operation="getProgram" values={{ id }} />
            <ProgramActions program={program} record={record} />
          </PageHead>
          <FilterTabs name="view" label="View" options={listViews(program.rewards, view)} isGuarded />
          {view === '' && (
            <>
              <Summary program={program} />
              <Members program={program} />
            </>
          )}
          {view === 'visits' && <VisitList program={program} />}
          {view === 'cashback' && <CashbackList program={program} />}
          {view === 'purchases' && <PurchaseList program={program} />}
          {view === 'share' && <ProgramShare program={program} />}
          {view === 'terms' && (
            <ProgramTerms
              key={saves.value}
              program={program}
              onSaved={saved => {
                record.set(saved);
                // Remount the form, since the server has assigned ids to new goals.
                saves.value += 1;
              }}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function Summary({ program: { id, rewards } }: { program: ProgramRecord }) {
  const progress = useResource(
    abort => send(api.programs({ id }).progress.get({ query: {}, ...abort })),
    [id],
    { live: LIVE },
  );
  return (
    <Loaded resource={progress} lines={2}>
      {response => 'summary' in response && <Figures summary={response.summary} rewards={rewards} />}
    </Loaded>
  );
}

interface FiguresProps {
  summary: ProgramSummary['summary'];
  rewards: ProgramRewards;
}

/** The figures of what the program rewards; those without a meaning for it are left out. */
function Figures({ summary, rewards: { cashback: terms, shop = [] } }: FiguresProps) {
  const { members, activeMembers, visits, approved, completionRate, cashback } = summary;
  const { pending, available, redeemed } = cashback;
  const bought = summary.shop.reduce((sum, item) => sum + item.bought, 0);
  const perMember = activeMembers > 0 ? formatNumber(Math.round((visits / activeMembers) * 10) / 10) : '0';
  return (
    <StatList>
      <Stat
        name="Members"
        value={formatNumber(activeMembers)}
        note={members > activeMembers && `of ${formatNumber(members)} who joined`}
      />
      <Stat name="Visits" value={formatNumber(visits)} note={`${perMember} per member`} />
      {(terms || available + pending + redeemed > 0) && (
        <Stat
          name="Cashback to spend"
          value={formatMoney(available)}
          note={`${formatMoney(pending)} on hold, ${formatMoney(redeemed)} spent`}
        />
      )}
      {shop.length > 0 && <Stat name="Rewards bought" value={formatNumber(bought)} note="with points" />}
      {approved > 0 && (
        <Stat
          name="Posts approved"
          value={formatNumber(approved)}
          note={`${formatRatio(completionRate)} of submissions`}
        />
      )}
    </StatList>
  );
}

type Status = ProgramRecord['status'];

function ProgramActions({ program, record }: { program: ProgramRecord; record: Resource<ProgramRecord> }) {
  const { id, status, memberCount } = program;
  const openDialog = useSignal<'end' | 'delete' | null>(null);
  const open = (dialog: 'end' | 'delete' | null) => () => {
    openDialog.value = dialog;
  };
  const changeStatus = useAction(async (to: Status) => {
    record.set(await send(api.programs({ id }).put({ status: to })));
    toast(to === 'paused' ? 'Program paused' : 'Program resumed');
  });
  const end = useAction(async () => {
    record.set(await send(api.programs({ id }).put({ status: 'ended' })));
    open(null)();
    toast('Program ended');
  });
  const remove = useAction(async () => {
    await send(api.programs({ id }).delete());
    toast('Program deleted');
    navigate('/dashboard/programs');
  });
  return (
    <>
      {status === 'active' && (
        <Button busy={changeStatus.isBusy} onClick={() => void changeStatus.run('paused')}>
          Pause program
        </Button>
      )}
      {status === 'paused' && (
        <Button kind="primary" busy={changeStatus.isBusy} onClick={() => void changeStatus.run('active')}>
          Resume program
        </Button>
      )}
      <ActionMenu
        label="More actions"
        actions={[
          status !== 'ended' && { label: 'End program', isDanger: true, onClick: open('end') },
          memberCount === 0 && {
            label: 'Delete program',
            icon: RARE_ICONS.trash,
            isDanger: true,
            onClick: open('delete'),
          },
        ]}
      />
      <FormError error={changeStatus.error.value} />
      {openDialog.value === 'end' && (
        <ConfirmDialog
          title="End this program?"
          confirmLabel="End program"
          isDanger
          action={end}
          onClose={open(null)}
        >
          <p>
            Members can no longer join or earn, and the program can't be resumed. Members keep their balances.
          </p>
        </ConfirmDialog>
      )}
      {openDialog.value === 'delete' && (
        <ConfirmDialog
          title="Delete this program?"
          confirmLabel="Delete program"
          isDanger
          action={remove}
          onClose={open(null)}
        >
          <p>The program has no members. Its terms will be deleted.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
