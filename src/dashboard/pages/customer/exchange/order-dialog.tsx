import { useComputed, useSignal } from '@preact/signals';
import type { MarketPerk } from '../../../../exchange/market/model.ts';
import type { PlacedOrder } from '../../../../exchange/orders/model.ts';
import type { Wallet } from '../../../../exchange/wallet/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { useAction } from '../../../data/resource.ts';
import { getCash } from '../../../data/wallet.ts';
import { market as t } from '../../../messages/market/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import {
  CheckboxField,
  MoneyField,
  NumberField,
  parseAmount,
  parseNumber,
  toNumberText,
} from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { toast } from '../../../ui/toast.tsx';
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
  const price = useSignal(toNumberText(best ?? perk.faceValue));
  const units = parseNumber(quantity) ?? 0;
  const body = {
    type: side,
    perkId: perk.perkId,
    quantity: units,
    price: isNow.value ? undefined : (parseAmount(price, perk.currency) ?? 0),
  };
  const place = useAction(async () => {
    const placed = await send(api.exchange.orders.post(body));
    toast(describeOutcome(placed, side));
    onPlaced();
    onClose();
  });
  const isBuy = side === 'buy';
  return (
    <Dialog title={formatText(isBuy ? t.buyTitle : t.sellTitle, { perk: perk.name })} onClose={onClose}>
      <Form class="stack" action={place}>
        <div class="row">
          <NumberField label={t.quantity} value={quantity} name="quantity" isRequired />
          {!isNow.value && (
            <MoneyField currency={perk.currency} label={t.unitPrice} value={price} name="price" isRequired />
          )}
        </div>
        <OrderCost perk={perk} side={side} units={units} price={body.price} wallet={wallet} />
        <FormActions
          label={isNow.value ? (isBuy ? t.buyNow : t.sellNow) : isBuy ? t.buyAtPrice : t.sellAtPrice}
          call={{ operation: 'placeOrder', values: body }}
        />
        {best !== null && (
          <details open={!isNow.value}>
            <summary>{isBuy ? t.moreToBuy : t.moreToSell}</summary>
            <CheckboxField
              value={isOwnPrice}
              label={t.atMyPrice}
              hint={isBuy ? t.waitsForSeller : t.waitsForBuyer}
            />
          </details>
        )}
      </Form>
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
  if (!(units > 0)) return <p class="notice">{t.enterQuantity}</p>;
  const { total, filled } =
    price === undefined
      ? quoteMarketOrder(perk, side, units)
      : { total: getLimitOrderTotal(price, units, currency), filled: units };
  const isShort = side === 'buy' && total > available;
  return (
    <div class={isShort ? 'notice warn' : 'notice'} role="status">
      <div>
        <p>{describeTotal(side, price === undefined, formatMoney(total, currency))}</p>
        {filled < units && (
          <p>{formatText(t.onlyFilled, { filled: formatNumber(filled), units: formatNumber(units) })}</p>
        )}
        {side === 'buy' && (
          <p class="hint">
            {formatText(t.balanceIs, { amount: formatMoney(available, currency) })}
            {isShort && ` ${t.isShort}`}
          </p>
        )}
      </div>
    </div>
  );
}

function describeTotal(side: Side, isEstimate: boolean, total: string): string {
  if (side === 'buy')
    return isEstimate ? formatText(t.payAbout, { amount: total }) : formatText(t.payUpTo, { amount: total });
  return isEstimate
    ? formatText(t.receiveAbout, { amount: total })
    : formatText(t.receiveAtLeast, { amount: total });
}

function describeOutcome({ order, trades }: PlacedOrder, side: Side): string {
  const total = trades.reduce((sum, trade) => sum + trade.total, 0);
  if (order.filledQuantity > 0) {
    const done = formatText(side === 'buy' ? t.bought : t.sold, {
      quantity: formatNumber(order.filledQuantity),
      amount: formatMoney(total, order.currency),
    });
    return order.remainingQuantity > 0
      ? `${done}; ${formatText(t.stillOpen, { quantity: formatNumber(order.remainingQuantity) })}`
      : done;
  }
  if (order.status === 'cancelled') return t.notAvailable;
  return side === 'buy' ? t.waitingForSeller : t.waitingForBuyer;
}
