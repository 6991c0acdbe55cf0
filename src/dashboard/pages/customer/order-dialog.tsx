import { useComputed, useSignal } from '@preact/signals';
import type { MarketPerk } from '../../../exchange/market/model.ts';
import type { PlacedOrder } from '../../../exchange/orders/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, plural } from '../../data/format.ts';
import { useAction } from '../../data/resource.ts';
import { getCash } from '../../data/wallet.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, MoneyField, NumberField, parseNumber } from '../../ui/field.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { getLimitOrderTotal, quoteMarketOrder, type Side } from './order-cost.ts';

interface OrderDialogProps {
  perk: MarketPerk;
  side: Side;
  wallet: Wallet;
  onClose: () => void;
  onPlaced: () => void;
}

/** Buys or sells a perk after showing the total. */
export default function OrderDialog({ perk, side, wallet, onClose, onPlaced }: OrderDialogProps) {
  const best = side === 'buy' ? perk.bestAsk : perk.bestBid;
  const isOwnPrice = useSignal(best === null);
  const isNow = useComputed(() => !isOwnPrice.value);
  const quantity = useSignal('1');
  const price = useSignal(String(best ?? perk.faceValue));
  const units = parseNumber(quantity) ?? 0;
  const body = {
    type: side,
    perkId: perk.perkId,
    quantity: units,
    price: isNow.value ? undefined : (parseNumber(price) ?? 0),
  };
  const place = useAction(async () => {
    const placed = await send(api.exchange.orders.post(body));
    toast(describeOutcome(placed, side));
    onPlaced();
    onClose();
  });
  const verb = side === 'buy' ? 'Buy' : 'Sell';
  return (
    <Dialog title={`${verb} ${perk.name}`} onClose={onClose}>
      <form class="stack" onSubmit={place.submit}>
        <div class="row">
          <NumberField label="Quantity" value={quantity} error={place.fieldError('quantity')} isRequired />
          {!isNow.value && (
            <MoneyField
              currency={perk.currency}
              label="Price per unit"
              value={price}
              error={place.fieldError('price')}
              isRequired
            />
          )}
        </div>
        <OrderCost perk={perk} side={side} units={units} price={body.price} wallet={wallet} />
        <FormError error={place.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={place.isBusy}>
            {isNow.value ? `${verb} now` : `${verb} at this price`}
          </Button>
          <ShowCodeButton operation="placeOrder" values={body} />
        </div>
        {best !== null && (
          <details open={!isNow.value}>
            <summary>{side === 'buy' ? 'More ways to buy' : 'More ways to sell'}</summary>
            <CheckboxField
              value={isOwnPrice}
              label="At my price"
              hint={`Waits for a ${side === 'buy' ? 'seller' : 'buyer'}. You can cancel until then.`}
            />
          </details>
        )}
      </form>
    </Dialog>
  );
}

interface OrderCostProps {
  perk: MarketPerk;
  side: Side;
  units: number;
  price: number | undefined;
  wallet: Wallet;
}

function OrderCost({ perk, side, units, price, wallet }: OrderCostProps) {
  const { currency } = perk;
  const { available } = getCash(wallet, currency);
  if (!(units > 0)) return <p class="notice">Enter a quantity.</p>;
  const { total, filled } =
    price === undefined
      ? quoteMarketOrder(perk, side, units)
      : { total: getLimitOrderTotal(price, units, currency), filled: units };
  const isShort = side === 'buy' && total > available;
  return (
    <div class={isShort ? 'notice warn' : 'notice'} role="status">
      <div>
        <p>
          {side === 'buy'
            ? price === undefined
              ? 'You pay about '
              : 'You pay up to '
            : price === undefined
              ? 'You receive about '
              : 'You receive at least '}
          <strong>{formatMoney(total, currency)}</strong>
          {price !== undefined && (side === 'buy' ? ', reserved until the order is filled.' : '.')}
        </p>
        {filled < units && (
          <p>
            Only {formatNumber(filled)} of {plural(units, 'unit')} can be filled now; the rest will be
            cancelled.
          </p>
        )}
        {side === 'buy' && (
          <p class="hint">
            Perk balance: {formatMoney(available, currency)}.
            {isShort && ' Convert cashback to perk balance under Memberships.'}
          </p>
        )}
      </div>
    </div>
  );
}

function describeOutcome({ order, trades }: PlacedOrder, side: Side): string {
  const verb = side === 'buy' ? 'Bought' : 'Sold';
  const total = trades.reduce((sum, trade) => sum + trade.total, 0);
  if (order.filledQuantity > 0) {
    const rest = order.remainingQuantity > 0 ? `; ${formatNumber(order.remainingQuantity)} still open` : '';
    return `${verb} ${formatNumber(order.filledQuantity)} for ${formatMoney(total, order.currency)}${rest}`;
  }
  if (order.status === 'cancelled') return 'Order cancelled: the offer is no longer available';
  return side === 'buy' ? 'Order placed, waiting for a seller' : 'Order placed, waiting for a buyer';
}
