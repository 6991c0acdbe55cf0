import { LOCALE_COOKIE, type Locale, type PageLocale, PSEUDO_LOCALE, toLocale } from '../platform/locales.ts';

interface LocaleOptions {
  /** The language of the shop whose page is opened. */
  shopLocale?: string | null | undefined;
  /** True for a build with the pseudo-locale. */
  hasPseudo?: boolean;
}

/** Chooses a page's language: the visitor's choice, else the browser's, else the shop's, else English. */
export function choosePageLocale(headers: Headers, options: LocaleOptions = {}): PageLocale {
  if (options.hasPseudo && readChosenTag(headers) === PSEUDO_LOCALE) return PSEUDO_LOCALE;
  return findRequestLocale(headers) ?? toLocale(options.shopLocale) ?? 'en';
}

/** Returns the visitor's choice, else the first language of the browser that pages have; undefined without either. */
export function findRequestLocale(headers: Headers): Locale | undefined {
  const tags = [readChosenTag(headers), ...listAcceptedTags(headers.get('accept-language') ?? '')];
  return tags.map(toLocale).find(locale => locale !== undefined);
}

function readChosenTag(headers: Headers): string | null {
  return new Bun.CookieMap(headers.get('cookie') ?? '').get(LOCALE_COOKIE);
}

/** Returns the tags of an Accept-Language header, best first; those with the weight 0 are refused. */
function listAcceptedTags(header: string): string[] {
  return header
    .split(',')
    .map(part => {
      const [tag = '', weight] = part.split(';');
      return { tag: tag.trim(), weight: Number(weight?.split('=')[1] ?? 1) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
}
