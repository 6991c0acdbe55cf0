import type { ComponentChildren } from 'preact';
import { api, send } from '../../data/api.ts';
import { formatNumber, plural } from '../../data/format.ts';
import { usePolling } from '../../data/poll.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { caller } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Browse } from './browse.tsx';
import { isExpiring } from './reward-card.tsx';

/** The home page: pending items and open campaigns for customers, an introduction for everyone else. */
export default function Home(_: PageProps) {
  if (caller.value?.user.role !== 'customer') return <Welcome />;
  return (
    <>
      <OpenItems />
      <Browse />
    </>
  );
}

/** Shows usable codes and pending submissions; renders nothing if there are none. */
function OpenItems() {
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
    <nav class="tiles" aria-label="Your open items">
      {codes > 0 && (
        <Tile href="/my/rewards" icon="ticket" isUrgent={expiring > 0}>
          <strong>{plural(codes, 'reward')}</strong> ready to use
          {expiring > 0 && `, ${formatNumber(expiring)} expiring within a week`}
        </Tile>
      )}
      {pending > 0 && (
        <Tile href="/my/submissions?status=pending" icon="inbox">
          <strong>{plural(pending, 'submission')}</strong> pending review
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
  ['Post', 'A story, a review or a photo: each campaign describes what to do and what you get.'],
  ['Submit', 'Send a screenshot or a link. The business reviews it.'],
  ['Redeem', 'Once approved, you get a code. Show it when you pay.'],
] as const;

function Welcome() {
  return (
    <div class="welcome">
      <PageHead
        title="Reward customers who spread the word"
        intro="Customers post about a business, submit proof, and redeem a reward once it's approved."
      />
      <div class="actions">
        {caller.value ? (
          <ButtonLink href="/dashboard" kind="primary">
            Go to dashboard
          </ButtonLink>
        ) : (
          <>
            <ButtonLink href="/register" kind="primary">
              Sign up as a customer
            </ButtonLink>
            <ButtonLink href="/register?as=business">Sign up as a business</ButtonLink>
            <ButtonLink href="/login">Log in</ButtonLink>
          </>
        )}
      </div>
      <ol class="how-it-works">
        {STEPS.map(([title, text]) => (
          <li key={title}>
            <strong>{title}</strong>
            <p>{text}</p>
          </li>
        ))}
      </ol>
      <OpenCampaigns />
      <p class="hint">
        For developers: <a href="/docs">API reference</a>, <a href="/llms.txt">llms.txt</a>,{' '}
        <a href="/api/v1/mcp">MCP endpoint</a>, <a href="/api/v1/sdk/python">Python client</a>.
      </p>
    </div>
  );
}

const MAX_SHOWN = 5;

/** Lists campaigns from the public opportunities; renders nothing if there are none. */
function OpenCampaigns() {
  const list = useResource(
    abort => send(api.exchange.opportunities.get({ query: { page: 1, perPage: 100 }, ...abort })),
    [],
  );
  const open =
    list.data.value?.items.filter(({ campaignId }) => campaignId !== null).slice(0, MAX_SHOWN) ?? [];
  if (open.length === 0) return null;
  return (
    <Card title="Open campaigns">
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
