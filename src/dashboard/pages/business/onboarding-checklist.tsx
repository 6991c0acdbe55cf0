import { api, send } from '../../data/api.ts';
import { tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';

const ONE = { page: 1, perPage: 1 };

export interface Progress {
  campaigns: number;
  active: number;
  submissions: number;
  pending: number;
  redeemed: number;
}

/** Reads the counts that the checklist depends on. @throws ApiError */
export async function readProgress(abort: { fetch: { signal: AbortSignal } }): Promise<Progress> {
  const query = { ...ONE, ...tenantParams() };
  const [campaigns, active, submissions, pending, redeemed] = await Promise.all([
    send(api.campaigns.get({ query, ...abort })),
    send(api.campaigns.get({ query: { ...query, state: 'active' }, ...abort })),
    send(api.submissions.get({ query, ...abort })),
    send(api.submissions.get({ query: { ...query, status: 'pending' }, ...abort })),
    send(api.rewards.get({ query: { ...query, status: 'redeemed' }, ...abort })),
  ]);
  return {
    campaigns: campaigns.pagination.total,
    active: active.pagination.total,
    submissions: submissions.pagination.total,
    pending: pending.pagination.total,
    redeemed: redeemed.pagination.total,
  };
}

/** Returns whether onboarding is complete: the first reward was redeemed. */
export function isOnboarded({ redeemed }: Progress): boolean {
  return redeemed > 0;
}

interface Step {
  title: string;
  description: string;
  isDone: boolean;
  href: string;
  label: string;
}

function listSteps({ campaigns, active, submissions, pending, redeemed }: Progress): Step[] {
  return [
    {
      title: 'Create a campaign',
      description: 'Define what customers post and the reward they get.',
      isDone: campaigns > 0,
      href: '/dashboard/campaigns/new',
      label: 'Create campaign',
    },
    {
      title: 'Launch and share it',
      description: 'Print the QR code sign for your counter.',
      isDone: active > 0 || submissions > 0,
      href: '/dashboard/campaigns?state=draft',
      label: 'View drafts',
    },
    {
      title: 'Review your first submission',
      description: 'Submissions appear here automatically.',
      isDone: submissions > pending,
      href: '/dashboard/reviews',
      label: 'Review submissions',
    },
    {
      title: 'Redeem your first code',
      description: 'Enter the code that the customer shows you.',
      isDone: redeemed > 0,
      href: '/dashboard/counter',
      label: 'Redeem code',
    },
  ];
}

/** The steps to the first redeemed reward, with a button for the next one. */
export function OnboardingChecklist({ progress }: { progress: Progress }) {
  const steps = listSteps(progress);
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title="Get started">
      <ol class="steps">
        {steps.map(({ title, description, isDone, href, label }, index) => (
          <li key={title} class={isDone ? 'is-done' : ''}>
            <span class="mark">{isDone ? <Icon name="check" label="Done" /> : index + 1}</span>
            <div>
              <strong>{title}</strong>
              {!isDone && <p class="hint">{description}</p>}
            </div>
            {index === next && (
              <ButtonLink kind="primary" href={href}>
                {label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
