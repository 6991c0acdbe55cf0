import type { Member, OpenReward } from '../../../../programs/members/model.ts';
import { formatReward, formatValidUntil } from '../../../data/format.ts';
import { hasPermission } from '../../../data/session.ts';
import { members as t } from '../../../messages/members/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { lazyModule } from '../../../ui/lazy-component.tsx';
import { groupRewards } from '../reward/reward-groups.ts';
import { formatMember } from '../shared/member-labels.ts';

const withDialogs = lazyModule(() => import('../reward/reward-dialogs.tsx'));

interface MemberRewardCardProps {
  member: Member;
  rewards: OpenReward[];
  onRedeemed: () => void;
}

/** The rewards that a member can redeem, equal ones together, each with Redeem for the one that expires first. */
export function MemberRewardCard({ member, rewards, onRedeemed }: MemberRewardCardProps) {
  const redeem = (reward: OpenReward) =>
    withDialogs(dialogs => dialogs.redeemReward(reward, formatMember(member), onRedeemed));
  return (
    <Card title={t.rewards}>
      {rewards.length === 0 && <p class="hint">{t.noRewards}</p>}
      <ul class="rows">
        {groupRewards(rewards).map(group => {
          const [first] = group;
          if (!first) return null;
          const until = formatValidUntil(first.expiresAt);
          return (
            <li key={first.id}>
              <div>
                <a href={`/dashboard/rewards/${first.id}`}>{formatReward(first)}</a>
                {group.length > 1 && <strong> × {group.length}</strong>} {t.sources[first.source]}
                <span class="cell-detail">
                  {group.length > 1
                    ? formatText(t.firstValidUntil, { date: until })
                    : formatText(t.validUntil, { date: until })}
                </span>
              </div>
              {hasPermission('counter') && (
                <Button
                  isSmall
                  label={formatText(t.redeemOf, { reward: formatReward(first) })}
                  onClick={() => redeem(first)}
                >
                  {group.length > 1 ? t.redeemOne : t.redeem}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
