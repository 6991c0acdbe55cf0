import { cutText } from '../../platform/cut-text.ts';
import { createFormatter } from '../../platform/message-format.ts';
import { PASS_TEXTS } from '../messages/index.ts';
import {
  getCardVersion,
  getMemberLabel,
  type MemberPass,
  type PassContent,
  type PassShop,
  type RewardPass,
} from './content.ts';

/** The address that adds the pass of a signed token. */
const SAVE_URL = 'https://pay.google.com/gp/v/save/';
const API_URL = 'https://walletobjects.googleapis.com/walletobjects/v1';
/** Google renders text on it in black or white. */
const DEFAULT_COLOR = '#0b6e4f';
/** Google refuses longer titles of offers. */
const MAX_TITLE = 60;
const MICROS = 1_000_000;
const MS_PER_SECOND = 1_000;

export interface GoogleIssuer {
  issuerId: string;
  clientEmail: string;
}

/** Returns the claims of a token that adds a pass without a call to Google: class and object are created from it. */
export function toSaveClaims(issuer: GoogleIssuer, content: PassContent, nowMs: number) {
  const parts = { class: toClass(issuer, content), object: toObject(issuer, content) };
  return {
    iss: issuer.clientEmail,
    aud: 'google',
    typ: 'savetowallet',
    iat: Math.floor(nowMs / MS_PER_SECOND),
    origins: [new URL(content.shop.url).origin],
    payload:
      content.kind === 'member'
        ? { loyaltyClasses: [parts.class], loyaltyObjects: [parts.object] }
        : { offerClasses: [parts.class], offerObjects: [parts.object] },
  };
}

export function toSaveUrl(token: string): string {
  return `${SAVE_URL}${token}`;
}

/** Returns the address of a pass at Google, to which its changes are sent; with a version, that of an earlier card. */
export function toObjectUrl(issuer: GoogleIssuer, content: PassContent, cardVersion?: number): string {
  const type = content.kind === 'member' ? 'loyaltyObject' : 'offerObject';
  return `${API_URL}/${type}/${encodeURIComponent(toObjectId(issuer, content, cardVersion))}`;
}

/** Returns the address of what several passes share at Google. */
export function toClassUrl(issuer: GoogleIssuer, content: PassContent): string {
  const type = content.kind === 'member' ? 'loyaltyClass' : 'offerClass';
  return `${API_URL}/${type}/${encodeURIComponent(toClassId(issuer, content))}`;
}

/** The data of one pass. */
export function toObject(issuer: GoogleIssuer, content: PassContent): object {
  const base = { id: toObjectId(issuer, content), classId: toClassId(issuer, content) };
  return content.kind === 'member'
    ? { ...base, ...toLoyaltyObject(content) }
    : { ...base, ...toOfferObject(content) };
}

function toLoyaltyObject(content: MemberPass) {
  const { memberId, points, code, locale } = content;
  const accountName = getMemberLabel(content);
  return {
    state: code === null ? 'INACTIVE' : 'ACTIVE',
    accountId: memberId,
    ...(accountName !== null && { accountName }),
    loyaltyPoints: { label: PASS_TEXTS[locale].points, balance: { int: points } },
    secondaryLoyaltyPoints: toSecondBalance(content),
    ...(code !== null && { barcode: { type: 'QR_CODE', value: code } }),
  };
}

/** Returns what is shown beside the points: the cashback, or else the stamp card, or else the visits. */
function toSecondBalance({ cashback, currency, stamps, visits, locale }: MemberPass) {
  const t = PASS_TEXTS[locale];
  if (cashback > 0) return { label: t.cashback, balance: { money: toMoney(cashback, currency) } };
  if (stamps) return { label: stamps.name, balance: { string: createFormatter(locale)(t.progress, stamps) } };
  return { label: t.visits, balance: { int: visits } };
}

/** Returns the body that adds a message to a pass; phones show it unless their owner has turned that off. */
export function toMessage(
  { shop }: PassContent,
  { text, of }: { text: string; of: string },
  notifies: boolean,
) {
  const messageType = notifies ? 'TEXT_AND_NOTIFY' : 'TEXT';
  return { message: { id: of, header: shop.name, body: text, messageType } };
}

function toOfferObject({ code, counterUrl, expiresAt, isOpen }: RewardPass) {
  return {
    state: isOpen ? 'ACTIVE' : 'COMPLETED',
    validTimeInterval: { end: { date: expiresAt } },
    barcode: { type: 'QR_CODE', value: counterUrl, alternateText: code },
  };
}

/** The parts that all passes of a program, or all rewards with one title, share. */
export function toClass(issuer: GoogleIssuer, content: PassContent): object {
  const { shop } = content;
  const base = {
    id: toClassId(issuer, content),
    issuerName: shop.name,
    reviewStatus: 'UNDER_REVIEW',
    hexBackgroundColor: shop.accentColor ?? DEFAULT_COLOR,
  };
  if (content.kind === 'member')
    return { ...base, programName: content.programName, programLogo: toImage(shop) };
  return {
    ...base,
    title: cutText(content.title, MAX_TITLE),
    provider: shop.name,
    redemptionChannel: 'INSTORE',
    titleImage: toImage(shop),
  };
}

function toImage({ iconUrl }: PassShop) {
  return { sourceUri: { uri: iconUrl } };
}

function toObjectId(
  { issuerId }: GoogleIssuer,
  content: PassContent,
  cardVersion = getCardVersion(content),
): string {
  return `${issuerId}.${content.id}${cardVersion === 0 ? '' : `-${cardVersion}`}`;
}

/** Each reward has a class of its own, because its title belongs to the class. */
function toClassId({ issuerId }: GoogleIssuer, content: PassContent): string {
  return `${issuerId}.${content.kind === 'member' ? content.programId : `class-${content.id}`}`;
}

function toMoney(amount: number, currencyCode: string) {
  return { micros: String(Math.round(amount * MICROS)), currencyCode };
}
