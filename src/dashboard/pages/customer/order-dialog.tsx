import { useSignal } from '@preact/signals';
import type { MarketPerk } from '../../../exchange/market-model.ts';
import type { PlacedOrder, Wallet } from '../../../exchange/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { AsCode } from '../../ui/as-code.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { MoneyField, NumberField, numberOf } from '../../ui/field.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { costAt, quote, type Side } from './order-cost.ts';

interface OrderDialogProps {
  perk: MarketPerk;
  side: Side;
  wallet: Wallet;
  onClose: () => void;
  onPlaced: () => void;
}

const WAYS = [
  { isNow: true, label: 'At once, at the best price' },
  { isNow: false, label: 'At a price I name' },
];

/** Buys or sells a perk; what it comes to is shown before. */
export function OrderDialog({ perk, side, wallet, onClose, onPlaced }: OrderDialogProps) {
  const best = side === 'buy' ? perk.bestAsk : perk.bestBid;
  const isNow = useSignal(best !== null);
  const quantity = useSignal('1');
  const price = useSignal(String(best ?? perk.faceValue));
  const units = numberOf(quantity) ?? 0;
  const body = {
    type: side,
    perkId: perk.perkId,
    quantity: units,
    price: isNow.value ? undefined : (numberOf(price) ?? 0),
  };
  const place = useAction(async () => {
    const placed = await send(api.exchange.orders.post(body));
    toast(outcomeOf(placed, side));
    onPlaced();
    onClose();
  });
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  return (
    <Dialog title={`${verb} ${perk.name}`} onClose={onClose}>
      <form class="stack" onSubmit={place.submit}>
        <fieldset class="cards">
          <legend>When</legend>
          {WAYS.map(way => (
            <label key={way.label}>
              <input
                type="radio"
                name="way"
                checked={isNow.value === way.isNow}
                disabled={way.isNow && best === null}
                onChange={() => {
                  isNow.value = way.isNow;
                }}
              />
              {way.label}
            </label>
          ))}
        </fieldset>
        <div class="row">
          <NumberField label="How many" value={quantity} error={place.of('quantity')} isRequired />
          {!isNow.value && (
            <MoneyField label="Price of one" value={price} error={place.of('price')} isRequired />
          )}
        </div>
        <Cost perk={perk} side={side} units={units} price={body.price} wallet={wallet} />
        <FormError error={place.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={place.isBusy}>
            {verb}
          </Button>
          <AsCode operation="placeOrder" values={body} />
        </div>
      </form>
    </Dialog>
  );
}

interface CostProps {
  perk: MarketPerk;
  side: Side;
  units: number;
  price: number | undefined;
  wallet: Wallet;
}

function Cost({ perk, side, units, price, wallet }: CostProps) {
  if (!(units > 0)) return <p class="notice">Enter a quantity.</p>;
  const { total, filled } =
    price === undefined ? quote(perk, side, units) : { total: costAt(price, units), filled: units };
  const isShort = side === 'buy' && total > wallet.cash;
  return (
    <div class={isShort ? 'notice warn' : 'notice'} role="status">
      <div>
        <p>
          {side === 'buy'
            ? price === undefined
              ? 'You pay about '
              : 'You pay at most '
            : price === undefined
              ? 'You get about '
              : 'You get at least '}
          <strong>{formatMoney(total)}</strong>
          {price !== undefined && (side === 'buy' ? '; reserved until then.' : '.')}
        </p>
        {filled < units && (
          <p>
            Only {formatNumber(filled)} of {formatNumber(units)} {filled === 1 ? 'finds' : 'find'} an offer
            now; the rest is cancelled.
          </p>
        )}
        {side === 'buy' && (
          <p class="hint">
            You have {formatMoney(wallet.cash)}
            {isShort && '. Turn money back into money for perks under Memberships'}.
          </p>
        )}
      </div>
    </div>
  );
}

function outcomeOf({ order, trades }: PlacedOrder, side: Side): string {
  const done = side === 'buy' ? 'Bought' : 'Sold';
  const total = trades.reduce((sum, trade) => sum + Math.round(trade.total * 100), 0) / 100;
  if (order.filledQuantity > 0) {
    const rest = order.remainingQuantity > 0 ? `; ${formatNumber(order.remainingQuantity)} more wait` : '';
    return `${done} ${formatNumber(order.filledQuantity)} for ${formatMoney(total)}${rest}`;
  }
  if (order.status === 'cancelled') return 'Nothing was traded: the offer was gone';
  return side === 'buy' ? 'Order placed: it waits for a seller' : 'Order placed: it waits for a buyer';
}
