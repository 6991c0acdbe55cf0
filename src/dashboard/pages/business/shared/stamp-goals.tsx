import type { MemberProgress } from '../../../../programs/members/model.ts';
import { formatReward } from '../../../data/format.ts';
import { counter as t } from '../../../messages/counter/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';

/** Cards with more stamps are shown as a bar. */
const MAX_STAMPS = 20;

interface StampGoalsProps {
  goals: MemberProgress['goals'];
  /** Stamps that are being saved. */
  pending: number;
}

/** The stamp cards of a member; stamps that are not saved yet are outlined only. */
export function StampGoals({ goals, pending }: StampGoalsProps) {
  const cards = goals.filter(({ metric }) => metric === 'visits');
  return (
    <>
      {cards.map(({ id, name, current, target, reward }) => {
        const label = formatText(t.goalProgress, { name, current, target });
        if (target > MAX_STAMPS)
          return (
            <ProgressBar
              key={id}
              name={name}
              label={label}
              note={formatText(t.ofTarget, { current, target })}
              value={current}
              max={target}
            />
          );
        return (
          <div key={id} class="stamp-card">
            <p>
              <strong>{name}</strong>{' '}
              {reward && <span class="hint">{formatReward({ ...reward, value: reward.value ?? null })}</span>}
            </p>
            <div class="stamps" role="img" aria-label={label}>
              {Array.from({ length: target }, (_, index) => (
                <span key={index} class={getStampClass(index, current, pending)} />
              ))}
            </div>
          </div>
        );
      })}
    </>
  );
}

function getStampClass(index: number, current: number, pending: number): string {
  if (index < current) return 'stamp is-filled';
  return index < current + pending ? 'stamp is-pending' : 'stamp';
}
