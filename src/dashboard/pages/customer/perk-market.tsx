import type { Market, MarketPerk } from '../../../exchange/market/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { getCachedName, perkBusinessKey } from '../../data/name-cache.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { EmptyState } from '../../ui/states.tsx';
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
                    `${formatMoney(listed.faceValue, listed.currency)} each at ${getCachedName(perkBusinessKey(perkId)) ?? 'the business'}`}
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

/** Perks to buy, most active first, with the price of one now. */
export function PerksForSale({
  market,
  onChoose,
  onMore,
}: {
  market: Market;
  onChoose: Choose;
  onMore: () => void;
}) {
  if (market.perks.length === 0)
    return (
      <EmptyState icon="ticket" title="No perks for sale yet">
        <p>Shops sell vouchers here for less than they are worth. Until then, earn rewards with offers.</p>
        <ButtonLink href="/">See offers</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <ul class="offers">
        {market.perks.map(perk => (
          <li key={perk.perkId} class="card perk">
            <h2>{perk.name}</h2>
            <p class="hint">{getCachedName(perkBusinessKey(perk.perkId))}</p>
            <PerkPrice perk={perk} onChoose={onChoose} />
          </li>
        ))}
      </ul>
      {market.perks.length < market.totals.perks && <Button onClick={onMore}>Show more perks</Button>}
    </>
  );
}

function PerkPrice({ perk, onChoose }: { perk: MarketPerk; onChoose: Choose }) {
  const { bestAsk, currency, faceValue } = perk;
  if (bestAsk === null)
    return (
      <>
        <p>{`Worth ${formatMoney(faceValue, currency)}. None for sale right now.`}</p>
        <Button onClick={() => onChoose(perk, 'buy')}>Name your price</Button>
      </>
    );
  return (
    <>
      <p>{`Worth ${formatMoney(faceValue, currency)} when you pay`}</p>
      <Button kind="primary" onClick={() => onChoose(perk, 'buy')}>
        {`Buy now for ${formatMoney(bestAsk, currency)}`}
      </Button>
    </>
  );
}
