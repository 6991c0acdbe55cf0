import type { Signal } from '@preact/signals';

/** Parses a field's number: undefined if empty, NaN (rejected by the server with the field's name) if invalid. */
export function parseNumber(value: Signal<string>): number | undefined {
  const text = value.value.trim().replace(/^\$/, '').replace(',', '.');
  return text === '' ? undefined : Number(text);
}
