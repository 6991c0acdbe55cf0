import type { Signal } from '@preact/signals';
import { useId } from 'preact/hooks';
import { toUsableTimeZone } from '../../../../platform/intl.ts';
import { deviceZone } from '../../../data/time-zone.ts';
import { locality as t } from '../../../messages/locality/index.ts';
import { FORMAT_LOCALE, formatText, LOCALE } from '../../../messages/text.ts';
import { Field, SelectField } from '../../../ui/field.tsx';

const ZONES = [...new Set(['UTC', deviceZone, ...Intl.supportedValuesOf('timeZone')])];
const TAGS = [
  'en-US',
  'en-GB',
  'en-CA',
  'en-AU',
  'en-IN',
  'de-DE',
  'de-AT',
  'de-CH',
  'es-ES',
  'es-MX',
  'es-AR',
]
  .concat(['fr-FR', 'fr-CA', 'fr-CH', 'pt-BR', 'pt-PT', 'it-IT', 'nl-NL', 'nl-BE', 'pl-PL', 'tr-TR'])
  .concat(['ar-AE', 'ar-EG', 'ar-SA']);
const names = new Intl.DisplayNames(LOCALE, { type: 'language' });

/** Chooses the shop's time zone from a list that can be searched, and shows the time that it is there. */
export function ZoneField({ value }: { value: Signal<string> }) {
  const list = useId();
  return (
    <Field name="timeZone" label={t.timeZone} hint={describeZone(value.value)} isRequired>
      {controlProps => (
        <>
          <input
            {...controlProps}
            list={list}
            autocomplete="off"
            spellcheck={false}
            value={value.value}
            onInput={({ currentTarget }) => {
              value.value = currentTarget.value;
            }}
          />
          <datalist id={list}>
            {ZONES.map(zone => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Field>
  );
}

function describeZone(zone: string): string {
  const timeZone = toUsableTimeZone(zone);
  if (timeZone !== zone) return t.searchCity;
  const format = new Intl.DateTimeFormat(FORMAT_LOCALE, { timeZone, timeStyle: 'short' });
  return formatText(t.timeThere, { time: format.format(Date.now()) });
}

/** Chooses the shop's language and notation. */
export function LocaleField({ value }: { value: Signal<string> }) {
  const tags = TAGS.includes(value.value) ? TAGS : [...TAGS, value.value];
  return (
    <SelectField
      label={t.language}
      hint={t.languageHint}
      value={value}
      options={tags.map(tag => ({ value: tag, label: names.of(tag) ?? tag }))}
      name="locale"
      isRequired
    />
  );
}
