import { type Signal, signal } from '@preact/signals';
import { getDigits } from '../../platform/currency-digits.ts';
import { loadMessages } from '../messages/area.ts';
import { shell as t } from '../messages/shell/index.ts';
import { FORMAT_LOCALE } from '../messages/text.ts';
import { getOwnCurrency } from './currency.ts';

/** Decimals of a rate or a multiplier. */
export const RATE_DIGITS = 6;
/** Numbers that all languages read in the same way. */
const SIMPLE = /^\d{1,12}(?:[.,]\d{1,2})?$/;

/** Reads all other texts. It is loaded with the first field, because it would make the first load of pages too large. */
const reader = signal<typeof import('./number-reader.ts') | undefined>(undefined);

/** Whether numbers other than simple ones can be read. */
export const isReaderLoaded = () => reader.value !== undefined;

/** Loads the reader with its texts. It is loaded again after a failure. */
export async function loadNumberReader(): Promise<void> {
  if (reader.value) return;
  const loaded = await import('./number-reader.ts');
  await loadMessages();
  reader.value = loaded;
}

/**
 * Parses a field's number: undefined if it is empty, NaN if it can't be read or has two meanings. A request with NaN is not
 * sent, and the field shows its issue.
 * @param digits the decimals of the field; by default those of the business's currency
 */
export function parseNumber({ value }: Signal<string>, digits?: number): number | undefined {
  const text = value.trim();
  if (text === '') return undefined;
  if (SIMPLE.test(text)) return Number(text.replace(',', '.'));
  const number = reader.value?.read(text, digits);
  return typeof number === 'number' ? number : Number.NaN;
}

/** Parses an amount, as parseNumber does with the decimals of its currency. */
export function parseAmount(amount: Signal<string>, currency: string): number | undefined {
  return parseNumber(amount, getDigits(currency));
}

/** Returns why a field's text is no number, to be shown after its label; undefined if it is one or the field is empty. */
export function findNumberIssue(text: string, digits?: number, unit?: string): string | undefined {
  if (text.trim() === '' || SIMPLE.test(text.trim())) return undefined;
  return reader.value ? reader.value.findIssue(text, toNumberText, digits, unit) : t.issues.type;
}

/** Writes a number for a field, with the decimal mark that parseNumber expects. */
export function toNumberText(value: number | null | undefined): string {
  return format(value, 0, RATE_DIGITS);
}

/** Writes an amount for a field, with the decimals of its currency. @param currency by default the business's own */
export function toMoneyText(value: number | null | undefined, currency = getOwnCurrency()): string {
  return format(value, getDigits(currency), getDigits(currency));
}

function format(value: number | null | undefined, minimum: number, maximum: number): string {
  if (value === null || value === undefined) return '';
  const digits = { minimumFractionDigits: minimum, maximumFractionDigits: maximum };
  return new Intl.NumberFormat(FORMAT_LOCALE, { useGrouping: false, ...digits }).format(value);
}
