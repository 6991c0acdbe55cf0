import type { Market, MarketPerk, Opportunity } from '../../../exchange/market/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { formatMoney, formatNumber, formatPercent, plural } from '../../data/format.ts';
import { getCachedName, perkBusinessKey } from '../../data/name-cache.ts';
import { Button } from '../../ui/button.tsx';
import { Badge, Card } from '../../ui/components.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { Table } from '../../ui/table.tsx';
import type { Side } from './order-cost.ts';

export type Choose = (perk: MarketPerk, side: Side) => void;

/** The customer's perks, with buttons to use or sell them. */
export function HeldPerks({
  wallet,
  market,
  onChoose,
  onUse,
}: {
  wallet: Wallet;
  market: Market;
  onChoose: Choose;
  onUse: (perkId: string) => void;
}) {
  if (wallet.perks.length === 0) return null;
  return (
    <Card title="Your perks">
      <ul class="rows">
        {wallet.perks.map(({ perkId, available, reserved }) => {
          const listed = market.perks.find(perk => perk.perkId === perkId);
          return (
            <li key={perkId}>
              <div>
                <strong>
                  {formatNumber(available + reserved)} ×{' '}
                  {listed?.name ?? getCachedName(perkId) ?? 'Expired perk'}
                </strong>
                <p class="hint">
                  {listed &&
                    `${formatMoney(listed.faceValue)} each at ${getCachedName(perkBusinessKey(perkId)) ?? 'the business'}`}
                  {reserved > 0 && ` · ${formatNumber(reserved)} offered for sale`}
                </p>
              </div>
              {listed && available > 0 && (
                <span class="actions">
                  <Button isSmall kind="primary" onClick={() => onUse(perkId)}>
                    Use
                  </Button>
                  <Button isSmall onClick={() => onChoose(listed, 'sell')}>
                    Sell
                  </Button>
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Perks with current prices, most active first. */
export function MarketTable({
  market,
  onChoose,
  onMore,
}: {
  market: Market;
  onChoose: Choose;
  onMore: () => void;
}) {
  if (market.perks.length === 0) return <EmptyState icon="exchange" title="No perks listed yet" />;
  return (
    <>
      <Table
        caption="Perks on the market"
        items={market.perks}
        keyOf={({ perkId }) => perkId}
        columns={[
          {
            head: 'Perk',
            cell: ({ perkId, name }) => (
              <span>
                {name} <span class="hint">{getCachedName(perkBusinessKey(perkId))}</span>
              </span>
            ),
          },
          { head: 'Face value', cell: ({ faceValue }) => formatMoney(faceValue), isNumber: true },
          {
            head: 'Buy price',
            cell: ({ bestAsk, askSize }) => formatOffer(bestAsk, askSize),
            isNumber: true,
          },
          {
            head: 'Sell price',
            cell: ({ bestBid, bidSize }) => formatOffer(bestBid, bidSize),
            isNumber: true,
          },
          { head: 'Last price', cell: ({ lastPrice }) => formatMoney(lastPrice), isNumber: true },
          {
            head: 'Actions',
            cell: perk => (
              <Button isSmall kind="primary" onClick={() => onChoose(perk, 'buy')}>
                Buy
              </Button>
            ),
          },
        ]}
      />
      {market.perks.length < market.totals.perks && <Button onClick={onMore}>Show more perks</Button>}
    </>
  );
}

function formatOffer(price: number | null, size: number | null) {
  if (price === null) return <span class="hint">No offers</span>;
  return (
    <span>
      {formatMoney(price)} <span class="hint">{plural(size ?? 0, 'unit')}</span>
    </span>
  );
}

/** Current opportunities, best first. */
export function Opportunities({
  items,
  market,
  onChoose,
}: {
  items: Opportunity[];
  market: Market;
  onChoose: Choose;
}) {
  if (items.length === 0) return null;
  return (
    <Card title="Opportunities">
      <ul class="rows">
        {items.map(({ id, kind, perkId, perkName, businessName, reason, price, discountPercent }) => {
          const listed = market.perks.find(perk => perk.perkId === perkId);
          const side: Side = kind === 'demand' ? 'sell' : 'buy';
          return (
            <li key={id}>
              <div>
                <strong>{perkName}</strong> {businessName}
                <p class="hint">
                  {reason}
                  {price !== null && ` · ${formatMoney(price)}`}
                </p>
              </div>
              <span class="actions">
                {discountPercent !== null && discountPercent > 0 && side === 'buy' && (
                  <Badge tone="good">{formatPercent(discountPercent)} off</Badge>
                )}
                {listed && side === 'buy' && (
                  <Button isSmall onClick={() => onChoose(listed, side)}>
                    Buy
                  </Button>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
