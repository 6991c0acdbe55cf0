import type { PassIssuerRow, PassRow } from '../../../db/schema/passes.ts';
import { type AnyCtx, atomically, type Ctx, SCHEDULER } from '../../context.ts';
import { AppError, notFound } from '../../errors.ts';
import { nowIso } from '../../platform/clock.ts';
import { areSecretsEqual, hmacSha256, sha256 } from '../../platform/crypto.ts';
import { cutText } from '../../platform/cut-text.ts';
import { drawPlain } from '../../platform/icon-image.ts';
import { findCardVersion } from '../../programs/members/service/card.ts';
import { drawLogoIcon, getHomeScreen } from '../../shops/home-screen.ts';
import {
  type AppleIssuer,
  getPassColor,
  toAppleBarcode,
  toAppleFields,
  toAppleProperties,
} from '../rules/apple.ts';
import { getCardVersion, type PassContent } from '../rules/content.ts';
import * as store from '../store.ts';
import { refreshContent } from './content.ts';
import { openSecret } from './issuers.ts';

/** Widths of the icon for the three densities of screens. */
const ICON_SIZES = { 'icon.png': 29, 'icon@2x.png': 58, 'icon@3x.png': 87 };

/** Reports of the whole installation, because anyone can send them. */
const MAX_REPORTS_PER_HOUR = 60;
const MAX_LOGGED_REPORTS = 5;
const MAX_LOGGED_CHARS = 500;
/** The ID of a device, or a token; that of a pass is no secret. */
const SECRET = /\b(?!pss_)[\w-]{24,}/g;

/** Devices of one pass that get updates: a person's phones, tablets and watches. */
const MAX_DEVICES = 10;

/** Returns the token with which a phone, or a download, proves that it has the pass of the present card. */
export function toPassToken({ signingKeys }: AnyCtx, passId: string, cardVersion: number): string {
  const text = `apple pass ${passId}${cardVersion === 0 ? '' : ` ${cardVersion}`}`;
  return hmacSha256(signingKeys.memberCards, text);
}

/** Names a pass as phones do. */
interface PassRequest {
  /** The pass's own ID. */
  serial: string;
  /** The pass type of the request; a download has none. */
  type?: string;
  token: string | undefined;
}

interface OpenedPass {
  row: PassRow;
  issuer: PassIssuerRow;
}

/** @throws UNAUTHENTICATED for a wrong token, or that of an earlier card; NOT_FOUND */
async function openPass(ctx: Ctx, { serial, type, token }: PassRequest): Promise<OpenedPass> {
  const row = await store.find(ctx.db, serial);
  const version = row?.kind === 'member' ? await findCardVersion(ctx, row.recordId) : 0;
  // First, so that a response never tells which passes exist.
  if (token === undefined || !areSecretsEqual(token, toPassToken(ctx, serial, version)))
    throw new AppError('UNAUTHENTICATED', 'The token of the pass is missing or wrong');
  const issuers = row?.platform === 'apple' ? await store.listIssuers(ctx.db, row.businessId) : [];
  const issuer = issuers.find(({ platform }) => platform === 'apple');
  if (!row || !issuer || (type !== undefined && type !== toSettings(issuer).passTypeId))
    throw notFound('pass');
  return { row, issuer };
}

function toSettings({ settings }: PassIssuerRow): AppleIssuer {
  return settings as unknown as AppleIssuer;
}

/** Returns the present pass as a signed file. @throws UNAUTHENTICATED, NOT_FOUND */
export async function downloadPass(
  ctx: Ctx,
  request: PassRequest,
): Promise<{ file: Uint8Array<ArrayBuffer>; updatedAt: string }> {
  const { row, issuer } = await openPass(ctx, request);
  const content = await refreshContent(ctx, row);
  if (!content) throw notFound('pass');
  return { file: await buildPass(ctx, issuer, content, row), updatedAt: row.updatedAt };
}

