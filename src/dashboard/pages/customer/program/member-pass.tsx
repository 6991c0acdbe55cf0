import type { Member, MemberProgress } from '../../../../programs/members/model.ts';
import type { Program } from '../../../../programs/model.ts';
import type { Shop } from '../../../../shops/model.ts';
import { formatLabel, formatMoney, formatNumber } from '../../../data/format.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { lazyComponent } from '../../../ui/lazy-component.tsx';

const MemberCard = lazyComponent(() => import('./member-card.tsx'));

interface MemberPassProps {
  program: Program;
  shop: Shop | undefined;
  member: Member;
  progress: MemberProgress | undefined;
}

/** The member's card with what it holds: the first thing that a member shows and looks at in the shop. */
export function MemberPass({ program, shop, member, progress }: MemberPassProps) {
  const { status, tier } = member;
  const next = progress?.tier.next;
  return (
    <section class="pass" aria-label={t.yourCard}>
      <div class="pass-figures">
        <p class="pass-name">{member.name ?? t.member}</p>
        <Figures program={program} member={member} />
      </div>
      {status === 'active' ? (
        <div class="pass-card">
          <MemberCard member={member} issuer={shop ? `${shop.name} · ${program.name}` : program.name} />
        </div>
      ) : (
        <p>
          {status === 'left'
            ? t.youLeft
            : formatText(t.isState, { state: shell.states[status] ?? formatLabel(status) })}
        </p>
      )}
      {(tier || next) && (
        <p class="pass-tier">
          {tier && <strong>{tier}</strong>}
          {next && formatText(t.pointsToTier, { tier: next, count: progress?.tier.pointsToNext ?? 0 })}
        </p>
      )}
    </section>
  );
}

function Figures({ program: { rewards }, member }: Pick<MemberPassProps, 'program' | 'member'>) {
  const { points, pointsBalance, currency, cashback, visits } = member;
  const hasPoints = Boolean(rewards.points || rewards.shop?.length) || points > 0;
  const hasCashback = Boolean(rewards.cashback) || cashback.lifetime + cashback.pending > 0;
  return (
    <>
      {hasPoints && (
        <p>
          <strong>{formatNumber(pointsBalance)}</strong> {formatText(t.pointsUnit, { count: pointsBalance })}
        </p>
      )}
      {hasCashback && (
        <p>
          <strong>{formatMoney(cashback.available, currency)}</strong> {t.cashbackUnit}
        </p>
      )}
      {!hasPoints && !hasCashback && (
        <p>
          <strong>{formatNumber(visits)}</strong> {formatText(t.visitsUnit, { count: visits })}
        </p>
      )}
    </>
  );
}
