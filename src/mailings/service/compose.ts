import * as businesses from '../../businesses/service.ts';
import type { AnyCtx } from '../../context.ts';
import { getPublicUrl } from '../../installation/service.ts';
import type { Message } from '../../platform/mail.ts';
import { DEFAULT_LOCALE, DEFAULT_TIME_ZONE } from '../../platform/time-zone.ts';
import { getHomeScreenOf, toIconPath } from '../../shops/home-screen.ts';
import { MAIL_KIND_INFO, type MailKind } from '../kinds-model.ts';
import { type Frame, type Letter, toHtml, toText } from '../rules/document.ts';
import { getZone } from '../rules/quiet-hours.ts';
import { createToken, UNSUBSCRIBE_PATH } from '../rules/unsubscribe.ts';
import { getTemplate } from '../templates/index.ts';
import type { Formats } from '../templates/template.ts';

/** The sender of mails that are from no shop. */
const INSTALLATION_NAME = 'Perkmint';
const DEFAULT_CURRENCY = 'USD';
const DEFAULT_COLOR = '#0b6e4f';
const ICON_SIZE = 192;
/** Longer names and subjects are cut. */
const MAX_NAME_CHARS = 60;
const MAX_SUBJECT_CHARS = 150;

export interface Addressee {
  id: string;
  email: string;
  locale: string | null;
  timeZone: string | null;
}

export interface Content {
  businessId: string | null;
  kind: MailKind;
  data: unknown;
}

/** Writes a mail: sender, subject, text and HTML from one template, and the headers for unsubscribing (RFC 8058). */
export async function compose(ctx: AnyCtx, to: Addressee, { businessId, kind, data }: Content) {
  const sender = await readSender(ctx, businessId);
  const letter = getTemplate(kind).write(data, createFormats(to, sender));
  const publicUrl = await getPublicUrl(ctx);
  const token = createToken(ctx.signingKeys.unsubscribe, { userId: to.id, kind });
  const { title, audience } = MAIL_KIND_INFO[kind];
  const frame: Frame = {
    publicUrl,
    name: sender.name,
    accentColor: sender.accentColor ?? DEFAULT_COLOR,
    logoUrl: sender.logoPath && publicUrl + sender.logoPath,
    reason: `You get this mail because ${title} is turned on in your account.`,
    settingsUrl: `${publicUrl}${audience === 'owner' ? '/dashboard/account' : '/my/account'}`,
    unsubscribeUrl: `${publicUrl}${UNSUBSCRIBE_PATH}/${token}`,
  };
  return toMessage(to.email, letter, frame);
}

function toMessage(to: string, letter: Letter, frame: Frame) {
  return {
    to,
    fromName: frame.name,
    subject: toLine(letter.subject, MAX_SUBJECT_CHARS),
    text: toText(letter, frame),
    html: toHtml(letter, frame),
    headers: {
      'List-Unsubscribe': `<${frame.unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  } satisfies Message;
}

interface Sender {
  name: string;
  accentColor: string | null;
  logoPath: string | null;
  currency: string;
  timeZone: string;
  locale: string;
}

async function readSender(ctx: AnyCtx, businessId: string | null): Promise<Sender> {
  const business = businessId === null ? undefined : await businesses.find(ctx, businessId);
  if (!business)
    return {
      name: INSTALLATION_NAME,
      accentColor: null,
      logoPath: null,
      currency: DEFAULT_CURRENCY,
      timeZone: DEFAULT_TIME_ZONE,
      locale: DEFAULT_LOCALE,
    };
  const { name, accentColor, logoUploadId, currency, timeZone, locale } = business;
  const logoPath = logoUploadId && toIconPath(await getHomeScreenOf(ctx, business.id), ICON_SIZE);
  return { name: toLine(name, MAX_NAME_CHARS), accentColor, logoPath, currency, timeZone, locale };
}

function createFormats(to: Addressee, sender: Sender): Formats {
  const { name, currency } = sender;
  const locale = to.locale ?? sender.locale;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: getZone(to, sender) });
  return { shop: name, money: amount => money.format(amount), date: time => day.format(new Date(time)) };
}

/** Returns a text on one line, cut to a length. */
function toLine(text: string, maxChars: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxChars ? line : `${line.slice(0, maxChars - 1).trimEnd()}…`;
}
