import { useSignal } from '@preact/signals';
import type { MarketPerk } from '../../../../exchange/market/model.ts';
import type { Wallet } from '../../../../exchange/wallet/model.ts';
import { api, send } from '../../../data/api.ts';
import { formatMoney, formatNumber } from '../../../data/format.ts';
import { type Resource, useAction, useRead } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { exchange as t } from '../../../messages/exchange/index.ts';
import { formatText } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { MoneyField, NumberField, parseAmount, parseNumber, SelectField } from '../../../ui/field.tsx';
import { Form } from '../../../ui/form.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RichText } from '../../../ui/rich-text.tsx';
import { toast } from '../../../ui/toast.tsx';
import { findBestForeignPrice } from '../../customer/exchange/order-cost.ts';

interface OrderFormProps {
  perk: MarketPerk;
  wallet: Resource<Wallet | null>;
}

/** Covers the open orders of nearly every business; the server checks the others. */
const MAX_ORDERS = 100;

/** Places a limit or market order for a perk. */
export default function OrderForm({ perk, wallet }: OrderFormProps) {
  const [side, quantity, price] = [useSignal('buy'), useSignal('1'), useSignal('')];
  const getSide = (): 'buy' | 'sell' => (side.value === 'sell' ? 'sell' : 'buy');
  const buildBody = () => ({
    type: getSide(),
    perkId: perk.perkId,
    quantity: parseNumber(quantity) ?? 0,
    price: parseAmount(price, perk.currency),
    ...tenantParams(),
  });
  const place = useAction(async () => {
    if (!wallet.data.value) await send(api.exchange.enroll.post({ role: 'trader', ...tenantParams() }));
    const { order } = await send(api.exchange.orders.post(buildBody()));
    const { filledQuantity, remainingQuantity, averagePrice } = order;
    const filled = formatText(t.placed[getSide()], {
      count: formatNumber(filledQuantity),
      total: formatText(t.unitCount, { count: order.quantity }),
    });
    const priced =
      averagePrice === null
        ? filled
        : formatText(t.atPrice, { filled, price: formatMoney(averagePrice, order.currency) });
    toast(remainingQuantity > 0 ? formatText(t.restOpen, { filled: priced }) : priced);
    wallet.reload();
  });
  const own = useRead(
    api.exchange.orders.get,
    { page: 1, perPage: MAX_ORDERS, perkId: perk.perkId },
    { live: ['exchange.'] },
  );
  const isBuying = side.value === 'buy';
  const levels = isBuying ? perk.depth.asks : perk.depth.bids;
  const ownOrders = (own.data.value?.items ?? []).filter(
    order => order.perkId === perk.perkId && order.type !== side.value && order.remainingQuantity > 0,
  );
  const best = findBestForeignPrice(levels, ownOrders);
  const isOwnOnly = best === null && levels.length > 0;
  const total = (parseAmount(price, perk.currency) ?? best ?? 0) * (parseNumber(quantity) ?? 0);
  return (
    <Card title={formatText(t.orderOf, { perk: perk.name })}>
      <Form action={place}>
        <div class="row">
          <SelectField
            label={t.side}
            value={side}
            options={[
              { value: 'buy', label: t.sides.buy },
              { value: 'sell', label: t.sides.sell },
            ]}
            isRequired
          />
          <NumberField label={t.quantity} value={quantity} name="quantity" isRequired />
        </div>
        <MoneyField
          currency={perk.currency}
          label={side.value === 'buy' ? t.maxPrice : t.minPrice}
          hint={
            best === null ? t.enterPrice : formatText(t.tradeNow, { price: formatMoney(best, perk.currency) })
          }
          value={price}
          name="price"
          isRequired={best === null}
        />
        {isOwnOnly && (
          <p class="notice info">
            <Icon name="info" />
            {isBuying ? t.onlySeller : t.onlyBuyer}
          </p>
        )}
        {total > 0 && (
          <p>
            <RichText text={formatText(t.estimated, { amount: formatMoney(total, perk.currency) })} />
          </p>
        )}
        <FormActions label={t.placeOrder} call={{ operation: 'placeOrder', values: buildBody() }} />
      </Form>
    </Card>
  );
}
