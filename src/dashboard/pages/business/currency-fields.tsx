import type { Signal } from '@preact/signals';
import { CURRENCIES } from '../../../platform/currencies.ts';
import { DEFAULT_CURRENCY } from '../../../platform/currency-digits.ts';
import { Card } from '../../ui/components.tsx';
import { NumberField, SelectField } from '../../ui/field.tsx';

const names = new Intl.DisplayNames('en', { type: 'currency' });
/** Every currency with its name, sorted by name. */
export const CURRENCY_OPTIONS = [...CURRENCIES]
  .map(value => ({ value, label: `${names.of(value) ?? value} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label));

interface CurrencyFieldsProps {
  currency: Signal<string>;
  usdRate: Signal<string>;
  errorOf: (field: string) => string | undefined;
}

/** Chooses the currency of a business, and what a US dollar is worth in it. */
export default function CurrencyFields({ currency, usdRate, errorOf }: CurrencyFieldsProps) {
  return (
    <Card title="Money">
      <div class="row">
        <SelectField
          label="Currency"
          hint="Of all your amounts. It is fixed once a customer was promised or paid a reward."
          value={currency}
          options={CURRENCY_OPTIONS}
          error={errorOf('currency')}
          isRequired
        />
        {currency.value !== DEFAULT_CURRENCY && (
          <NumberField
            label={`One US dollar in ${currency.value}`}
            hint="About. Published prices are in US dollars; the planner and your figures read them with this rate. Balances are never converted."
            value={usdRate}
            error={errorOf('usdRate')}
          />
        )}
      </div>
    </Card>
  );
}
