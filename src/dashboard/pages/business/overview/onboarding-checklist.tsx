import { firstSteps as t } from '../../../messages/firstSteps/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { Progress } from './onboarding-progress.ts';

type StepName = keyof typeof t.steps;

interface Step {
  name: StepName;
  isDone: boolean;
  href: string;
}

function listSteps(progress: Progress): Step[] {
  const { campaigns, active, submissions, pending, redeemed } = progress;
  return [
    { name: 'look', isDone: progress.hasLook || submissions > 0, href: '/dashboard/welcome/look' },
    { name: 'create', isDone: campaigns > 0, href: '/dashboard/campaigns/new' },
    { name: 'launch', isDone: active > 0 || submissions > 0, href: '/dashboard/campaigns?state=draft' },
    { name: 'reach', isDone: progress.isReachable, href: '/dashboard/welcome/address' },
    { name: 'share', isDone: submissions > 0, href: '/dashboard/welcome/address' },
    { name: 'review', isDone: submissions > pending, href: '/dashboard/reviews' },
    { name: 'redeem', isDone: redeemed > 0, href: '/dashboard/counter' },
  ];
}

/** The steps to the first redeemed reward, with a button for the next one. */
export default function OnboardingChecklist({ progress }: { progress: Progress }) {
  const steps = listSteps(progress);
  // The first submission shows that the rest of the way works, whatever the address.
  const next =
    progress.pending > 0
      ? steps.findIndex(({ name }) => name === 'review')
      : steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title={t.getStarted}>
      <ol class="steps">
        {steps.map(({ name, isDone, href }, index) => (
          <li key={name} class={isDone ? 'is-done' : ''}>
            <span class="mark">{isDone ? <Icon name="check" label={t.done} /> : index + 1}</span>
            <div>
              <strong>{t.steps[name].title}</strong>
              {!isDone && <p class="hint">{t.steps[name].how}</p>}
            </div>
            {index === next && (
              <ButtonLink kind="primary" href={href}>
                {t.steps[name].label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
