import { useSignal } from '@preact/signals';
import type { Program as ProgramRecord, ProgramRewards } from '../../../../programs/model.ts';
import type { ProgramSummary } from '../../../../programs/summary-model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber, formatRatio } from '../../../data/format.ts';
import { enumQuery } from '../../../data/paging.ts';
import { type Resource, useAction, useRead } from '../../../data/resource.ts';
import { navigate, type PageProps } from '../../../data/router.ts';
import { programs as t } from '../../../messages/programs/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { FilterTabs, PageHead, Stat, StateBadge, StatList } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { openForm } from '../../../ui/open-form.tsx';
import { RARE_ICONS } from '../../../ui/rare-icons.ts';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../../ui/states.tsx';
import { toast } from '../../../ui/toast.tsx';
import { listOffers } from '../shared/program-labels.ts';
import { Members } from './program-members.tsx';

// Comes after the page, which is readable without it, to keep the first load small.
void import('../../../ui/owner-style.ts');

const CashbackList = lazyComponent(() => import('../history/program-cashback.tsx'));
const VisitList = lazyComponent(() => import('../history/program-visits.tsx'));
const PurchaseList = lazyComponent(() => import('../history/program-purchases.tsx'));
const ProgramReferrals = lazyComponent(() => import('./program-referrals.tsx'));
const ProgramShare = lazyComponent(() => import('./program-share.tsx'));
const ProgramTerms = lazyComponent(() => import('../terms/program-terms.tsx'));

/** The tabs; those of cashback and points are left out where the program has neither. */
function listViews({ cashback, shop = [] }: ProgramRewards, shown: string) {
  return [
    { value: '', label: t.members },
    { value: 'visits', label: t.visits },
    (cashback || shown === 'cashback') && { value: 'cashback', label: t.views.cashback },
    (shop.length > 0 || shown === 'purchases') && { value: 'purchases', label: t.views.purchases },
    { value: 'referrals', label: t.views.referrals },
    { value: 'share', label: t.views.share },
    { value: 'terms', label: t.views.terms },
  ].filter(view => !!view);
}
const VIEWS = ['visits', 'cashback', 'purchases', 'referrals', 'share', 'terms'] as const;
const LIVE = ['program.', 'member.', 'cashback.', 'submission.'];

/** One program: summary, members, cashback and terms. */
export default function Program({ params }: PageProps) {
  const { id = '' } = params;
  const record = useRead(api.programs({ id }).get, {}, { live: ['program.', 'member.'] });
  const view = enumQuery('view', VIEWS) ?? '';
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
            back={{ href: '/dashboard/programs', label: t.title }}
          >
            <ShowCodeButton operation="getProgram" values={{ id }} />
            <ProgramActions program={program} record={record} />
          </PageHead>
          <FilterTabs name="view" label={t.view} options={listViews(program.rewards, view)} isGuarded />
          {view === '' && (
            <>
              <Summary program={program} />
              <Members program={program} />
            </>
          )}
          {view === 'visits' && <VisitList program={program} />}
          {view === 'cashback' && <CashbackList program={program} />}
          {view === 'purchases' && <PurchaseList program={program} />}
          {view === 'referrals' && <ProgramReferrals program={program} onSaved={record.set} />}
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
  const progress = useRead(api.programs({ id }).progress.get, {}, { live: LIVE });
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
        name={t.members}
        value={formatNumber(activeMembers)}
        note={members > activeMembers && formatText(t.ofJoined, { count: formatNumber(members) })}
      />
      <Stat
        name={t.visits}
        value={formatNumber(visits)}
        note={formatText(t.perMember, { count: perMember })}
      />
      {(terms || available + pending + redeemed > 0) && (
        <Stat
          name={t.cashbackToSpend}
          value={formatMoney(available)}
          note={formatText(t.onHoldAndSpent, { onHold: formatMoney(pending), spent: formatMoney(redeemed) })}
        />
      )}
      {shop.length > 0 && <Stat name={t.rewardsBought} value={formatNumber(bought)} note={t.withPoints} />}
      {approved > 0 && (
        <Stat
          name={t.postsApproved}
          value={formatNumber(approved)}
          note={formatText(t.ofSubmissions, { rate: formatRatio(completionRate) })}
        />
      )}
    </StatList>
  );
}

type Status = ProgramRecord['status'];

function ProgramActions({ program, record }: { program: ProgramRecord; record: Resource<ProgramRecord> }) {
  const { id, status, memberCount } = program;
  const changeStatus = useAction(async (to: Status) => {
    record.set(await send(api.programs({ id }).put({ status: to })));
    toast(to === 'paused' ? t.paused : t.resumed);
  });
  const end = () =>
    openForm({
      title: t.endTitle,
      submitLabel: t.end,
      isDanger: true,
      content: t.endHow,
      run: async () => {
        record.set(await send(api.programs({ id }).put({ status: 'ended' })));
        toast(t.ended);
      },
    });
  const remove = () =>
    openForm({
      title: t.deleteTitle,
      submitLabel: t.delete,
      isDanger: true,
      content: t.deleteHow,
      run: async () => {
        await send(api.programs({ id }).delete());
        toast(t.deleted);
        navigate('/dashboard/programs');
      },
    });
  return (
    <>
      {status === 'active' && (
        <Button busy={changeStatus.isBusy} onClick={() => void changeStatus.run('paused')}>
          {t.pause}
        </Button>
      )}
      {status === 'paused' && (
        <Button kind="primary" busy={changeStatus.isBusy} onClick={() => void changeStatus.run('active')}>
          {t.resume}
        </Button>
      )}
      <ActionMenu
        label={t.moreActions}
        actions={[
          status !== 'ended' && { label: t.end, isDanger: true, onClick: end },
          memberCount === 0 && { label: t.delete, icon: RARE_ICONS.trash, isDanger: true, onClick: remove },
        ]}
      />
      <FormError error={changeStatus.error.value} />
    </>
  );
}
