import type { ComponentChildren } from 'preact';
import { api, send } from '../../data/api.ts';
import { formatNumber } from '../../data/format.ts';
import { usePolling } from '../../data/poll.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Browse } from './browse.tsx';
import { isExpiring } from './reward-card.tsx';

/** The start: for customers what waits for them and what is on offer, for everybody else what this is. */
export default function Home(_: PageProps) {
  if (caller.value?.user.role !== 'customer') return <Welcome />;
  return (
    <>
      <Waiting />
      <Browse />
    </>
  );
}

/** What this customer should know of before looking for more: nothing at all where nothing waits. */
function Waiting() {
  const counts = useResource(async abort => {
    const [pending, rewards] = await Promise.all([
      send(api.submissions.get({ query: { status: 'pending', page: 1, perPage: 1 }, ...abort })),
      send(api.rewards.get({ query: { status: 'issued', page: 1, perPage: 100 }, ...abort })),
    ]);
    return {
      pending: pending.pagination.total,
      codes: rewards.pagination.total,
      expiring: rewards.items.filter(isExpiring).length,
    };
  }, []);
  usePolling(counts.reload, (counts.data.value?.pending ?? 0) > 0);
  const { pending = 0, codes = 0, expiring = 0 } = counts.data.value ?? {};
  if (pending + codes === 0) return null;
  return (
    <nav class="tiles" aria-label="What waits for you">
      {codes > 0 && (
        <Tile href="/my/rewards" icon="ticket" isUrgent={expiring > 0}>
          <strong>{formatNumber(codes)}</strong> {codes === 1 ? 'code' : 'codes'} to use at the till
          {expiring > 0 && `, ${formatNumber(expiring)} within a week`}
        </Tile>
      )}
      {pending > 0 && (
        <Tile href="/my/submissions?status=pending" icon="inbox">
          <strong>{formatNumber(pending)}</strong> {pending === 1 ? 'proof waits' : 'proofs wait'} for review
        </Tile>
      )}
    </nav>
  );
}

interface TileProps {
  href: string;
  icon: IconName;
  isUrgent?: boolean;
  children: ComponentChildren;
}

function Tile({ href, icon, isUrgent, children }: TileProps) {
  return (
    <a href={href} class={isUrgent ? 'tile warn' : 'tile'}>
      <Icon name={icon} />
      <span>{children}</span>
      <Icon name="arrow" />
    </a>
  );
}

const STEPS = [
  ['Do', 'A story, a review, a photo: each campaign says what it is, and what you get.'],
  ['Show', 'Send a screenshot or the link. The business looks at it.'],
  ['Enjoy', 'You get a code; show it at the till and the reward is yours.'],
] as const;

function Welcome() {
  return (
    <div class="welcome">
      <PageHead
        title="Rewards for those who speak of you"
        intro="Customers show that they spoke of a business, the business approves, and the reward is redeemed at the till."
      />
      <div class="actions">
        {caller.value ? (
          <ButtonLink href="/dashboard" kind="primary">
            Go to the dashboard
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href="/register" kind="primary">
              Register as a customer
            </ButtonLink>
            <ButtonLink href="/register?as=business">Register a business</ButtonLink>
            <ButtonLink href="/login">Log in</ButtonLink>
          </>
        )}
      </div>
      <ol class="how">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <OpenNow />
      <p class="hint">
        For programs: <a href="/docs">the API</a>, <a href="/llms.txt">language models</a>,{' '}
        <a href="/api/v1/mcp">agents</a>, <a href="/api/v1/sdk/python">Python</a>.
      </p>
    </div>
  );
}

const MOST = 5;

/** The campaigns that the public list of opportunities names; nothing while there are none. */
function OpenNow() {
  const list = useResource(
    abort => send(api.exchange.opportunities.get({ query: { page: 1, perPage: 100 }, ...abort })),
    [],
  );
  const open = list.data.value?.items.filter(({ campaignId }) => campaignId !== null).slice(0, MOST) ?? [];
  if (open.length === 0) return null;
  return (
    <Card title="Open right now">
      <ul class="rows">
        {open.map(({ id, campaignId, businessName, reason }) => (
          <li key={id}>
            <div>
              <a href={`/campaigns/${campaignId}`}>{reason}</a>
              <p class="hint">{businessName}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}
