import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { foldDigits } from './digits.ts';

/** The digits of its end by which a number is found. */
export const LAST_DIGITS = 4;
/** The scheme of a link and the marks of emoji, which browsers and chats copy with a number. */
const LINK = /^tel:/i;
const VARIATION = /[\ufe0e\ufe0f]/g;
/** The international prefix of most countries, in place of +. */
const INTERNATIONAL_PREFIX = /^00(?=[1-9])/;
/** The 1 of mobile numbers, which Mexico ended in 2019 and chat apps still show. */
const FORMER_MEXICAN = /^\+52\s*1(?=\s*\d)/;

/**
 * Parses a phone number in the notation of a country, or in international notation with +.
 * @param country ISO 3166-1 alpha-2; without one, only international notation is accepted
 * @returns the number in E.164 format; undefined for any other text, and for one with an extension
 */
export function parsePhone(text: string, country: string | null): string | undefined {
  const defaultCountry = country !== null && isSupportedCountry(country) ? country : undefined;
  // Without `extract`, the parser would accept a number that is surrounded by other text.
  const number = parsePhoneNumberFromString(cleanPhone(text), { defaultCountry, extract: false });
  return number?.isValid() && !number.ext ? number.number : undefined;
}

/** Returns a phone number without what was copied with it, in ASCII digits. */
export function cleanPhone(text: string): string {
  return foldDigits(text)
    .replaceAll(VARIATION, '')
    .trim()
    .replace(LINK, '')
    .replace(INTERNATIONAL_PREFIX, '+')
    .replace(FORMER_MEXICAN, '+52');
}

/** Lists the digits by whose beginning a number is found: with country code, without it, and the last four. */
export function listPhoneDigits(phone: string): string[] {
  const digits = phone.slice(1);
  const national = parsePhoneNumberFromString(phone)?.nationalNumber ?? digits;
  return [digits, stripTrunkPrefix(national), digits.slice(-LAST_DIGITS)];
}

/** Removes the zeros that precede a number dialed within its country. */
export function stripTrunkPrefix(digits: string): string {
  return digits.replace(/^0+/, '');
}
