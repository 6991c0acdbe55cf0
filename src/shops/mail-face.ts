import { getSenderName, isMisleadingSender } from '../businesses/rules.ts';
import * as businesses from '../businesses/service.ts';
import { getSlug } from '../campaigns/serialize.ts';
import { findCampaignRow } from '../campaigns/service/read.ts';
import type { AnyCtx } from '../context.ts';
import type { Face } from '../platform/mail-document.ts';
import { toMailedLine, toMailedName } from '../platform/mailed-words.ts';
import { findRecordId } from '../slugs/service.ts';
import { getHomeScreenOf, toIconPath } from './home-screen.ts';

const ICON_SIZE = 192;
/** Longer names are cut. */
const MAX_NAME_CHARS = 60;
/** The pages of a shop and of a campaign. */
const PAGE_PATH = /^\/(s|c|campaigns)\/([\w-]+)$/;

/** Returns how the mails of a business show their sender. */
export async function getMailFace(ctx: AnyCtx, business: businesses.BusinessRow): Promise<Required<Face>> {
  const { accentColor, logoUploadId, senderName } = business;
  const name = toMailedLine(toMailedName(business.name), MAX_NAME_CHARS);
  return {
    name,
    fromName: toMailedLine(toMailedName(getSenderName({ name, senderName })), MAX_NAME_CHARS),
    accentColor,
    logoPath: logoUploadId && toIconPath(await getHomeScreenOf(ctx, business.id), ICON_SIZE),
  };
}

/** A page of a shop on which a person asks for a mail. */
interface SendingPage {
  face: Face;
  locale: string;
  /** The page's present address, which contains no text of the request. */
  path: string;
}

/**
 * Returns the sender, language and address of the page of a shop or campaign that a person has open; undefined for another
 * path, and for a name that would be taken for an authority: anyone can have a mail sent to any address.
 */
export async function findSenderOfPage(ctx: AnyCtx, path: string): Promise<SendingPage | undefined> {
  const [, kind, slug = ''] = PAGE_PATH.exec(path) ?? [];
  if (kind === undefined) return undefined;
  const campaign = kind === 's' ? undefined : await findCampaign(ctx, slug);
  const businessId = kind === 's' ? await findBusinessId(ctx, slug) : campaign?.businessId;
  const business = businessId === undefined ? undefined : await businesses.find(ctx, businessId);
  if (!business || isMisleadingSender(business.name)) return undefined;
  return {
    face: await getMailFace(ctx, business),
    locale: business.locale,
    path: campaign ? `/c/${getSlug(campaign)}` : `/s/${businesses.getSlug(business)}`,
  };
}

async function findBusinessId(ctx: AnyCtx, slugOrId: string): Promise<string> {
  return (await findRecordId(ctx, 'business', slugOrId)) ?? slugOrId;
}

/** Drafts have no page. */
async function findCampaign(ctx: AnyCtx, slugOrId: string) {
  const row = await findCampaignRow(ctx, (await findRecordId(ctx, 'campaign', slugOrId)) ?? slugOrId);
  return row?.state === 'draft' ? undefined : row;
}
