import { api, send } from '../../data/api.ts';
import { tenant } from '../../data/session.ts';
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

/** How far the business has come. @throws ApiError */
export async function readProgress(abort: { fetch: { signal: AbortSignal } }): Promise<Progress> {
  const query = { ...ONE, ...tenant() };
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

/** Once a reward was redeemed the business knows its way. */
export function isUnderWay({ redeemed }: Progress): boolean {
  return redeemed > 0;
}

interface Step {
  title: string;
  why: string;
  isDone: boolean;
  href: string;
  label: string;
}

function stepsOf({ campaigns, active, submissions, pending, redeemed }: Progress): Step[] {
  return [
    {
      title: 'Make a campaign',
      why: 'Say what customers do, and what they get for it.',
      isDone: campaigns > 0,
      href: '/dashboard/campaigns/new',
      label: 'New campaign',
    },
    {
      title: 'Launch it and share its link',
      why: 'A sign with the QR code at the counter does most of the work.',
      isDone: active > 0 || submissions > 0,
      href: '/dashboard/campaigns?state=draft',
      label: 'Open drafts',
    },
    {
      title: 'Review the first proof',
      why: 'It appears by itself when a customer has sent it.',
      isDone: submissions > pending,
      href: '/dashboard/reviews',
      label: 'Review',
    },
    {
      title: 'Redeem the first code',
      why: 'The customer shows it, you type it in at the till.',
      isDone: redeemed > 0,
      href: '/dashboard/redeem',
      label: 'Open the till',
    },
  ];
}

/** The way from nothing to the first redeemed reward; the button leads to the next step. */
export function OnboardingChecklist({ progress }: { progress: Progress }) {
  const steps = stepsOf(progress);
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card title="First steps">
      <ol class="steps">
        {steps.map(({ title, why, isDone, href, label }, index) => (
          <li key={title} class={isDone ? 'is-done' : ''}>
            <span class="mark">{isDone ? <Icon name="check" label="Done" /> : index + 1}</span>
            <div>
              <strong>{title}</strong>
              {!isDone && <p class="hint">{why}</p>}
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
