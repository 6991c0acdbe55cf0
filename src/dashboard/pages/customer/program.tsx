import { useSignal } from '@preact/signals';
import type { Member, MemberProgress } from '../../../programs/members/model.ts';
import type { Program as ProgramRecord } from '../../../programs/model.ts';
import { api, send } from '../../data/api.ts';
import { formatLabel, formatMoney, formatNumber, plural } from '../../data/format.ts';
import { cacheNames } from '../../data/name-cache.ts';
import { SLOW_POLL_MS, usePolling } from '../../data/poll.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card, PageHead, Stat, StatList } from '../../ui/components.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError, Loaded } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { CashbackCard } from './cashback-card.tsx';
import { describeBenefits, joinProgram, readMember } from './memberships.ts';
import { isStampCard, StampCard } from './stamp-card.tsx';
import { SubmitForm } from './submit-form.tsx';

const RewardShop = lazyComponent(async () => ({ default: (await import('./reward-shop.tsx')).RewardShop }));
const OpenRewards = lazyComponent(async () => ({ default: (await import('./reward-shop.tsx')).OpenRewards }));
const MemberCard = lazyComponent(() => import('./member-card.tsx'));

interface Membership {
  program: ProgramRecord;
  member: Member | undefined;
  progress: MemberProgress | undefined;
}

async function readMembership(id: string, abort: { fetch: { signal: AbortSignal } }): Promise<Membership> {
  const [program, member] = await Promise.all([send(api.programs({ id }).get(abort)), readMember(id, abort)]);
  cacheNames({ [program.id]: program.name });
  if (!member) return { program, member, progress: undefined };
  const progress = await send(api.programs({ id }).progress.get({ query: {}, ...abort }));
  return { program, member, progress: 'goals' in progress ? progress : undefined };
}

/** One program: benefits, the customer's progress, and cashback. */
export default function Program({ params }: PageProps) {
  const { id = '' } = params;
  const membership = useResource(abort => readMembership(id, abort), [id]);
  usePolling(membership.reload, membership.data.value?.member !== undefined, SLOW_POLL_MS);
  return (
    <Loaded resource={membership} lines={8}>
      {({ program, member, progress }) => (
        <>
          <PageHead
            title={program.name}
            intro={program.description}
            back={{ href: '/my/programs', label: 'Memberships' }}
          >
            {member?.status === 'active' && <LeaveProgram program={program} membership={membership} />}
          </PageHead>
          {program.status !== 'active' && (
            <p class="notice warn">This program is {program.status}. You keep what you've earned.</p>
          )}
          {member && <Balances member={member} />}
          <div class="columns-wide">
            <div class="stack">
              {progress?.goals.filter(isStampCard).map(goal => (
                <StampCard key={goal.id} goal={goal} />
              ))}
              {progress && progress.openRewards.length > 0 && <OpenRewards rewards={progress.openRewards} />}
              {progress && progress.shop.length > 0 && (
                <RewardShop progress={progress} onChange={membership.reload} />
              )}
              {progress && <Progress progress={progress} />}
              <Terms program={program} member={member} membership={membership} />
            </div>
            {member && (
              <div class="stack">
                {member.status === 'active' && <MemberCard member={member} onChange={membership.reload} />}
                <CashbackCard member={member} onChange={membership.reload} />
                {member.status === 'active' && program.status === 'active' && <SubmitProof id={id} />}
              </div>
            )}
          </div>
        </>
      )}
    </Loaded>
  );
}

function Balances({ member: { points, pointsBalance, tier, cashback, status } }: { member: Member }) {
  return (
    <StatList>
      <Stat
        name="Points"
        value={formatNumber(pointsBalance)}
        note={
          status !== 'active'
            ? formatLabel(status)
            : (tier ?? (points === pointsBalance ? null : `${formatNumber(points)} earned`))
        }
      />
      <Stat name="Available" value={formatMoney(cashback.available)} note="Cashback" />
      <Stat name="Pending" value={formatMoney(cashback.pending)} note="Until the return period ends" />
      <Stat name="Redeemed" value={formatMoney(cashback.redeemed)} />
    </StatList>
  );
}

function Progress({ progress: { tier, goals: all } }: { progress: MemberProgress }) {
  const goals = all.filter(goal => !isStampCard(goal));
  if (!tier.next && !tier.current && goals.length === 0) return null;
  return (
    <Card title="Your progress">
      {tier.next ? (
        <ProgressBar
          name={`Progress to ${tier.next}`}
          label={`To ${tier.next}`}
          value={tier.percent}
          max={100}
          note={`${plural(tier.pointsToNext ?? 0, 'point')} to go`}
        />
      ) : (
        tier.current && <p>You've reached the highest tier: {tier.current}.</p>
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
              <Badge tone="good">Completed</Badge>
            ) : metric === 'spend' ? (
              `${formatMoney(current)} of ${formatMoney(target)}`
            ) : (
              `${formatNumber(current)} of ${formatNumber(target)} ${metric}`
            )
          }
        />
      ))}
    </Card>
  );
}

interface TermsProps {
  program: ProgramRecord;
  member: Member | undefined;
  membership: Resource<Membership>;
}

function Terms({ program, member, membership }: TermsProps) {
  const benefits = describeBenefits(program.rewards);
  const join = useAction(async () => {
    await joinProgram(program.id);
    toast(`Welcome to ${program.name}`);
    membership.reload();
  });
  return (
    <Card title="Benefits">
      {benefits.length === 0 && <p>This program lists no benefits yet.</p>}
      <ul class="benefits">
        {benefits.map(text => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <FormError error={join.error.value} />
      {!member && program.status === 'active' && (
        <div class="actions">
          <Button kind="primary" busy={join.isBusy} onClick={() => void join.run()}>
            Join program
          </Button>
          <ShowCodeButton
            operation="enrollMember"
            values={{ id: program.id, memberId: caller.value?.user.id }}
          />
        </div>
      )}
    </Card>
  );
}

function SubmitProof({ id }: { id: string }) {
  return (
    <Card title="Submit proof">
      <SubmitForm
        onSubmit={({ handle: _, followers: __, ...proof }) => send(api.programs({ id }).submit.post(proof))}
        hasOrderValueField
      />
    </Card>
  );
}

function LeaveProgram({ program, membership }: { program: ProgramRecord; membership: Resource<Membership> }) {
  const isConfirming = useSignal(false);
  const close = () => {
    isConfirming.value = false;
  };
  const memberId = caller.value?.user.id ?? '';
  const leave = useAction(async () => {
    await send(api.programs({ id: program.id }).members({ memberId }).put({ status: 'left' }));
    close();
    toast(`You left ${program.name}`);
    membership.reload();
  });
  return (
    <>
      <Button
        onClick={() => {
          isConfirming.value = true;
        }}
      >
        Leave program
      </Button>
      {isConfirming.value && (
        <ConfirmDialog
          title={`Leave ${program.name}?`}
          confirmLabel="Leave program"
          isDanger
          action={leave}
          onClose={close}
        >
          <p>You'll stop earning. Only the business can re-enroll you. You keep what you've earned.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
