import { createFormatter } from '../../platform/message-format.ts';
import { PASS_TEXTS } from '../messages/index.ts';
import { getMemberLabel, type PassContent } from './content.ts';

export interface AppleIssuer {
  passTypeId: string;
  teamId: string;
  /** The certificate of the pass type, in PEM. */
  certificate: string;
  /** Apple's intermediate certificate that issued it, in PEM. */
  wwdrCertificate: string;
  expiresAt: string;
}

/** The base path of the web service with which phones fetch updates, as Apple's protocol defines it. */
export const APPLE_PATH = '/apple-wallet';
const DEFAULT_COLOR = '#0b6e4f';

interface AppleField {
  key: string;
  label: string;
  value: string | number;
  currencyCode?: string;
  /** Shown on the lock screen when the value changes; `%@` is the new value. */
  changeMessage?: string;
}

/** The fields of pass.json by their place on the pass. */
interface AppleFields {
  type: 'storeCard' | 'coupon';
  headerFields: AppleField[];
  primaryFields: AppleField[];
  secondaryFields: AppleField[];
  backFields: AppleField[];
}

/**
 * Returns the fields of a pass. Only the message speaks up: phones tell of several changed fields without saying which.
 * @param news the last message; null before the first
 */
export function toAppleFields(content: PassContent, news: string | null): AppleFields {
  const t = PASS_TEXTS[content.locale];
  const backFields = [
    {
      key: 'news',
      label: t.news,
      ...(news === null ? { value: t.noNews } : { value: news, changeMessage: '%@' }),
    },
    { key: 'shop', label: content.shop.name, value: content.shop.url },
  ];
  if (content.kind === 'reward')
    return {
      type: 'coupon',
      headerFields: [],
      primaryFields: [{ key: 'title', label: content.shop.name, value: content.title }],
      secondaryFields: [{ key: 'code', label: t.code, value: content.code }],
      backFields,
    };
  const { tier, points, visits, stamps, cashback, currency } = content;
  const member = getMemberLabel(content);
  const pointsField = { key: 'points', label: t.points, value: points };
  const stampsField = stamps && {
    key: 'stamps',
    label: stamps.name,
    value: createFormatter(content.locale)(t.progress, stamps),
  };
  return {
    type: 'storeCard',
    headerFields: tier === null ? [] : [{ key: 'tier', label: t.tier, value: tier }],
    primaryFields: [stampsField ?? pointsField],
    secondaryFields: [
      ...(member === null ? [] : [{ key: 'member', label: t.member, value: member }]),
      stampsField && points > 0 ? pointsField : { key: 'visits', label: t.visits, value: visits },
      ...(cashback > 0
        ? [{ key: 'cashback', label: t.cashback, value: cashback, currencyCode: currency }]
        : []),
    ],
    backFields,
  };
}

/** Returns the properties of pass.json besides its fields. */
export function toAppleProperties(
  { passTypeId, teamId }: AppleIssuer,
  content: PassContent,
  access: { serialNumber: string; authenticationToken: string },
) {
  const { shop } = content;
  const { origin } = new URL(shop.url);
  const isUsable = content.kind === 'member' ? content.code !== null : content.isOpen;
  return {
    passTypeIdentifier: passTypeId,
    teamIdentifier: teamId,
    serialNumber: access.serialNumber,
    organizationName: shop.name,
    description: content.kind === 'member' ? content.programName : content.title,
    logoText: shop.name,
    backgroundColor: toRgb(shop.accentColor ?? DEFAULT_COLOR),
    foregroundColor: 'rgb(255, 255, 255)',
    labelColor: 'rgb(255, 255, 255)',
    ...(isUsable ? {} : { voided: true }),
    ...(canPhonesUpdate(shop.url) && {
      webServiceURL: `${origin}${APPLE_PATH}`,
      authenticationToken: access.authenticationToken,
    }),
  };
}

/** Returns whether phones fetch updates from an address: they refuse one without TLS. */
export function canPhonesUpdate(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}

/** Returns the text of the QR code; undefined for a member who can't use a card now. */
export function toAppleBarcode(content: PassContent) {
  const message = content.kind === 'member' ? content.code : content.counterUrl;
  if (message === null) return undefined;
  const altText = content.kind === 'reward' ? content.code : undefined;
  return {
    format: 'PKBarcodeFormatQR',
    message,
    messageEncoding: 'iso-8859-1',
    ...(altText && { altText }),
  } as const;
}

export function getPassColor({ shop }: PassContent): string {
  return shop.accentColor ?? DEFAULT_COLOR;
}

function toRgb(hex: string): string {
  const value = Number.parseInt(hex.slice(1), 16);
  return `rgb(${value >> 16}, ${(value >> 8) & 255}, ${value & 255})`;
}
