import { api, send } from '../../data/api.ts';
import { useNames } from '../../data/name-cache.ts';
import { pageQuery } from '../../data/paging.ts';
import { usePolling } from '../../data/poll.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card, PageHead } from '../../ui/components.tsx';
import { Empty, ErrorState, Loaded } from '../../ui/states.tsx';
import { Paging } from '../../ui/table.tsx';
import { PastReward, RewardCard } from './reward-card.tsx';

const MOST = 100;

function readOpen(abort: { fetch: { signal: AbortSignal } }) {
  return send(api.rewards.get({ query: { status: 'issued', page: 1, perPage: MOST }, ...abort }));
}
type RewardList = Awaited<ReturnType<typeof readOpen>>;

/** Codes to be shown at the till, and what was used. Once shown, the codes stay without a connection. */
export default function Rewards(_: PageProps) {
  useNames();
  const asked = pageQuery();
  const open = useResource(readOpen, []);
  const all = useResource(abort => send(api.rewards.get({ query: asked, ...abort })), [asked.page]);
  const refresh = () => {
    if (!navigator.onLine) return;
    open.reload();
    all.reload();
  };
  usePolling(refresh, (open.data.value?.items.length ?? 0) > 0);
  return (
    <>
      <PageHead title="Your rewards" intro="Show the code or the square at the till." />
      {open.error.value && open.data.value ? (
        <p class="notice warn" role="status">
          Not connected; these are the codes as they were last seen.
        </p>
      ) : (
        open.error.value && <ErrorState error={open.error.value} onRetry={open.reload} />
      )}
      <Codes open={open} />
      <Loaded resource={all} isEmpty={({ items }) => items.every(isOpen)} empty={null}>
        {({ items, pagination }) => (
          <Card title="Earlier">
            <ul class="rows">
              {items
                .filter(item => !isOpen(item))
                .map(item => (
                  <PastReward key={item.id} reward={item} />
                ))}
            </ul>
            <Paging {...pagination} />
          </Card>
        )}
      </Loaded>
    </>
  );
}

function isOpen({ status }: { status: string }): boolean {
  return status === 'issued';
}

function Codes({ open }: { open: Resource<RewardList> }) {
  const items = open.data.value?.items;
  if (!items) return open.error.value ? null : <Loaded resource={open}>{() => null}</Loaded>;
  if (items.length === 0)
    return (
      <Empty icon="ticket" title="No code to use right now">
        <ButtonLink href="/" kind="primary">
          Earn a reward
        </ButtonLink>
      </Empty>
    );
  return (
    <ul class="coupons">
      {items.map(item => (
        <li key={item.id}>
          <RewardCard reward={item} />
        </li>
      ))}
    </ul>
  );
}
