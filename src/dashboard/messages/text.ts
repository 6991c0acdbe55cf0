import { toUsableLocale } from '../../platform/intl.ts';
import { type Locale, PSEUDO_LOCALE, toLocale } from '../../platform/locales.ts';

let rules: Intl.PluralRules;
let numbers: Intl.NumberFormat;

/** The language that the server chose for the page (pages/locale.ts); English outside of a browser. */
export const PAGE_LOCALE: string = globalThis.document?.documentElement.lang || 'en';
export const HAS_PSEUDO_TEXTS = PAGE_LOCALE === PSEUDO_LOCALE;
/** The language of the catalogs. */
export const LOCALE: Locale = toLocale(PAGE_LOCALE) ?? 'en';

/**
 * The tag for dates and numbers: the browser's region of the page's language, such as de-CH for a page in German. Arabic
 * uses the digits of codes and prices.
 */
export const FORMAT_LOCALE: string = toFormatLocale(LOCALE, globalThis.navigator);

/** Returns the tag for dates and numbers of a language in a browser, which may report any text, or none. */
export function toFormatLocale(
  locale: Locale,
  browser: { readonly languages?: readonly string[]; readonly language?: string } | undefined,
): string {
  const reported = browser?.languages?.length ? browser.languages : [browser?.language];
  const tag = toUsableLocale(
    reported.find(language => toLocale(language) === locale),
    locale,
  );
  return locale === 'ar' ? new Intl.Locale(tag, { numberingSystem: 'latn' }).toString() : tag;
}

/** Sets the language of plurals; only tests change it after the page has started. */
export function setTextLocale(locale: string): void {
  rules = new Intl.PluralRules(toUsableLocale(locale));
  numbers = new Intl.NumberFormat(toUsableLocale(locale === LOCALE ? FORMAT_LOCALE : locale));
}
setTextLocale(LOCALE);

/** Matches a value, {name}, or a plural, {name, plural, one {# day} other {# days}}, whose forms may contain values. */
const PLACEHOLDER = /\{(\w+)(?:, plural, ((?:\w+ \{(?:[^{}]|\{\w+\})*\} ?)+))?\}/g;
const FORM = /(\w+) \{((?:[^{}]|\{\w+\})*)\}/g;

/**
 * Puts values into a message, which is in the part of ICU MessageFormat that catalogs use (README.md). The forms of plurals
 * follow the page's language; their # is the formatted number.
 */
export function formatText(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(PLACEHOLDER, (_, name: string, forms?: string) => {
    const value = values[name] as string | number;
    if (!forms) return String(value);
    const texts = new Map(Array.from(forms.matchAll(FORM), ([, category, text = '']) => [category, text]));
    const text = texts.get(rules.select(Number(value))) ?? texts.get('other') ?? '';
    return formatText(text.replace('#', numbers.format(Number(value))), values);
  });
}
