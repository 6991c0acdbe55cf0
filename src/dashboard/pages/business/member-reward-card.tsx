import { useSignal } from '@preact/signals';
import type { Member, OpenReward } from '../../../programs/members/model.ts';
import { formatDate, formatReward } from '../../data/format.ts';
import { hasPermission } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { formatMember } from './member-labels.ts';
import { groupRewards } from './reward-groups.ts';

const RedeemRewardDialog = lazyComponent(() => import('./redeem-reward-dialog.tsx'));

const SOURCES: Record<OpenReward['source'], string> = {
  submission: 'for a post',
  perk: 'from the exchange',
  goal: 'for a goal',
  shop: 'for points',
};

interface MemberRewardCardProps {
  member: Member;
  rewards: OpenReward[];
  onRedeemed: () => void;
}

/** The rewards that a member can redeem, equal ones together, each with Redeem for the one that expires first. */
export function MemberRewardCard({ member, rewards, onRedeemed }: MemberRewardCardProps) {
  const chosen = useSignal<OpenReward | null>(null);
  const close = () => {
    chosen.value = null;
  };
  return (
    <Card title="Rewards to redeem">
      {rewards.length === 0 && <p class="hint">None at the moment.</p>}
      <ul class="rows">
        {groupRewards(rewards).map(group => {
          const [first] = group;
          if (!first) return null;
          const until = group.length > 1 ? 'First one valid until' : 'Valid until';
          return (
            <li key={first.id}>
              <div>
                <a href={`/dashboard/rewards/${first.id}`}>{formatReward(first)}</a>
                {group.length > 1 && <strong> × {group.length}</strong>} {SOURCES[first.source]}
                <span class="cell-detail">
                  {until} {formatDate(first.expiresAt)}
                </span>
              </div>
              {hasPermission('counter') && (
                <Button
                  isSmall
                  label={`Redeem ${formatReward(first)}`}
                  onClick={() => {
                    chosen.value = first;
                  }}
                >
                  {group.length > 1 ? 'Redeem one' : 'Redeem'}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {chosen.value && (
        <RedeemRewardDialog
          reward={chosen.value}
          customer={formatMember(member)}
          onClose={close}
          onDone={() => {
            close();
            onRedeemed();
          }}
        />
      )}
    </Card>
  );
}
