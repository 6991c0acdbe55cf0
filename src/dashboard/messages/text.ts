import { toUsableLocale } from '../../platform/intl.ts';
import { type Locale, PSEUDO_LOCALE, toLocale } from '../../platform/locales.ts';
import { createFormatter, type FormatText } from '../../platform/message-format.ts';

let format: FormatText;

/** The language that the server chose for the page (pages/locale.ts); English outside of a browser. */
export const PAGE_LOCALE: string = globalThis.document?.documentElement.lang || 'en';
export const HAS_PSEUDO_TEXTS = PAGE_LOCALE === PSEUDO_LOCALE;
/** The language of the catalogs. */
export const LOCALE: Locale = toLocale(PAGE_LOCALE) ?? 'en';

/** The query by which the API answers in the page's language. */
export const IN_LANGUAGE: { locale?: Locale } = LOCALE === 'en' ? {} : { locale: LOCALE };

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
  format = createFormatter(locale, locale === LOCALE ? FORMAT_LOCALE : locale);
}
setTextLocale(LOCALE);

/** Puts values into a message, e.g. `formatText('{count, plural, one {# day} other {# days}}', { count: 2 })`. */
export const formatText: FormatText = (message, values) => format(message, values);
