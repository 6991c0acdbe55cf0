import type { MemberProgress } from '../../../../programs/members/model.ts';
import { formatReward } from '../../../data/format.ts';
import { membership as t } from '../../../messages/membership/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';

type Goal = MemberProgress['goals'][number];

/** More stamps do not fit on a phone as circles of a readable size. */
const MAX_STAMPS = 30;

/** Returns whether a goal is shown as a card with stamps rather than as a bar. */
export function isStampCard({ metric, target, repeats }: Goal): boolean {
  return metric === 'visits' && repeats && target <= MAX_STAMPS;
}

/** A stamp card: filled and empty stamps, the next reward, and how many cards were filled. */
export function StampCard({ goal, currency }: { goal: Goal; currency: string }) {
  const { name, current, target, completions, reward } = goal;
  const filled = Math.min(current, target);
  const prize = reward ? formatReward({ ...reward, currency, value: reward.value ?? null }) : null;
  const left = Math.max(0, target - current);
  return (
    <Card title={name}>
      <div
        class="stamps"
        role="img"
        aria-label={formatText(t.stamps, { filled, target })}
        style={{ '--stamps-per-row': String(Math.min(target, 5)) }}
      >
        {Array.from({ length: target }, (_, index) => (
          <span
            key={index}
            class={index < filled ? 'stamp is-filled' : index === target - 1 ? 'stamp is-last' : 'stamp'}
          >
            {index < filled ? '✓' : index === target - 1 && prize ? '★' : index + 1}
          </span>
        ))}
      </div>
      <p>
        <strong>{formatText(t.stampsToGo, { count: left })}</strong>
        {prize && ` ${formatText(t.untilReward, { reward: prize })}`}
      </p>
      {completions > 0 && <p class="hint">{formatText(t.filledCards, { count: completions })}</p>}
    </Card>
  );
}
