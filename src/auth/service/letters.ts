import * as businesses from '../../businesses/service.ts';
import type { Ctx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { type Locale, toLocale } from '../../platform/locales.ts';
import type { Message } from '../../platform/mail.ts';
import { type Face, type Letter, PERKMINT, toFrame, toHtml, toText } from '../../platform/mail-document.ts';
import type * as store from '../store.ts';

/** Returns the language of a person, else that of the request, else that of the person's business. */
export async function chooseLocale(
  ctx: Ctx,
  user: Pick<store.UserRow, 'locale' | 'businessId'> | undefined,
  asked?: Locale,
): Promise<Locale> {
  const own = toLocale(user?.locale) ?? asked;
  if (own || !user?.businessId) return own ?? 'en';
  return toLocale((await businesses.find(ctx, user.businessId))?.locale) ?? 'en';
}

/** Writes a mail about an account as text and HTML, in the name of a shop if the person came from its page. */
export async function writeMail(
  ctx: Ctx,
  {
    to,
    locale,
    face = PERKMINT,
    ...letter
  }: Letter & { to: string; locale: Locale; face?: Face | undefined },
): Promise<Message> {
  const frame = toFrame(face, await getPublicUrl(ctx), locale);
  const { fromName } = face;
  return { to, fromName, subject: letter.subject, text: toText(letter, frame), html: toHtml(letter, frame) };
}
