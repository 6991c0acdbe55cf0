import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Market, MarketPerk } from '../../../../exchange/market/model.ts';
import type { Wallet } from '../../../../exchange/wallet/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney } from '../../../data/format.ts';
import { type LiveMarket, useMarket } from '../../../data/market.ts';
import { cacheNames, getCachedName, perkBusinessKey } from '../../../data/name-cache.ts';
import { enumQuery } from '../../../data/paging.ts';
import { useRead, useResource } from '../../../data/resource.ts';
import type { PageProps } from '../../../data/router.ts';
import { listCash, readWallet } from '../../../data/wallet.ts';
import { market as t } from '../../../messages/market/index.ts';
import { shell } from '../../../messages/shell/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FilterTabs, PageHead, Stat, StatList } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import type { Side } from './order-cost.ts';
import { HeldPerks, PerksForSale } from './perk-market.tsx';

const MyOrders = lazyComponent(async () => ({ default: (await import('./my-orders.tsx')).MyOrders }));
const MyTrades = lazyComponent(async () => ({ default: (await import('./my-orders.tsx')).MyTrades }));
const UsePerk = lazyComponent(async () => ({ default: (await import('./use-perk.tsx')).UsePerk }));
const OrderDialog = lazyComponent(() => import('./order-dialog.tsx'));

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
  const cash = listCash(wallet);
  return (
    <>
      <PageHead title={shell.titles.Perks ?? 'Perks'} intro={t.intro} />
      {isLost.value && (
        <p class="notice warn" role="status">
          {t.lost}
        </p>
      )}
      {walletResource.error.value && (
        <ErrorState error={walletResource.error.value} onRetry={walletResource.reload} />
      )}
      <StatList>
        <Stat
          name={t.balance}
          value={cash.map(({ available, currency }) => formatMoney(available, currency)).join(' · ')}
          note={
            <>
              {cash
                .filter(({ reserved }) => reserved > 0)
                .map(
                  ({ reserved, currency }) =>
                    `${formatText(t.inOffers, { amount: formatMoney(reserved, currency) })} `,
                )}
              <a href="/my/programs">{t.addCashback}</a>
            </>
          }
        />
      </StatList>
      {market.value && wallet && (
        <HeldPerks
          wallet={wallet}
          market={market.value}
          onChoose={choose}
          onUse={perkId =>
            openDialog(close => (
              <UsePerk
                perkId={perkId}
                name={getCachedName(perkId) ?? t.thisPerk}
                onUsed={touch}
                onClose={close}
              />
            ))
          }
        />
      )}
      {view !== undefined && <FilterTabs name="view" label={t.view} options={listViews()} />}
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
    </>
  );
}

function listViews() {
  return [
    { value: '', label: t.views.buy },
    { value: 'orders', label: t.views.orders },
    { value: 'trades', label: t.views.trades },
  ];
}

/** Perks of the best offers that are always shown. */
const MAX_NEEDED = 5;

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
  const offers = useRead(api.exchange.opportunities.get, { page: 1, perPage: 100 }, { also: [market.asOf] });
  const offered = offers.data.value?.items;
  useEffect(() => {
    const shops = offered?.map(({ perkId, businessName }) => [perkBusinessKey(perkId ?? ''), businessName]);
    if (shops) cacheNames(Object.fromEntries(shops));
  }, [offered]);
  useEffect(() => need(offered?.flatMap(({ perkId }) => perkId ?? []).slice(0, MAX_NEEDED) ?? []), [offered]);
  return (
    <>
      <PerksForSale market={market} onChoose={onChoose} onMore={onMore} />
      {market.perks.length > 0 && (
        <details>
          <summary>{t.moreToBuy}</summary>
          <ul class="benefits">
            <li>{t.ownPriceHow}</li>
            <li>{t.sellHow}</li>
          </ul>
        </details>
      )}
      <nav class="actions" aria-label={t.ordersAndTrades}>
        <ButtonLink href="/my/perks?view=orders">{t.views.orders}</ButtonLink>
        <ButtonLink href="/my/perks?view=trades">{t.views.trades}</ButtonLink>
      </nav>
    </>
  );
}
