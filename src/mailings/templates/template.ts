import type { Locale } from '../../platform/locales.ts';
import type { Letter } from '../../platform/mail-document.ts';
import type { FormatText } from '../../platform/message-format.ts';
import type { MailTexts } from '../messages/index.ts';

/** The reward of a mail, from which its words in the recipient's language are written. */
export interface OfferTerms {
  type: string;
  /** In major units of the shop's currency, or percent. */
  value: number | null;
  /** The name of an item. */
  name: string | null;
  maxAmount: number | null;
}

/** Writes amounts, times and rewards for the recipient. */
export interface Formats {
  locale: Locale;
  /** The texts in that language, and how values are put into them. */
  texts: MailTexts;
  text: FormatText;
  /** Name of the shop that the mail is from. */
  shop: string;
  /** @param amount in major units, such as dollars @param currency by default that of the shop */
  money(amount: number, currency?: string): string;
  number(value: number): string;
  /** Writes the day of a time in ISO 8601, in the time zone of the shop. */
  date(time: string): string;
  /** Writes a day such as 2026-01-31. */
  day(day: string): string;
  /** Writes a reward, e.g. $5 off. */
  offer(terms: OfferTerms): string;
}

/** One kind of mail. Each has a file of its own. */
export interface Template<D> {
  /** The name of the kind. */
  name(locale: Locale): string;
  /** Values for previews. `time` is in ISO 8601. */
  sample(time: string): D;
  write(data: D, formats: Formats): Letter;
}
