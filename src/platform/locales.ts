/** The languages of the pages and mails, the source first. */
export const LOCALES = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'pl', 'tr', 'ar'] as const;
export type Locale = (typeof LOCALES)[number];

/** English with accents and longer texts, in development builds and tests, to find texts that are cut off. */
export const PSEUDO_LOCALE = 'en-XA';
export type PageLocale = Locale | typeof PSEUDO_LOCALE;

/** Each language in its own words. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  tr: 'Türkçe',
  ar: 'العربية',
};

/** The cookie that keeps a visitor's choice. Pages write it, so it is not HttpOnly and holds nothing else. */
export const LOCALE_COOKIE = 'perkmint_locale';

/** Returns the language of a tag, such as de for de-AT or `de_DE`; undefined if the pages don't have it. */
export function toLocale(tag: string | null | undefined): Locale | undefined {
  const language = tag?.split(/[^a-z]/i)[0]?.toLowerCase();
  return LOCALES.find(locale => locale === language);
}

/** Returns the direction in which a language is written. */
export function getDirection(locale: PageLocale): 'ltr' | 'rtl' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}
