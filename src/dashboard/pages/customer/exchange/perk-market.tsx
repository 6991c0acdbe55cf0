import type { Market, MarketPerk } from '../../../../exchange/market/model.ts';
import type { Wallet } from '../../../../exchange/wallet/model.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { getCachedName, perkBusinessKey } from '../../../data/name-cache.ts';
import { market as t } from '../../../messages/market/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/components.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import type { Side } from './order-cost.ts';

type Choose = (perk: MarketPerk, side: Side) => void;

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
    <Card title={t.yourPerks}>
      <ul class="rows">
        {wallet.perks.map(({ perkId, available, reserved }) => {
          const listed = market.perks.find(perk => perk.perkId === perkId);
          return (
            <li key={perkId}>
              <div>
                <strong>
                  {formatNumber(available + reserved)} ×{' '}
                  {listed?.name ?? getCachedName(perkId) ?? t.expiredPerk}
                </strong>
                <p class="hint">
                  {listed &&
                    formatText(t.eachAt, {
                      amount: formatMoney(listed.faceValue, listed.currency),
                      shop: getCachedName(perkBusinessKey(perkId)) ?? t.theBusiness,
                    })}
                  {reserved > 0 && ` · ${formatText(t.forSale, { count: formatNumber(reserved) })}`}
                </p>
              </div>
              {listed && available > 0 && (
                <span class="actions">
                  <Button isSmall kind="primary" onClick={() => onUse(perkId)}>
                    {t.use}
                  </Button>
                  <Button isSmall onClick={() => onChoose(listed, 'sell')}>
                    {t.sell}
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
      <EmptyState icon="ticket" title={t.none}>
        <p>{t.noneHow}</p>
        <ButtonLink href="/">{t.seeOffers}</ButtonLink>
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
      {market.perks.length < market.totals.perks && <Button onClick={onMore}>{t.showMore}</Button>}
    </>
  );
}

function PerkPrice({ perk, onChoose }: { perk: MarketPerk; onChoose: Choose }) {
  const { bestAsk, currency, faceValue } = perk;
  if (bestAsk === null)
    return (
      <>
        <p>{formatText(t.worthNone, { amount: formatMoney(faceValue, currency) })}</p>
        <Button onClick={() => onChoose(perk, 'buy')}>{t.nameYourPrice}</Button>
      </>
    );
  return (
    <>
      <p>{formatText(t.worth, { amount: formatMoney(faceValue, currency) })}</p>
      <Button kind="primary" onClick={() => onChoose(perk, 'buy')}>
        {formatText(t.buyFor, { amount: formatMoney(bestAsk, currency) })}
      </Button>
    </>
  );
}
