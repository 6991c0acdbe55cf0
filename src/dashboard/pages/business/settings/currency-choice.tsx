import { useSignal } from '@preact/signals';
import { api, send } from '../../../data/api.ts';
import { getOwnCurrency } from '../../../data/currency.ts';
import { useAction } from '../../../data/resource.ts';
import { tenantParams } from '../../../data/session.ts';
import { locality as t } from '../../../messages/locality/index.ts';
import { SelectField } from '../../../ui/field.tsx';
import { FormError } from '../../../ui/states.tsx';
import { CURRENCY_OPTIONS } from './currency-fields.tsx';

/** Chooses the currency before the first amount is typed. What was typed on the page is kept as its draft. */
export default function CurrencyChoice() {
  const currency = useSignal(getOwnCurrency());
  const save = useAction(async () => {
    await send(api.business.put({ currency: currency.value, ...tenantParams() }));
    // All amounts on the page are formatted in the currency that the session names.
    location.reload();
  });
  return (
    <div onChange={() => void save.run()}>
      <SelectField
        label={t.currency}
        value={currency}
        options={CURRENCY_OPTIONS}
        name="currency"
        isDisabled={save.isBusy.value}
      />
      <FormError error={save.error.value} />
    </div>
  );
}
