import type { Signal } from '@preact/signals';
import { COUNTRIES } from '../../../platform/countries.ts';
import { SelectField } from '../../ui/field.tsx';

const names = new Intl.DisplayNames('en', { type: 'region' });
const OPTIONS = [
  { value: '', label: 'None' },
  ...COUNTRIES.map(value => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label),
  ),
];

/** Chooses the country in whose notation phone numbers are read. Loaded on demand because of the list. */
export default function CountryField({ value, error }: { value: Signal<string>; error: string | undefined }) {
  return (
    <SelectField
      label="Country"
      hint="Phone numbers can then be typed without a country code."
      value={value}
      options={OPTIONS}
      error={error}
    />
  );
}
