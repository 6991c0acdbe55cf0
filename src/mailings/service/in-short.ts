import * as businesses from '../../businesses/service.ts';
import type { AnyCtx } from '../../context.ts';
import { toMailedLine, withMailedWords } from '../../platform/mailed-words.ts';
import type { MailKind } from '../kinds-model.ts';
import * as store from '../store.ts';
import { getTemplate, type MailData } from '../templates/index.ts';
import type { Formats } from '../templates/template.ts';
import { MAX_SUBJECT_CHARS } from './compose.ts';
import { createFormats } from './formats.ts';

/** A shop that writes to a person. */
interface Correspondence {
  businessId: string;
  userId: string;
  /** The language of the page on which the person asked for it; null if unknown. */
  locale: string | null;
  currency: string;
}

/** Creates the functions with which a shop writes to a person: in the language of the account, the page, or else the shop. */
export async function readFormats(
  ctx: AnyCtx,
  { businessId, userId, locale, currency }: Correspondence,
): Promise<Formats> {
  const { name: shop, locale: own, timeZone } = await businesses.requireById(ctx, businessId);
  const person = await store.findRecipient(ctx.db, { userId, kind: '' });
  return createFormats({ locales: [person?.locale ?? null, locale, own], timeZone, shop, currency });
}

/** Returns what a mail says, in one sentence for a phone: its subject. */
export function writeInShort<K extends MailKind>(kind: K, data: MailData[K], formats: Formats): string {
  return toMailedLine(getTemplate(kind).write(withMailedWords(data), formats).subject, MAX_SUBJECT_CHARS);
}