/** Returns the file of a pass. It changes with the issuer and the content, which names the logo. */
function buildPass(
  ctx: Ctx,
  issuer: PassIssuerRow,
  content: PassContent,
  { id: serialNumber, news }: PassRow,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = sha256(JSON.stringify([serialNumber, issuer.updatedAt, content, news]));
  return ctx.passFiles.get(key, async () => {
    const settings = toSettings(issuer);
    const { type, ...fields } = toAppleFields(content, news);
    const token = toPassToken(ctx, serialNumber, getCardVersion(content));
    const access = { serialNumber, authenticationToken: token };
    return {
      icons: await drawIcons(ctx, content),
      certificate: settings.certificate,
      wwdrCertificate: settings.wwdrCertificate,
      privateKey: openSecret(ctx, issuer),
      properties: toAppleProperties(settings, content, access),
      type,
      fields,
      barcode: toAppleBarcode(content),
      expiresAt: content.kind === 'reward' ? content.expiresAt : undefined,
    };
  });
}

/** Draws the logo, or else the shop's color. */
async function drawIcons(ctx: Ctx, content: PassContent): Promise<Record<string, Uint8Array>> {
  const slug = content.shop.url.split('/').at(-1) as string;
  const shop = await getHomeScreen(ctx, slug);
  const icons: Record<string, Uint8Array> = {};
  for (const [name, size] of Object.entries(ICON_SIZES)) {
    icons[name] = (await drawLogoIcon(ctx, shop, size)) ?? drawPlain(getPassColor(content), size);
  }
  return icons;
}

/**
 * Registers a device for the updates of a pass. Of too many, the oldest gets no more updates.
 * @returns whether it is new
 * @throws UNAUTHENTICATED, NOT_FOUND
 */
export async function registerDevice(
  ctx: Ctx,
  request: PassRequest & { deviceId: string; pushToken: string },
): Promise<boolean> {
  const { row } = await openPass(ctx, request);
  const { deviceId, pushToken } = request;
  return await atomically(ctx.as(SCHEDULER), async tx => {
    const isNew = !(await store.hasDevice(tx.db, deviceId, row.id));
    const createdAt = nowIso(tx.clock);
    await store.saveDevice(tx.db, { deviceId, passId: row.id, pushToken, pushDueAt: null, createdAt });
    await store.trimDevices(tx.db, row.id, MAX_DEVICES);
    return isNew;
  });
}

/** Ends the updates of a pass on a device. @throws UNAUTHENTICATED, NOT_FOUND */
export async function unregisterDevice(ctx: Ctx, request: PassRequest & { deviceId: string }): Promise<void> {
  const { row } = await openPass(ctx, request);
  await atomically(ctx.as(SCHEDULER), tx => store.deleteDevice(tx.db, request.deviceId, row.id));
}

/**
 * Lists the passes of a device that changed since a tag of an earlier response. Apple's protocol sends no token here: the
 * device ID is the secret.
 * @returns undefined if none did
 */
export async function listUpdated(
  ctx: Ctx,
  { deviceId, since = '' }: { deviceId: string; since?: string },
): Promise<{ serialNumbers: string[]; lastUpdated: string } | undefined> {
  const updated = await store.listUpdatedOfDevice(ctx.db, deviceId, since);
  const lastUpdated = updated
    .map(({ updatedAt }) => updatedAt)
    .sort()
    .at(-1);
  return lastUpdated === undefined ? undefined : { serialNumbers: updated.map(({ id }) => id), lastUpdated };
}

/** Writes to the log why phones could not use or update a pass, without the IDs of devices, which are secret. */
export async function logReports(ctx: Ctx, reports: readonly string[]): Promise<void> {
  if (!(await ctx.recipientLimit.consume('reports of phones about passes', MAX_REPORTS_PER_HOUR))) return;
  const messages = reports
    .slice(0, MAX_LOGGED_REPORTS)
    .map(report => cutText(report, MAX_LOGGED_CHARS).replace(SECRET, '…'));
  ctx.log.warn('a phone reported a problem with a pass', { messages });
}
