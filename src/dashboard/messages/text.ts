import { toUsableLocale } from '../../platform/intl.ts';
import { type Locale, PSEUDO_LOCALE, toLocale } from '../../platform/locales.ts';

/** The texts of a count by plural category; # is replaced by the formatted number. */
export type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

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

/** Returns the text of a count in the page's language, e.g. `plural(2, { one: '# day', other: '# days' })`. */
export function plural(count: number, forms: Forms): string {
  return (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count));
}
