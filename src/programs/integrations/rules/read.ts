import type { Source } from '../model.ts';
import type { OrderMessage } from './message.ts';
import { readShopify } from './shopify.ts';
import { readSquare } from './square.ts';
import { readStripe } from './stripe.ts';
import { readWooCommerce } from './woocommerce.ts';

const READERS: Readonly<Record<Source, (body: unknown) => OrderMessage | undefined>> = {
  shopify: readShopify,
  woocommerce: readWooCommerce,
  square: readSquare,
  stripe: readStripe,
};

/** Returns what a webhook says about an order; undefined if it is no paid order or refund. */
export function readMessage(source: Source, body: unknown): OrderMessage | undefined {
  return READERS[source](body);
}
