import { DEFAULT_LOCALE, toUsableLocale, toUsableTimeZone } from '../platform/intl.ts';
import { toLocale } from '../platform/locales.ts';
import type { Letter } from '../platform/mail-document.ts';
import { createFormatter } from '../platform/message-format.ts';
import { CLAIM_TEXTS } from './messages/index.ts';

interface ClaimLetter {
  shop: string;
  /** Language and zone of the shop, because the person has no account yet. */
  locale: string;
  timeZone: string;
  code: string;
  /** Path of the page that takes the code. */
  path: string;
  expiresAt: string;
}

/** Writes the email with a code that makes a membership its reader's own. */
export function writeClaimLetter({
  shop,
  locale: tag,
  timeZone,
  code,
  path,
  expiresAt,
}: ClaimLetter): Letter {
  const locale = toLocale(tag) ?? 'en';
  const t = CLAIM_TEXTS[locale];
  const format = createFormatter(locale);
  const notation = toUsableLocale(toLocale(tag) ? tag : DEFAULT_LOCALE);
  const dates = new Intl.DateTimeFormat(notation, {
    numberingSystem: 'latn',
    dateStyle: 'long',
    timeZone: toUsableTimeZone(timeZone),
  });
  return {
    subject: format(t.subject, { shop }).replaceAll(/\s+/g, ' ').trim(),
    blocks: [
      { type: 'paragraph', text: format(t.intro, { shop }) },
      { type: 'button', label: t.button, path },
      { type: 'code', text: format(t.orCode, { code }), code },
      { type: 'paragraph', text: format(t.validUntil, { date: dates.format(new Date(expiresAt)) }) },
      { type: 'paragraph', text: t.ignore },
    ],
  };
}
