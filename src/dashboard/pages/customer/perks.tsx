import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Market, MarketPerk, Opportunity } from '../../../exchange/market/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney } from '../../data/format.ts';
import { type LiveMarket, useMarket } from '../../data/market.ts';
import { cacheNames, getCachedName, perkBusinessKey } from '../../data/name-cache.ts';
import { enumQuery } from '../../data/paging.ts';
import { useResource } from '../../data/resource.ts';
import type { PageProps } from '../../data/router.ts';
import { readWallet } from '../../data/wallet.ts';
import { FilterTabs, PageHead, Stat, StatList } from '../../ui/components.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { MyOrders, MyTrades } from './my-orders.tsx';
import type { Side } from './order-cost.ts';
import { HeldPerks, MarketTable, Opportunities } from './perk-market.tsx';
import { UsePerk } from './use-perk.tsx';

const OrderDialog = lazyComponent(() => import('./order-dialog.tsx'));

const VIEWS = [
  { value: '', label: 'Market' },
  { value: 'orders', label: 'Your orders' },
  { value: 'trades', label: 'Your trades' },
];

/** Returns the customer's wallet, opening it on the first visit. */
async function openWallet(abort: { fetch: { signal: AbortSignal } }): Promise<Wallet> {
  return (await readWallet(abort)) ?? (await send(api.exchange.enroll.post({}, abort))).wallet;
}

/** Perks to buy, sell and use, with live prices. */
export default function Perks(_: PageProps) {
  const version = useSignal(0);
  const touch = () => {
    version.value += 1;
  };
  const { market, isLost, loadPerks, loadNextPage } = useMarket(touch);
  const walletResource = useResource(openWallet, [version.value]);
  const chosen = useSignal<{ perkId: string; side: Side } | null>(null);
  const using = useSignal<string | null>(null);
  const view = enumQuery('view', ['orders', 'trades']);
  useEffect(() => {
    if (market.value)
      cacheNames(Object.fromEntries(market.value.perks.map(({ perkId, name }) => [perkId, name])));
  }, [market.value?.perks.length]);
  const heldIds = walletResource.data.value?.perks.map(({ perkId }) => perkId) ?? [];
  useEffect(() => loadPerks(heldIds), [market.value, heldIds.join()]);
  const choose = ({ perkId }: MarketPerk, side: Side) => {
    chosen.value = { perkId, side };
  };
  const perk = market.value?.perks.find(({ perkId }) => perkId === chosen.value?.perkId);
  const wallet = walletResource.data.value;
  return (
    <>
      <PageHead title="Perks" intro="Discounted vouchers that you can buy, use or resell." />
      {isLost.value && (
        <p class="notice warn" role="status">
          Live prices interrupted. Reconnecting…
        </p>
      )}
      {walletResource.error.value && (
        <ErrorState error={walletResource.error.value} onRetry={walletResource.reload} />
      )}
      <StatList>
        <Stat name="Perk balance" value={formatMoney(wallet?.cash ?? 0)} />
        <Stat name="Reserved for orders" value={formatMoney(wallet?.cashReserved ?? 0)} />
      </StatList>
      {market.value && wallet && (
        <HeldPerks
          wallet={wallet}
          market={market.value}
          onChoose={choose}
          onUse={perkId => {
            using.value = perkId;
          }}
        />
      )}
      <FilterTabs name="view" label="View" options={VIEWS} />
      {view === 'orders' && <MyOrders version={version.value} onChange={touch} need={loadPerks} />}
      {view === 'trades' && <MyTrades version={version.value} need={loadPerks} />}
      {view === undefined &&
        (market.value ? (
          <MarketView market={market.value} need={loadPerks} onChoose={choose} onMore={loadNextPage} />
        ) : (
          <Skeleton lines={5} />
        ))}
      {perk && chosen.value && wallet && (
        <OrderDialog
          perk={perk}
          side={chosen.value.side}
          wallet={wallet}
          onPlaced={touch}
          onClose={() => {
            chosen.value = null;
          }}
        />
      )}
      {using.value && (
        <UsePerk
          perkId={using.value}
          name={getCachedName(using.value) ?? 'this perk'}
          onUsed={touch}
          onClose={() => {
            using.value = null;
          }}
        />
      )}
    </>
  );
}

function MarketView({
  market,
  need,
  onChoose,
  onMore,
}: {
  market: Market;
  need: LiveMarket['loadPerks'];
  onChoose: (perk: MarketPerk, side: Side) => void;
  onMore: () => void;
}) {
  const offers = useResource(
    abort => send(api.exchange.opportunities.get({ query: { page: 1, perPage: 100 }, ...abort })),
    [market.asOf],
  );
  const offered = offers.data.value?.items;
  useEffect(() => {
    const shops = offered?.map(({ perkId, businessName }) => [perkBusinessKey(perkId ?? ''), businessName]);
    if (shops) cacheNames(Object.fromEntries(shops));
  }, [offered]);
  const best = new Map<string, Opportunity>();
  for (const item of offered ?? []) if (item.perkId && !best.has(item.perkId)) best.set(item.perkId, item);
  const items = [...best.values()].slice(0, 5);
  useEffect(() => need(items.map(({ perkId }) => perkId as string)), [offered]);
  return (
    <>
      <MarketTable market={market} onChoose={onChoose} onMore={onMore} />
      <Opportunities items={items} market={market} onChoose={onChoose} />
    </>
  );
}
