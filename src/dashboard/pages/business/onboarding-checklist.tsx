import { api, send } from '../../data/api.ts';
import { tenantParams } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isReachable } from './link-address.tsx';

const ONE = { page: 1, perPage: 1 };
const REVIEW_STEP = 'Review your first submission';

export interface Progress {
  campaigns: number;
  active: number;
  submissions: number;
  pending: number;
  redeemed: number;
  /** Whether the shop has a logo or a color. */
  hasLook: boolean;
  /** Whether customers can open links and QR codes. */
  isReachable: boolean;
}

/** Reads the counts that the checklist depends on. @throws ApiError */
export async function readProgress(abort: { fetch: { signal: AbortSignal } }): Promise<Progress> {
  const query = { ...ONE, ...tenantParams() };
  const [business, campaigns, active, submissions, pending, redeemed, address] = await Promise.all([
    send(api.business.get({ query: tenantParams(), ...abort })),
    send(api.campaigns.get({ query, ...abort })),
    send(api.campaigns.get({ query: { ...query, state: 'active' }, ...abort })),
    send(api.submissions.get({ query, ...abort })),
    send(api.submissions.get({ query: { ...query, status: 'pending' }, ...abort })),
    send(api.rewards.get({ query: { ...query, status: 'redeemed' }, ...abort })),
    send(api['public-address'].get(abort)),
  ]);
  return {
    campaigns: campaigns.pagination.total,
    active: active.pagination.total,
    submissions: submissions.pagination.total,
    pending: pending.pagination.total,
    redeemed: redeemed.pagination.total,
    hasLook: business.logoUploadId !== null || business.accentColor !== null,
    isReachable: isReachable(address),
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

function listSteps(progress: Progress): Step[] {
  const { campaigns, active, submissions, pending, redeemed } = progress;
  return [
    {
      title: 'Add your logo and color',
      description: "They appear on your shop's page, its signs and its mails.",
      isDone: progress.hasLook || submissions > 0,
      href: '/dashboard/welcome/look',
      label: 'Continue set-up',
    },
    {
      title: 'Create a campaign',
      description: 'Define what customers post and the reward they get.',
      isDone: campaigns > 0,
      href: '/dashboard/campaigns/new',
      label: 'Create campaign',
    },
    {
      title: 'Launch it',
      description: 'Customers can take part once it is launched.',
      isDone: active > 0 || submissions > 0,
      href: '/dashboard/campaigns?state=draft',
      label: 'View drafts',
    },
    {
      title: 'Let customers reach you',
      description: 'Your QR codes and links work only on this computer or in your network so far.',
      isDone: progress.isReachable,
      href: '/dashboard/welcome/address',
      label: 'Set public address',
    },
    {
      title: 'Share it',
      description: 'Print the sign for your counter, or send the link. Take part yourself to try it.',
      isDone: submissions > 0,
      href: '/dashboard/welcome/address',
      label: 'Share campaign',
    },
    {
      title: REVIEW_STEP,
      description: 'A submission is the post that a customer shows you. It appears under Reviews.',
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
  // The first submission shows that the rest of the way works, whatever the address.
  const next =
    progress.pending > 0
      ? steps.findIndex(({ title }) => title === REVIEW_STEP)
      : steps.findIndex(({ isDone }) => !isDone);
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
