import { api, send } from '../../../data/api.ts';
import { pageQuery } from '../../../data/paging.ts';
import { useOwnChanges } from '../../../data/poll.ts';
import { type Resource, useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { rewards as t } from '../../../messages/rewards/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Card, PageHead } from '../../../ui/components.tsx';
import { EmptyState, ErrorState, Loaded } from '../../../ui/states.tsx';
import { Pagination } from '../../../ui/table.tsx';
import { OpenRewardRow, PastReward } from './reward-card.tsx';

const MAX_OPEN = 100;

function readOpen(abort: { fetch: { signal: AbortSignal } }) {
  return send(
    api.rewards.get({ query: { status: 'issued', include: 'names', page: 1, perPage: MAX_OPEN }, ...abort }),
  );
}
type RewardList = Awaited<ReturnType<typeof readOpen>>;

/** Reward codes to redeem, and past rewards. Loaded codes stay visible offline. */
export default function Rewards(_: PageProps) {
  const paging = pageQuery();
  const open = useResource(readOpen, []);
  const all = useRead(api.rewards.get, { include: 'names', ...paging });
  const refresh = () => {
    if (!navigator.onLine) return;
    open.reload();
    all.reload();
  };
  useOwnChanges(refresh, open.data.value && open.data.value.items.length > 0);
  return (
    <>
      <PageHead title={t.title} intro={t.intro} />
      {open.error.value && open.data.value ? (
        <p class="notice warn" role="status">
          {t.offline}
        </p>
      ) : (
        open.error.value && <ErrorState error={open.error.value} onRetry={open.reload} />
      )}
      <Codes open={open} />
      <Loaded resource={all} isEmpty={({ items }) => items.every(isOpen)} empty={null}>
        {({ items, pagination }) => (
          <Card title={t.past}>
            <ul class="rows">
              {items
                .filter(item => !isOpen(item))
                .map(item => (
                  <PastReward key={item.id} reward={item} />
                ))}
            </ul>
            <Pagination {...pagination} />
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
      <EmptyState icon="ticket" title={t.none}>
        <ButtonLink href="/" kind="primary">
          {t.seeOffers}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <ul class="reward-list">
      {items.map(item => (
        <OpenRewardRow key={item.id} reward={item} />
      ))}
    </ul>
  );
}
