import type { Member, MemberProgress } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatDate, formatMoney, formatNumber } from '../../../data/format.ts';
import { enumQuery } from '../../../data/paging.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card, FilterTabs, PageHead, Stat, StateBadge, StatList } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { formatMember, formatMemberDetail, hasUnconfirmedPhone } from '../shared/member-labels.ts';
import { StampGoals } from '../shared/stamp-goals.tsx';
import { MemberActions } from './member-actions.tsx';
import { MemberRewardCard } from './member-reward-card.tsx';

const VisitList = lazyComponent(() => import('../history/program-visits.tsx'));
const CashbackList = lazyComponent(() => import('../history/program-cashback.tsx'));
const PurchaseList = lazyComponent(() => import('../history/program-purchases.tsx'));
const CorrectionList = lazyComponent(() => import('./member-corrections.tsx'));
const PhoneNotice = lazyComponent(() => import('./phone-notice.tsx'));

/** The tabs beside visits; the last one is for those who may correct balances. */
const VIEWS = ['cashback', 'purchases', 'corrections'] as const;
const LIVE = ['member.', 'cashback.', 'submission.', 'reward.'];

/** One member of a program: balance, progress, open rewards, and everything that happened. */
export default function MemberPage({ params }: PageProps) {
  const { id = '', memberId = '' } = params;
  const record = useResource(
    async abort => {
      const path = api.programs({ id });
      const [program, member] = await Promise.all([
        send(path.get(abort)),
        send(path.members({ memberId }).get(abort)),
      ]);
      return { program, member };
    },
    [id, memberId],
    { live: LIVE },
  );
  return (
    <Loaded resource={record} lines={8}>
      {data => <Content {...data} onChanged={record.reload} />}
    </Loaded>
  );
}

interface ContentProps {
  program: Program;
  member: Member;
  onChanged: () => void;
}

function Content({ program, member, onChanged }: ContentProps) {
  const { programId: id, memberId, joinedAt } = member;
  const progress = useRead(api.programs({ id }).progress.get, { memberId }, { live: LIVE });
  const canCorrect = hasPermission('programs');
  const view = enumQuery('view', canCorrect ? VIEWS : VIEWS.slice(0, -1)) ?? '';
  const detail = formatMemberDetail(member);
  const changed = () => {
    onChanged();
    progress.reload();
  };
  return (
    <>
      <PageHead
        title={formatMember(member)}
        intro={
          <>
            {member.status !== 'active' && <StateBadge state={member.status} />}{' '}
            {[
              detail,
              detail === member.phone && member.email,
              formatText(t.joined, { date: formatDate(joinedAt) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </>
        }
        back={{ href: `/dashboard/programs/${id}`, label: program.name }}
      >
        <ShowCodeButton operation="getProgramProgress" values={{ id, memberId }} />
        <MemberActions program={program} member={member} onChanged={changed} />
      </PageHead>
      {hasUnconfirmedPhone(member) && <PhoneNotice member={member} onConfirmed={onChanged} />}
      <Balance member={member} />
      <Loaded resource={progress} lines={3}>
        {data =>
          'totals' in data && (
            <div class="halves">
              <ProgressCard progress={data} />
              <MemberRewardCard member={member} rewards={data.openRewards} onRedeemed={progress.reload} />
            </div>
          )
        }
      </Loaded>
      <FilterTabs
        name="view"
        label={t.history}
        options={[
          { value: '', label: t.views.visits },
          { value: 'cashback', label: t.views.cashback },
          { value: 'purchases', label: t.views.purchases },
          ...(canCorrect ? [{ value: 'corrections', label: t.views.corrections }] : []),
        ]}
      />
      {view === '' && <VisitList program={program} memberId={memberId} />}
      {view === 'cashback' && <CashbackList program={program} memberId={memberId} />}
      {view === 'purchases' && <PurchaseList program={program} memberId={memberId} />}
      {view === 'corrections' && <CorrectionList member={member} onChanged={changed} />}
    </>
  );
}

function Balance({
  member: { points, pointsBalance, visits, lastVisitAt, cashback, tier },
}: {
  member: Member;
}) {
  return (
    <StatList>
      <Stat
        name={t.visits}
        value={formatNumber(visits)}
        note={
          lastVisitAt ? (
            <>
              {t.last} <RelativeTime at={lastVisitAt} />
            </>
          ) : (
            visits === 0 && t.noneYet
          )
        }
      />
      <Stat
        name={t.pointsToSpend}
        value={formatNumber(pointsBalance)}
        note={formatText(t.earned, { points: formatNumber(points) })}
      />
      <Stat
        name={t.cashbackToSpend}
        value={formatMoney(cashback.available)}
        note={formatText(t.onHold, { amount: formatMoney(cashback.pending) })}
      />
      <Stat name={t.tier} value={tier ?? '–'} />
    </StatList>
  );
}

function ProgressCard({ progress: { tier, goals } }: { progress: MemberProgress }) {
  const bars = goals.filter(({ metric }) => metric !== 'visits');
  return (
    <Card title={t.progress}>
      {goals.length === 0 && !tier.next && <p class="hint">{t.noGoals}</p>}
      <StampGoals goals={goals} pending={0} />
      {tier.next && (
        <ProgressBar
          name={tier.next}
          label={formatText(t.progressTo, { tier: tier.next })}
          note={tier.pointsToNext === null ? '' : formatText(t.pointsToGo, { count: tier.pointsToNext })}
          value={tier.percent}
          max={100}
        />
      )}
      {tier.current && !tier.next && <p>{formatText(t.highestTier, { tier: tier.current })}</p>}
      {bars.map(({ id, name, current, target, metric }) => {
        const format = metric === 'spend' ? formatMoney : formatNumber;
        return (
          <ProgressBar
            key={id}
            name={name}
            label={name}
            note={formatText(t.of, { current: format(current), target: format(target) })}
            value={current}
            max={target}
          />
        );
      })}
    </Card>
  );
}
