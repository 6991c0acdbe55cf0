import type { Source } from '../../../../programs/integrations/model.ts';
import { shopSystems as t } from '../../../messages/shopSystems/index.ts';
import { RichText } from '../../../ui/rich-text.tsx';

/** The shop systems by name, in the order in which the settings list them. */
export const SYSTEM_NAMES: Record<Source, string> = {
  shopify: 'Shopify',
  woocommerce: 'WooCommerce',
  square: 'Square',
  stripe: 'Stripe',
};

/** The steps in the shop system: its page for the URL, its events and its secret. */
export function SystemSteps({ source }: { source: Source }) {
  const { where, events, secret } = t.steps[source];
  return (
    <ol class="recipes">
      <li>
        <RichText text={where} />
      </li>
      <li>
        <RichText text={events} />
      </li>
      <li>
        {secret} <a href="/guides/shop-orders">{t.guide}</a>
      </li>
    </ol>
  );
}
