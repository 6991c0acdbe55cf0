import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MarketPerk } from '../../../../exchange/market/model.ts';
import type { Wallet } from '../../../../exchange/wallet/model.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useMarket } from '../../../data/market.ts';
import { type Resource, useResource } from '../../../data/resource.ts';
import { query, setQuery } from '../../../data/router.ts';
import { businessId, hasDeveloperTools } from '../../../data/session.ts';
import { listCash, readWallet } from '../../../data/wallet.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { formatText } from '../../../messages/text.ts';
import { ActionMenu } from '../../../ui/action-menu.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead, Stat, StatList } from '../../../ui/components.tsx';
import { openDialog } from '../../../ui/dialogs.tsx';
import { lazyComponent } from '../../../ui/lazy-component.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { ShowCodeButton } from '../../../ui/show-code-button.tsx';
import { EmptyState, Loaded, Skeleton } from '../../../ui/states.tsx';
import { Table } from '../../../ui/table.tsx';
import { MyOrders } from './my-orders.tsx';
import { OrderBook } from './order-book.tsx';

const OrderForm = lazyComponent(() => import('./order-form.tsx'));
const ListPerkDialog = lazyComponent(async () => ({
  default: (await import('./list-perk.tsx')).ListPerkDialog,
}));

/** The perk exchange: listed perks, one order book, and the business's orders. */
export default function Exchange() {
  const { market, trades, isLost, loadPerks, loadNextPage } = useMarket();
  const wallet = useResource(readWallet, [businessId.value], { live: ['exchange.'] });
  const isTrading = useSignal(query.value.has('perk'));
  const list = () => openDialog(close => <ListPerkDialog onClose={close} onListed={wallet.reload} />);
  const perks = market.value?.perks ?? [];
  const perkIds = [
    query.value.get('perk') ?? [],
    wallet.data.value?.perks.map(({ perkId }) => perkId) ?? [],
  ].flat();
  useEffect(() => loadPerks(perkIds), [market.value, perkIds.join()]);
  const chosen = perks.find(({ perkId }) => perkId === query.value.get('perk')) ?? perks[0];
  const nameOf = (perkId: string) => perks.find(perk => perk.perkId === perkId)?.name ?? t.delisted;
  return (
    <>
      <PageHead title={t.title} intro={t.intro}>
        <ShowCodeButton operation="getMarket" values={{}} />
        {perks.length > 0 && (
          <Button kind="primary" icon="plus" onClick={list}>
            {t.listPerk}
          </Button>
        )}
      </PageHead>
      {isLost.value && <p class="notice warn">{t.lost}</p>}
      {market.value === undefined && <Skeleton lines={6} />}
      {market.value && perks.length === 0 && (
        <EmptyState icon="exchange" title={t.none}>
          <p>{t.noneHow}</p>
          <Button kind="primary" icon="plus" onClick={list}>
            {t.listPerk}
          </Button>
        </EmptyState>
      )}
      {chosen && (
        <>
          <PerkTable perks={perks} wallet={wallet.data.value ?? null} onTrade={isTrading} />
          {perks.length < (market.value?.totals.perks ?? 0) && (
            <Button onClick={loadNextPage}>{t.showMore}</Button>
          )}
        </>
      )}
      <WalletStats wallet={wallet} />
      {chosen && <MyOrders nameOf={nameOf} need={loadPerks} />}
      {chosen && hasDeveloperTools.value && (
        <details
          class="advanced"
          open={isTrading.value}
          onToggle={event => {
            isTrading.value = event.currentTarget.open;
          }}
        >
          <summary>{t.advanced}</summary>
          <div class="halves">
            <Card title={formatText(t.bookOf, { perk: chosen.name })}>
              <OrderBook perk={chosen} />
            </Card>
            <div class="stack">
              <OrderForm key={chosen.perkId} perk={chosen} wallet={wallet} />
              <Card title={t.liveTrades}>
                {trades.value.length === 0 && <p class="hint">{t.noTrades}</p>}
                <ul class="activity-list">
                  {trades.value.map(({ perkId, currency, price, quantity, takerSide, executedAt }, index) => (
                    <li key={`${executedAt}${index}`}>
                      <span>
                        {formatText(t.trades[takerSide], {
                          quantity: formatNumber(quantity),
                          perk: nameOf(perkId),
                          price: formatMoney(price, currency),
                        })}
                      </span>
                      <RelativeTime at={executedAt} />
                    </li>
                  ))}
                </ul>
              </Card>
            </div>
          </div>
        </details>
      )}
    </>
  );
}

function WalletStats({ wallet }: { wallet: Resource<Wallet | null> }) {
  return (
    <Loaded resource={wallet} lines={2}>
      {found =>
        found ? (
          <StatList>
            <Stat
              name={t.sales}
              value={listCash(found)
                .map(cash => formatMoney(cash.available, cash.currency))
                .join(' · ')}
              note={listCash(found)
                .filter(({ reserved }) => reserved > 0)
                .map(cash => formatText(t.reserved, { amount: formatMoney(cash.reserved, cash.currency) }))
                .join(', ')}
            />
            <Stat
              name={t.leftToSell}
              value={formatNumber(found.perks.reduce((sum, perk) => sum + perk.available + perk.reserved, 0))}
              note={formatText(t.offered, {
                count: formatNumber(found.perks.reduce((sum, perk) => sum + perk.reserved, 0)),
              })}
            />
          </StatList>
        ) : (
          <p class="notice">{t.openWallet}</p>
        )
      }
    </Loaded>
  );
}

interface PerkTableProps {
  perks: MarketPerk[];
  wallet: Wallet | null;
  /** Becomes true when a perk is chosen for trading. */
  onTrade: Signal<boolean>;
}

/** Lists the perks with the units sold and unsold; the order book of one is under Advanced trading, for developers. */
function PerkTable({ perks, wallet, onTrade }: PerkTableProps) {
  const getBalance = (perkId: string) => wallet?.perks.find(perk => perk.perkId === perkId);
  return (
    <Table
      caption={t.perks}
      items={perks}
      keyOf={({ perkId }) => perkId}
      columns={[
        { head: t.perk, cell: ({ name }) => name },
        {
          head: t.price,
          isNumber: true,
          cell: ({ bestAsk, currency }) => (bestAsk === null ? t.notForSale : formatMoney(bestAsk, currency)),
        },
        {
          head: t.regularPrice,
          isNumber: true,
          cell: ({ faceValue, currency }) => formatMoney(faceValue, currency),
        },
        {
          head: t.sold,
          isNumber: true,
          cell: ({ circulating, supply }) =>
            formatText(t.countOf, { count: formatNumber(circulating), total: formatNumber(supply) }),
        },
        {
          head: t.sales24h,
          isNumber: true,
          cell: ({ volume24h, currency }) => formatMoney(volume24h, currency),
        },
        {
          head: t.leftToSell,
          isNumber: true,
          cell: ({ perkId }) => {
            const balance = getBalance(perkId);
            return balance ? formatNumber(balance.available + balance.reserved) : '–';
          },
        },
        {
          head: t.actions,
          isMenu: true,
          cell: ({ perkId, name }) => (
            <ActionMenu
              label={formatText(t.actionsFor, { name })}
              actions={[
                hasDeveloperTools.value && {
                  label: t.tradeAndBook,
                  icon: 'exchange',
                  onClick: () => {
                    setQuery({ perk: perkId });
                    onTrade.value = true;
                  },
                },
              ]}
            />
          ),
        },
      ]}
    />
  );
}
