import type { Signal } from '@preact/signals';
import { CURRENCIES } from '../../../../platform/currencies.ts';
import { DEFAULT_CURRENCY } from '../../../../platform/currency-digits.ts';
import { locality as t } from '../../../messages/locality/index.ts';
import { formatText, LOCALE } from '../../../messages/text.ts';
import { Card } from '../../../ui/components.tsx';
import { NumberField, RATE_DIGITS, SelectField } from '../../../ui/field.tsx';

const names = new Intl.DisplayNames(LOCALE, { type: 'currency' });
/** Every currency with its name, sorted by name. */
export const CURRENCY_OPTIONS = [...CURRENCIES]
  .map(value => ({ value, label: `${names.of(value) ?? value} (${value})` }))
  .sort((a, b) => a.label.localeCompare(b.label, LOCALE));

interface CurrencyFieldsProps {
  currency: Signal<string>;
  usdRate: Signal<string>;
}

/** Chooses the currency of a business, and what a US dollar is worth in it. */
export default function CurrencyFields({ currency, usdRate }: CurrencyFieldsProps) {
  return (
    <Card title={t.money}>
      <div class="row">
        <SelectField
          label={t.currency}
          hint={t.currencyHint}
          value={currency}
          options={CURRENCY_OPTIONS}
          name="currency"
          isRequired
        />
        {currency.value !== DEFAULT_CURRENCY && (
          <NumberField
            label={formatText(t.usdRate, { currency: currency.value })}
            hint={t.usdRateHint}
            value={usdRate}
            digits={RATE_DIGITS}
            name="usdRate"
          />
        )}
      </div>
    </Card>
  );
}
