import { useSignal } from '@preact/signals';
import type { MarketPerk } from '../../../exchange/market/model.ts';
import type { Wallet } from '../../../exchange/wallet/model.ts';
import { api, send } from '../../data/api.ts';
import { formatMoney, formatNumber, plural } from '../../data/format.ts';
import { type Resource, useAction, useResource } from '../../data/resource.ts';
import { tenantParams } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/components.tsx';
import { MoneyField, NumberField, parseNumber, SelectField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ShowCodeButton } from '../../ui/show-code-button.tsx';
import { FormError } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import { findBestForeignPrice } from '../customer/order-cost.ts';

const SIDES = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
];

interface OrderFormProps {
  perk: MarketPerk;
  wallet: Resource<Wallet | null>;
}

/** Covers the open orders of nearly every business; the server checks the others. */
const MAX_ORDERS = 100;

/** Places a limit or market order for a perk. */
export function OrderForm({ perk, wallet }: OrderFormProps) {
  const [side, quantity, price] = [useSignal('buy'), useSignal('1'), useSignal('')];
  const buildBody = () => ({
    type: side.value as 'buy' | 'sell',
    perkId: perk.perkId,
    quantity: parseNumber(quantity) ?? 0,
    price: parseNumber(price),
    ...tenantParams(),
  });
  const place = useAction(async () => {
    if (!wallet.data.value) await send(api.exchange.enroll.post({ role: 'trader', ...tenantParams() }));
    const { order } = await send(api.exchange.orders.post(buildBody()));
    const done = side.value === 'buy' ? 'Bought' : 'Sold';
    const filled = `${done} ${formatNumber(order.filledQuantity)} of ${plural(order.quantity, 'unit')}`;
    const rest = order.remainingQuantity > 0 ? '; the rest stays open' : '';
    toast(
      `${filled}${order.averagePrice === null ? '' : ` at ${formatMoney(order.averagePrice, order.currency)}`}${rest}`,
    );
    wallet.reload();
  });
  const own = useResource(
    abort =>
      send(
        api.exchange.orders.get({ query: { page: 1, perPage: MAX_ORDERS, perkId: perk.perkId }, ...abort }),
      ),
    [perk.perkId],
    { live: ['exchange.'] },
  );
  const isBuying = side.value === 'buy';
  const levels = isBuying ? perk.depth.asks : perk.depth.bids;
  const ownOrders = (own.data.value?.items ?? []).filter(
    order => order.perkId === perk.perkId && order.type !== side.value && order.remainingQuantity > 0,
  );
  const best = findBestForeignPrice(levels, ownOrders);
  const isOwnOnly = best === null && levels.length > 0;
  const total = (parseNumber(price) ?? best ?? 0) * (parseNumber(quantity) ?? 0);
  return (
    <Card title={`Order ${perk.name}`}>
      <form onSubmit={place.submit}>
        <div class="row">
          <SelectField label="Side" value={side} options={SIDES} isRequired />
          <NumberField label="Quantity" value={quantity} error={place.fieldError('quantity')} isRequired />
        </div>
        <MoneyField
          currency={perk.currency}
          label={side.value === 'buy' ? 'Maximum price per unit' : 'Minimum price per unit'}
          hint={
            best === null
              ? 'Enter a price to place an open order that others can fill.'
              : `Leave empty to trade now at about ${formatMoney(best, perk.currency)}.`
          }
          value={price}
          error={place.fieldError('price')}
          isRequired={best === null}
        />
        {isOwnOnly && (
          <p class="notice info">
            <Icon name="info" />
            {isBuying
              ? "Only you are selling this perk right now, and you can't buy from yourself."
              : "Only you are bidding for this perk right now, and you can't sell to yourself."}
          </p>
        )}
        {total > 0 && (
          <p>
            Estimated total: <strong>{formatMoney(total, perk.currency)}</strong>
          </p>
        )}
        <FormError error={place.error.value} />
        <div class="actions">
          <Button type="submit" kind="primary" busy={place.isBusy}>
            Place order
          </Button>
          <ShowCodeButton operation="placeOrder" values={buildBody()} />
        </div>
      </form>
    </Card>
  );
}
