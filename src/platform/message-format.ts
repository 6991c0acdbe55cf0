import { toUsableLocale } from './intl.ts';

/** Puts values into a message. */
export type FormatText = (message: string, values: Readonly<Record<string, string | number>>) => string;

/** Matches a value, {name}, or a plural, {name, plural, one {# day} other {# days}}, whose forms may contain values. */
const PLACEHOLDER = /\{(\w+)(?:, plural, ((?:[^{}]*\{(?:[^{}]|\{\w+\})*\})+))?\}/g;
const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

/**
 * Returns a function that formats messages in the part of ICU MessageFormat that catalogs use: values, plurals, and # for the
 * formatted number in a plural (dashboard/messages/README.md).
 * @param locale decides about the forms of plurals
 * @param notation the locale of numbers
 */
export function createFormatter(locale: string, notation: string = locale): FormatText {
  const rules = new Intl.PluralRules(toUsableLocale(locale));
  const numbers = new Intl.NumberFormat(toUsableLocale(notation));
  const format: FormatText = (message, values) =>
    message.replace(PLACEHOLDER, (_, name: string, forms?: string) => {
      const value = values[name];
      if (!forms) return `${value}`;
      const texts = Object.fromEntries(
        Array.from(forms.matchAll(FORM), ([, category, text]) => [category, text]),
      );
      const text: string = texts[rules.select(value as number)] ?? texts.other;
      return format(text.replace('#', numbers.format(value as number)), values);
    });
  return format;
}
