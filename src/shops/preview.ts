import type { Ctx } from '../context.ts';
import { sha256 } from '../platform/crypto.ts';
import type { PreviewImage } from '../platform/preview-image.ts';
import { renderPicture } from '../platform/preview-renderer.ts';
import { readScaledLogo, toHomeScreen } from './home-screen.ts';
import type { CampaignLink, Shop } from './model.ts';
import { describeReward } from './rules.ts';

/** The color of a shop that has chosen none, as --accent in dashboard/styles/tokens.css. */
const DEFAULT_COLOR = '#0b6e4f';
const VERSION_LENGTH = 12;
/** Raised when the drawing changes, so that networks, which keep pictures by address, load the new ones. */
const DESIGN = 1;

/** The picture of a page in link previews: what it shows, and its address, which changes with it. */
export interface Preview {
  shop: CampaignLink['shop'];
  content: Omit<PreviewImage, 'logo'>;
  version: string;
  url: string;
}

/** Describes the picture of a shop. */
export function previewShop(shop: Shop): Preview {
  return toPreview(shop, shop.url, { title: shop.name });
}

/** Describes the picture of a campaign: its reward, and after its end the shop alone. */
export function previewLink({ campaign, shop, state, url }: CampaignLink): Preview {
  if (state === 'ended') return toPreview(shop, url, { title: shop.name });
  return toPreview(shop, url, { title: describeReward(campaign.reward), subtitle: shop.name });
}

function toPreview(
  shop: CampaignLink['shop'],
  url: string,
  texts: Pick<PreviewImage, 'title' | 'subtitle'>,
): Preview {
  const address = url.replace(/^https?:\/\//, '');
  const content = { ...texts, name: shop.name, color: shop.accentColor ?? DEFAULT_COLOR, address };
  const version = sha256(JSON.stringify([DESIGN, content, shop.logoPath])).slice(0, VERSION_LENGTH);
  return { shop, content, version, url: `${url}/preview.png?v=${version}` };
}

/** Draws the picture, with the logo of the shop. @returns a PNG */
export async function drawPagePreview(
  ctx: Ctx,
  { shop, content }: Preview,
): Promise<Uint8Array<ArrayBuffer>> {
  const preview = { ...content, logo: await readScaledLogo(ctx, toHomeScreen(shop)) };
  return renderPicture(ctx.previewRenderer, { kind: 'preview', preview });
}
