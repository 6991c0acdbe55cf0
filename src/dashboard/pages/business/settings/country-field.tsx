import type { Signal } from '@preact/signals';
import { COUNTRIES } from '../../../../platform/countries.ts';
import { locality as t } from '../../../messages/locality/index.ts';
import { LOCALE } from '../../../messages/text.ts';
import { SelectField } from '../../../ui/field.tsx';

const names = new Intl.DisplayNames(LOCALE, { type: 'region' });
const OPTIONS = COUNTRIES.map(value => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
  a.label.localeCompare(b.label, LOCALE),
);

/** Chooses the country in whose notation phone numbers are read. Loaded on demand because of the list. */
export default function CountryField({ value }: { value: Signal<string> }) {
  return (
    <SelectField
      label={t.country}
      hint={t.countryHint}
      value={value}
      options={[{ value: '', label: t.noCountry }, ...OPTIONS]}
      name="country"
    />
  );
}
