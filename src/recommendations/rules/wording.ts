import { DEFAULT_LOCALE, toUsableLocale } from '../../platform/intl.ts';
import type { Locale } from '../../platform/locales.ts';
import { createFormatter, type FormatText } from '../../platform/message-format.ts';
import { formatAmount, formatRoundAmount } from '../../platform/money.ts';
import { RECOMMENDATION_TEXTS, type RecommendationTexts } from '../messages/index.ts';

/** How recommendations are written in one language. */
export interface Wording {
  texts: RecommendationTexts;
  text: FormatText;
  /** @param amount in major units */
  money(amount: number, currency: string): string;
  /** Writes an amount without the decimals of a round one. */
  roundMoney(amount: number, currency: string): string;
  percent(fraction: number): string;
  /** Returns a text of the library, which has it in English only; undefined in another language. */
  note(text: string | undefined): string | undefined;
}

/** Creates the wording of a language. Digits are 0 to 9 in all of them. */
export function createWording(locale: Locale): Wording {
  const tag = locale === 'en' ? DEFAULT_LOCALE : `${locale}-u-nu-latn`;
  const shares = new Intl.NumberFormat(toUsableLocale(tag), { style: 'percent', maximumFractionDigits: 1 });
  return {
    texts: RECOMMENDATION_TEXTS[locale],
    text: createFormatter(locale, tag),
    money: (amount, currency) => formatAmount(amount, currency, tag),
    roundMoney: (amount, currency) => formatRoundAmount(amount, currency, tag),
    percent: fraction => shares.format(fraction),
    note: text => (locale === 'en' ? text : undefined),
  };
}
