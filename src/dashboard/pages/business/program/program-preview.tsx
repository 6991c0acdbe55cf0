import type { ProgramRewards } from '../../../../programs/model.ts';
import { caller } from '../../../data/session.ts';
import { programForm as t } from '../../../messages/programForm/index.ts';
import { listOffers } from '../shared/program-labels.ts';
import { StampGoals } from '../shared/stamp-goals.tsx';

/** Stamps that the preview shows as collected. */
const PREVIEW_STAMPS = 3;

/** The card as its members see it. */
export default function ProgramPreview({ name, rewards }: { name: string; rewards: ProgramRewards }) {
  const offers = listOffers(rewards);
  const goals = (rewards.goals ?? []).map(goal => ({
    ...goal,
    id: goal.name,
    target: Math.max(1, Math.floor(goal.target)),
    current: Math.min(PREVIEW_STAMPS, goal.target),
    percent: 0,
    status: 'inProgress' as const,
    completedAt: null,
    repeats: true,
    completions: 0,
    reward: null,
  }));
  return (
    <aside class="card program-preview" aria-label={t.preview}>
      <p class="hint">{caller.value?.business?.name ?? t.yourShop}</p>
      <h2>{name || t.yourProgram}</h2>
      {goals.length > 0 ? (
        <StampGoals goals={goals} pending={0} />
      ) : (
        <ul class="offers">
          {offers.map(offer => (
            <li key={offer}>{offer}</li>
          ))}
          {offers.length === 0 && <li>{t.termsNext}</li>}
        </ul>
      )}
      <p class="hint">{t.joinHow}</p>
    </aside>
  );
}
