import type { Member, MemberProgress } from '../../../../programs/members/model.ts';
import type { Program as ProgramRecord } from '../../../../programs/model.ts';
import type { Shop } from '../../../../shops/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { cacheNames } from '../../../data/name-cache.ts';
import { SLOW_POLL_MS, useOwnChanges } from '../../../data/poll.ts';
import { useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { caller } from '../../../data/session.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Badge, Card, PageHead } from '../../../ui/components.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { readMember, readShop } from '../shared/memberships.ts';
import { useAccentColor } from '../shared/shop-parts.tsx';
import { describeEarning } from '../shop/benefits.ts';
import { MemberPass } from './member-pass.tsx';
import { isStampCard, StampCard } from './stamp-card.tsx';

const JoinProgram = lazyComponent(() => import('../shop/join-program.tsx'));
const UnconfirmedAddress = lazyComponent(() => import('../../unconfirmed-address.tsx'));
const CashbackCard = lazyComponent(() => import('./cashback-card.tsx'));
const MemberDetails = lazyComponent(() => import('./member-details.tsx'));
const InviteFriends = lazyComponent(() => import('./invite-friends.tsx'));
const RewardShop = lazyComponent(async () => ({ default: (await import('./reward-shop.tsx')).RewardShop }));
const OpenRewards = lazyComponent(async () => ({ default: (await import('./reward-shop.tsx')).OpenRewards }));
const SubmitForm = lazyComponent(async () => ({
  default: (await import('../submission/submit-form.tsx')).SubmitForm,
}));

interface Membership {
  program: ProgramRecord;
  /** Absent if it can't be read; the page is complete without it. */
  shop: Shop | undefined;
  member: Member | undefined;
  progress: MemberProgress | undefined;
}

async function readMembership(id: string, abort: { fetch: { signal: AbortSignal } }): Promise<Membership> {
  const [program, member] = await Promise.all([send(api.programs({ id }).get(abort)), readMember(id, abort)]);
  cacheNames({ [program.id]: program.name });
  const [shop, progress] = await Promise.all([
    readShop(program, abort),
    member && send(api.programs({ id }).progress.get({ query: {}, ...abort })),
  ]);
  return { program, shop, member, progress: progress && 'goals' in progress ? progress : undefined };
}

/**
 * One program. A member sees the card, stamps and balance first, then what can be redeemed and bought, goals, and the
 * history; anyone else sees what joining brings.
 */
export default function Program({ params }: PageProps) {
  const { id = '' } = params;
  const membership = useResource(abort => readMembership(id, abort), [id]);
  useOwnChanges(
    membership.reload,
    membership.data.value && membership.data.value.member !== undefined,
    SLOW_POLL_MS,
  );
  const { reload } = membership;
  return (
    <Loaded resource={membership} lines={8}>
      {({ program, shop, member, progress }) => (
        <>
          <PageHead
            title={program.name}
            intro={shop && <a href={`/s/${shop.slug}`}>{shop.name}</a>}
            back={{ href: '/my/programs', label: t.title }}
          />
          {program.status !== 'active' && <p class="notice warn">{t.closed[program.status]}</p>}
          {member ? (
            <MemberView {...{ program, shop, member, progress }} onChange={reload} />
          ) : (
            program.status === 'active' && (
              <JoinProgram
                program={program}
                shop={shop ?? { name: program.name, slug: '' }}
                onJoined={reload}
              />
            )
          )}
        </>
      )}
    </Loaded>
  );
}

interface MemberViewProps extends Membership {
  member: Member;
  onChange: () => void;
}

function MemberView({ program, shop, member, progress, onChange }: MemberViewProps) {
  useAccentColor(shop?.accentColor);
  const { cashback, status } = member;
  const isActive = status === 'active';
  const hasCashback = Boolean(program.rewards.cashback) || cashback.lifetime + cashback.pending > 0;
  return (
    <div class="membership">
      <div class="stack">
        <MemberPass {...{ program, shop, member, progress }} />
        {progress?.goals.filter(isStampCard).map(goal => (
          <StampCard key={goal.id} goal={goal} currency={program.currency} />
        ))}
      </div>
      <div class="stack">
        {progress && progress.openRewards.length > 0 && <OpenRewards rewards={progress.openRewards} />}
        {progress && progress.shop.length > 0 && <RewardShop progress={progress} onChange={onChange} />}
        {progress && <Goals progress={progress} />}
        <Earning program={program} />
        {hasCashback && <CashbackCard member={member} onChange={onChange} />}
        {isActive && program.status === 'active' && program.referral && shop && (
          <InviteFriends
            programId={program.id}
            memberId={member.memberId}
            currency={program.currency}
            terms={program.referral}
            shop={shop}
          />
        )}
        {isActive && program.status === 'active' && <SubmitProof id={program.id} />}
        {isActive && caller.value?.user.emailConfirmed === false && <UnconfirmedAddress />}
        {isActive && <MemberDetails program={program} member={member} onChange={onChange} />}
      </div>
    </div>
  );
}

function Goals({ progress: { tier, currency, goals: all } }: { progress: MemberProgress }) {
  const goals = all.filter(goal => !isStampCard(goal));
  if (!tier.next && !tier.current && goals.length === 0) return null;
  return (
    <Card title={t.goals}>
      {tier.next ? (
        <ProgressBar
          name={formatText(t.progressTo, { tier: tier.next })}
          label={tier.next}
          value={tier.percent}
          max={100}
          note={formatText(t.pointsToGo, { count: tier.pointsToNext ?? 0 })}
        />
      ) : (
        tier.current && <p>{formatText(t.highestTier, { tier: tier.current })}</p>
      )}
      {goals.map(({ id, name, percent, current, target, metric, status }) => (
        <ProgressBar
          key={id}
          name={name}
          label={name}
          value={percent}
          max={100}
          note={
            status === 'completed' ? (
              <Badge tone="good">{t.completed}</Badge>
            ) : metric === 'spend' ? (
              formatText(t.of, {
                current: formatMoney(current, currency),
                target: formatMoney(target, currency),
              })
            ) : (
              `${formatText(t.of, { current: formatNumber(current), target: formatNumber(target) })} ${t.metrics[metric]}`
            )
          }
        />
      ))}
    </Card>
  );
}

/** How a member earns. What there is to redeem and to reach has sections of its own. */
function Earning({ program }: { program: ProgramRecord }) {
  const { description } = program;
  const ways = describeEarning(program);
  if (ways.length === 0 && !description) return null;
  return (
    <Card title={t.howYouEarn}>
      {description && <p>{description}</p>}
      <Benefits texts={ways} />
    </Card>
  );
}

function Benefits({ texts }: { texts: string[] }) {
  return (
    <ul class="benefits">
      {texts.map(text => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

function SubmitProof({ id }: { id: string }) {
  return (
    <details class="card">
      <summary>{t.submitProof}</summary>
      <SubmitForm
        onSubmit={({ handle: _, followers: __, ...proof }) => send(api.programs({ id }).submit.post(proof))}
        hasOrderValueField
      />
    </details>
  );
}
