import type { Parameter } from './document.ts';

const BASE64 = 'K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=';
const TEXT = { type: 'string', minLength: 1 };

/** The headers in which shop systems sign their webhooks, of which each sends its own. */
export const INBOUND_SIGNATURES: Record<string, Parameter> = {
  ShopifySignature: toHeader(
    'X-Shopify-Hmac-Sha256',
    'Of Shopify: the base64 HMAC-SHA256 of the raw body, keyed with the secret',
  ),
  WooCommerceSignature: toHeader(
    'X-WC-Webhook-Signature',
    'Of WooCommerce: the base64 HMAC-SHA256 of the raw body, keyed with the secret',
  ),
  SquareSignature: toHeader(
    'x-square-hmacsha256-signature',
    'Of Square: the base64 HMAC-SHA256 of the notification URL followed by the raw body, keyed with the signature key',
  ),
  StripeSignature: toHeader(
    'Stripe-Signature',
    'Of Stripe: `t=` Unix seconds and `v1=` the hex HMAC-SHA256 of `t.body`; rejected if more than 5 minutes from the current time',
    `t=1780315200,v1=${'5f0c9a7be1d24c6f'.repeat(4)}`,
  ),
};

/** The names of these headers. */
export const INBOUND_SIGNATURE_HEADERS = Object.values(INBOUND_SIGNATURES).map(({ name }) => name);

function toHeader(name: string, description: string, example: string = BASE64): Parameter {
  return { name, in: 'header', description, required: false, schema: TEXT, example };
}
