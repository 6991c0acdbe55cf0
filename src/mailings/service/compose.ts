import { getNeutralName } from '../../businesses/rules.ts';
import * as businesses from '../../businesses/service.ts';
import type { AnyCtx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { DEFAULT_CURRENCY } from '../../platform/currency-digits.ts';
import type { Message } from '../../platform/mail.ts';
import {
  type Face,
  type Frame,
  type Letter,
  PERKMINT,
  toFrame,
  toHtml,
  toText,
} from '../../platform/mail-document.ts';
import { toMailedLine, toMailedWords, withMailedWords } from '../../platform/mailed-words.ts';
import { getMailFace } from '../../shops/mail-face.ts';
import { MAIL_KIND_INFO, type MailKind } from '../kinds-model.ts';
import { createToken, UNSUBSCRIBE_PATH } from '../rules/unsubscribe.ts';
import { getTemplate } from '../templates/index.ts';
import { createFormats } from './formats.ts';

/** The sender of mails that are from no shop. */
const INSTALLATION: Sender = {
  ...PERKMINT,
  fromName: PERKMINT.name,
  rewardText: null,
  currency: DEFAULT_CURRENCY,
  locale: null,
  timeZone: null,
};
/** Longer subjects are cut. */
export const MAX_SUBJECT_CHARS = 150;

interface Addressee {
  id: string;
  email: string;
  locale: string | null;
  /** Whether the person has proven the address. */
  isProven: boolean;
}

interface Content {
  businessId: string | null;
  kind: MailKind;
  data: unknown;
}

/**
 * Writes a mail in the language of the recipient, or else of the shop: sender, subject, text and HTML from one template,
 * and the headers for unsubscribing (RFC 8058).
 */
export async function compose(ctx: AnyCtx, to: Addressee, { businessId, kind, data }: Content) {
  const sender = await readSender(ctx, businessId);
  const isOwn = MAIL_KIND_INFO[kind].audience === 'owner';
  // An address that is not proven may belong to a person who doesn't know the shop.
  const name = isOwn || to.isProven ? sender.name : getNeutralName(sender.name);
  const formats = createFormats({
    locales: [to.locale, sender.locale],
    timeZone: sender.timeZone,
    shop: name,
    currency: sender.currency,
  });
  const { locale, texts, text } = formats;
  const template = getTemplate(kind);
  const publicUrl = await getPublicUrl(ctx);
  const token = createToken(ctx.signingKeys.unsubscribe, { userId: to.id, kind });
  const account = isOwn ? '/dashboard/account' : '/my/account';
  const { why, settings, unsubscribe } = texts.common;
  const unsubscribeUrl = `${publicUrl}${UNSUBSCRIBE_PATH}/${token}`;
  const footer = {
    reason: text(why, { name: template.name(locale) }),
    links: [
      { label: settings, url: publicUrl + account },
      { label: unsubscribe, url: unsubscribeUrl },
    ],
  };
  const frame = { ...toFrame({ ...sender, name }, publicUrl, locale), footer };
  const letter = template.write(isOwn ? data : toMailedData(data, to.isProven), formats);
  const words = kind === 'reward.issued' && to.isProven ? sender.rewardText : null;
  const fromName = isOwn ? sender.name : sender.fromName;
  const message = toMessage(to.email, words ? withWords(letter, words) : letter, { frame, unsubscribeUrl });
  return { ...message, fromName };
}

/**
 * Returns the values of a mail to a customer: words of the business without links. An address that no one has proven may be
 * anyone's, so it gets no reason in a reviewer's words.
 */
function toMailedData(data: unknown, isProven: boolean): unknown {
  const words = withMailedWords(data);
  return isProven ? words : { ...(words as object), reason: null };
}

/** Adds the shop's own words to a mail, before its first button. */
function withWords({ subject, blocks }: Letter, text: string): Letter {
  const at = blocks.findIndex(({ type }) => type === 'button');
  return {
    subject,
    blocks: blocks.toSpliced(at === -1 ? blocks.length : at, 0, {
      type: 'paragraph',
      text: toMailedWords(text),
    }),
  };
}

function toMessage(
  to: string,
  letter: Letter,
  { frame, unsubscribeUrl }: { frame: Frame; unsubscribeUrl: string },
) {
  return {
    to,
    subject: toMailedLine(letter.subject, MAX_SUBJECT_CHARS),
    text: toText(letter, frame),
    html: toHtml(letter, frame),
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  } satisfies Message;
}

interface Sender extends Required<Face> {
  rewardText: string | null;
  currency: string;
  locale: string | null;
  timeZone: string | null;
}

async function readSender(ctx: AnyCtx, businessId: string | null): Promise<Sender> {
  const business = businessId === null ? undefined : await businesses.find(ctx, businessId);
  if (!business) return INSTALLATION;
  const { currency, locale, timeZone, rewardText } = business;
  return { ...(await getMailFace(ctx, business)), rewardText, currency, locale, timeZone };
}
