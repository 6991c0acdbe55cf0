import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MarketPerk } from '../../../exchange/market/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useMarket } from '../../data/market.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, hasPermission } from '../../data/session.ts';
import { readWallet } from '../../data/wallet.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, PageHead, Stat, StatList } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { EmptyState, Loaded, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { ListPerkDialog } from './list-perk.tsx';
import { MyOrders } from './my-orders.tsx';
import { OrderBook } from './order-book.tsx';
import { OrderForm } from './order-form.tsx';

/** The perk exchange: listed perks, one order book, and the business's orders. */
export default function Exchange() {
  const { market, trades, isLost, loadPerks, loadNextPage } = useMarket();
  const wallet = useResource(readWallet, [businessId.value], { live: ['exchange.'] });
  const isListing = useSignal(false);
  const list = () => {
    isListing.value = true;
  };
  const perks = market.value?.perks ?? [];
  const perkIds = [
    query.value.get('perk') ?? [],
    wallet.data.value?.perks.map(({ perkId }) => perkId) ?? [],
  ].flat();
  useEffect(() => loadPerks(perkIds), [market.value, perkIds.join()]);
  const chosen = perks.find(({ perkId }) => perkId === query.value.get('perk')) ?? perks[0];
  const nameOf = (perkId: string) => perks.find(perk => perk.perkId === perkId)?.name ?? 'Delisted perk';
  return (
    <>
      <PageHead
        title="Exchange"
        intro="Perks are vouchers for what you sell. Customers buy, trade and redeem them."
      >
        <ShowCodeButton operation="getMarket" values={{}} />
        {perks.length > 0 && (
          <Button kind="primary" icon="plus" onClick={list}>
            List perk
          </Button>
        )}
      </PageHead>
      {isLost.value && <p class="notice warn">Live prices interrupted. Reconnecting…</p>}
      <WalletStats wallet={wallet} />
      {market.value === undefined && <Skeleton lines={6} />}
      {market.value && perks.length === 0 && (
        <EmptyState icon="exchange" title="No perks listed">
          <p>List the first one: for example, 50 coffees slightly below their face value.</p>
          <Button kind="primary" icon="plus" onClick={list}>
            List perk
          </Button>
        </EmptyState>
      )}
      {chosen && (
        <>
          <PerkTable perks={perks} chosen={chosen} wallet={wallet.data.value ?? null} />
          {perks.length < (market.value?.totals.perks ?? 0) && (
            <Button onClick={loadNextPage}>Show more perks</Button>
          )}
          <div class="halves">
            <Card title={`Order book of ${chosen.name}`}>
              <OrderBook perk={chosen} />
            </Card>
            <div class="stack">
              <OrderForm key={chosen.perkId} perk={chosen} wallet={wallet} />
              <Card title="Live trades">
                {trades.value.length === 0 && <p class="hint">No trades since you opened this page.</p>}
                <ul class="activity-list">
                  {trades.value.map(({ perkId, price, quantity, takerSide, executedAt }, index) => (
                    <li key={`${executedAt}${index}`}>
                      <span>
                        {formatNumber(quantity)} × {nameOf(perkId)} {takerSide === 'buy' ? 'bought' : 'sold'}{' '}
                        at {formatMoney(price)}
                      </span>
                      <RelativeTime at={executedAt} />
                    </li>
                  ))}
                </ul>
              </Card>
            </div>
          </div>
          <MyOrders nameOf={nameOf} need={loadPerks} />
        </>
      )}
      {isListing.value && (
        <ListPerkDialog
          onClose={() => {
            isListing.value = false;
          }}
          onListed={() => {
            isListing.value = false;
            wallet.reload();
          }}
        />
      )}
    </>
  );
}

function WalletStats({ wallet }: { wallet: Resource<Wallet | null> }) {
  return (
    <Loaded resource={wallet} lines={2}>
      {found =>
        found ? (
          <>
            <StatList>
              <Stat name="Cash" value={formatMoney(found.cash)} />
              <Stat name="Cash reserved" value={formatMoney(found.cashReserved)} />
              <Stat
                name="Perks"
                value={formatNumber(found.perks.reduce((sum, perk) => sum + perk.available, 0))}
                note={`${formatNumber(found.perks.reduce((sum, perk) => sum + perk.reserved, 0))} reserved`}
              />
            </StatList>
            <div class="actions">
              <span class="hint">Fund your wallet by selling perks or adding money:</span>
              {hasPermission('billing') && (
                <ButtonLink isSmall href="/dashboard/billing">
                  Add money
                </ButtonLink>
              )}
            </div>
          </>
        ) : (
          <p class="notice">
            You're not on the exchange yet. List a perk or place an order to open a wallet.
          </p>
        )
      }
    </Loaded>
  );
}

interface PerkTableProps {
  perks: MarketPerk[];
  chosen: MarketPerk;
  wallet: Wallet | null;
}

function PerkTable({ perks, chosen, wallet }: PerkTableProps) {
  const getBalance = (perkId: string) => wallet?.perks.find(perk => perk.perkId === perkId);
  return (
    <Table
      caption="Perks"
      items={perks}
      keyOf={({ perkId }) => perkId}
      columns={[
        {
          head: 'Perk',
          cell: ({ perkId, name }) => (
            <span>
              {name} {perkId === chosen.perkId && <Badge tone="good">Selected</Badge>}
            </span>
          ),
        },
        { head: 'Face value', isNumber: true, cell: ({ faceValue }) => formatMoney(faceValue) },
        { head: 'Best bid', isNumber: true, cell: ({ bestBid }) => formatMoney(bestBid) },
        { head: 'Best ask', isNumber: true, cell: ({ bestAsk }) => formatMoney(bestAsk) },
        { head: 'Last price', isNumber: true, cell: ({ lastPrice }) => formatMoney(lastPrice) },
        { head: '24h volume', isNumber: true, cell: ({ volume24h }) => formatMoney(volume24h) },
        {
          head: 'In circulation',
          isNumber: true,
          cell: ({ circulating, supply }) => `${formatNumber(circulating)} of ${formatNumber(supply)}`,
        },
        {
          head: 'You hold',
          isNumber: true,
          cell: ({ perkId }) => {
            const balance = getBalance(perkId);
            return balance ? formatNumber(balance.available + balance.reserved) : '–';
          },
        },
        {
          head: 'Order book',
          cell: ({ perkId, name }) => (
            <Button isSmall label={`Show order book of ${name}`} onClick={() => setQuery({ perk: perkId })}>
              Show
            </Button>
          ),
        },
      ]}
    />
  );
}
