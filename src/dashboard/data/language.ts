import { LOCALE_COOKIE, type PageLocale, toLocale } from '../../platform/locales.ts';
import { PAGE_LOCALE } from '../messages/text.ts';

const YEAR_SECONDS = 31_536_000;
const CHOSEN = new RegExp(`(?:^|; )${LOCALE_COOKIE}=`);

/** Keeps a choice of language in this browser; pages use it from the next load on. */
export function storeLocale(locale: PageLocale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  document.cookie = `${LOCALE_COOKIE}=${locale}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax`;
}

/**
 * Keeps the choice of the account's page, where '' means the browser's language.
 * @returns whether the page must be loaded again to show it
 */
export function storeChoice(tag: string): boolean {
  const locale = toLocale(tag);
  if (locale) storeLocale(locale);
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store
  else document.cookie = `${LOCALE_COOKIE}=; Path=/; Max-Age=0; SameSite=Lax`;
  return locale !== PAGE_LOCALE;
}

/** Uses the language of the account, where this browser has no choice of its own. */
export function adoptLocale(tag: string | null): void {
  const locale = toLocale(tag);
  if (!locale || CHOSEN.test(document.cookie)) return;
  storeLocale(locale);
  if (locale !== PAGE_LOCALE) location.reload();
}
