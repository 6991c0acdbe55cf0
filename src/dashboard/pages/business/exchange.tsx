import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MarketPerk } from '../../../exchange/market-model.ts';
import type { Wallet } from '../../../exchange/model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useMarket } from '../../data/market.ts';
import { type Resource, useResource } from '../../data/resource.ts';
import { query, setQuery } from '../../data/router.ts';
import { businessId, hasPermission } from '../../data/session.ts';
import { readWallet } from '../../data/wallet.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Badge, Card, PageHead, Stat, Stats } from '../../ui/components.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Empty, Loaded, Skeleton } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import { Book } from './depth.tsx';
import { ListPerkDialog } from './list-perk.tsx';
import { MyOrders } from './my-orders.tsx';
import { OrderForm } from './order-form.tsx';

/** The market of perks: what is listed, the book of one, and the own orders. */
export default function Exchange() {
  const { market, trades, isLost, need, showMore } = useMarket();
  const wallet = useResource(readWallet, [businessId.value], { live: ['exchange.'] });
  const isListing = useSignal(false);
  const list = () => {
    isListing.value = true;
  };
  const perks = market.value?.perks ?? [];
  const named = [
    query.value.get('perk') ?? [],
    wallet.data.value?.perks.map(({ perkId }) => perkId) ?? [],
  ].flat();
  useEffect(() => need(named), [market.value, named.join()]);
  const chosen = perks.find(({ perkId }) => perkId === query.value.get('perk')) ?? perks[0];
  const nameOf = (perkId: string) =>
    perks.find(perk => perk.perkId === perkId)?.name ?? 'a perk that is gone';
  return (
    <>
      <PageHead title="Exchange" intro="Perks are claims on what you sell. People buy, sell and redeem them.">
        <AsCode operation="getMarket" values={{}} />
        <Button kind="primary" icon="plus" onClick={list}>
          List a perk
        </Button>
      </PageHead>
      {isLost.value && (
        <p class="notice warn">The live prices are interrupted; they come back by themselves.</p>
      )}
      <WalletStats wallet={wallet} />
      {market.value === undefined && <Skeleton lines={6} />}
      {market.value && perks.length === 0 && (
        <Empty icon="exchange" title="No perks are listed">
          <p>List the first: fifty coffees, say, at a price a little below what they are worth.</p>
          <Button kind="primary" icon="plus" onClick={list}>
            List a perk
          </Button>
        </Empty>
      )}
      {chosen && (
        <>
          <PerkTable perks={perks} chosen={chosen} wallet={wallet.data.value ?? null} />
          {perks.length < (market.value?.totals.perks ?? 0) && (
            <Button onClick={showMore}>Show more perks</Button>
          )}
          <div class="halves">
            <Card title={`Book of ${chosen.name}`}>
              <Book perk={chosen} />
            </Card>
            <div class="stack">
              <OrderForm key={chosen.perkId} perk={chosen} wallet={wallet} />
              <Card title="Trades as they happen">
                {trades.value.length === 0 && <p class="hint">None since you opened this page.</p>}
                <ul class="feed">
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
          <MyOrders nameOf={nameOf} need={need} />
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
            <Stats>
              <Stat name="Cash" value={formatMoney(found.cash)} />
              <Stat name="Cash in open orders" value={formatMoney(found.cashReserved)} />
              <Stat
                name="Perks"
                value={formatNumber(found.perks.reduce((sum, perk) => sum + perk.available, 0))}
                note={`${formatNumber(found.perks.reduce((sum, perk) => sum + perk.reserved, 0))} more in open orders`}
              />
            </Stats>
            <div class="actions">
              <span class="hint">Cash comes from what you sell here, or from your account.</span>
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
  const heldOf = (perkId: string) => wallet?.perks.find(perk => perk.perkId === perkId);
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
              {name} {perkId === chosen.perkId && <Badge tone="good">shown below</Badge>}
            </span>
          ),
        },
        { head: 'Worth', isNumber: true, cell: ({ faceValue }) => formatMoney(faceValue) },
        { head: 'Wanted at', isNumber: true, cell: ({ bestBid }) => formatMoney(bestBid) },
        { head: 'Offered at', isNumber: true, cell: ({ bestAsk }) => formatMoney(bestAsk) },
        { head: 'Last', isNumber: true, cell: ({ lastPrice }) => formatMoney(lastPrice) },
        { head: 'Traded, 24 hours', isNumber: true, cell: ({ volume24h }) => formatMoney(volume24h) },
        {
          head: 'With people',
          isNumber: true,
          cell: ({ circulating, supply }) => `${formatNumber(circulating)} of ${formatNumber(supply)}`,
        },
        {
          head: 'You hold',
          isNumber: true,
          cell: ({ perkId }) => {
            const held = heldOf(perkId);
            return held ? formatNumber(held.available + held.reserved) : '–';
          },
        },
        {
          head: 'Book',
          cell: ({ perkId, name }) => (
            <Button isSmall label={`Show the book of ${name}`} onClick={() => setQuery({ perk: perkId })}>
              Show
            </Button>
          ),
        },
      ]}
    />
  );
}
