import * as businesses from '../businesses/service.ts';
import type { AnyCtx, Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { BoundedCache } from '../platform/bounded-cache.ts';
import { type PictureJob, renderPicture } from '../platform/preview-renderer.ts';
import { getShop, readLogo, SHOPS_PATH } from './service.ts';

/** The parts of a shop that a phone needs to put its pages on the home screen. */
export interface HomeScreen {
  slug: string;
  name: string;
  accentColor: string | null;
  /** Path of the shop's page, where the app starts. */
  startPath: string;
  manifestPath: string;
  /** Names the logo and color that the icons show, so that they change with them. */
  version: string;
}

/** Widths of the icons in pixels: for iOS, and the two that an installable app needs. */
export const SHOP_ICON_SIZES = [180, 192, 512] as const;

/** The largest of the icons, and no less than a link's picture needs. */
const SCALED_LOGO_SIZE = 512;
const MAX_LOGO_BYTES = 8 * 1024 * 1024;
/** Logos, scaled and as icons, by shop, version and use; null for none, or one that can't be decoded. */
const logos = new BoundedCache<Uint8Array<ArrayBuffer> | null>(MAX_LOGO_BYTES, logo => logo?.length ?? 0);

/** @throws NOT_FOUND */
export async function getHomeScreen(ctx: Ctx, slugOrId: string): Promise<HomeScreen> {
  return toHomeScreen(await getShop(ctx, slugOrId));
}

/** Same as getHomeScreen, for the ID of a business that exists. */
export async function getHomeScreenOf(ctx: AnyCtx, businessId: string): Promise<HomeScreen> {
  const business = await businesses.requireById(ctx, businessId);
  const { name, accentColor, logoUploadId } = business;
  const logoPath = logoUploadId && `v=${logoUploadId}`;
  return toHomeScreen({ slug: businesses.getSlug(business), name, accentColor, logoPath });
}

type Face = Pick<Awaited<ReturnType<typeof getShop>>, 'slug' | 'name' | 'accentColor' | 'logoPath'>;

export function toHomeScreen({ slug, name, accentColor, logoPath }: Face): HomeScreen {
  const startPath = `${SHOPS_PATH}/${slug}`;
  const version = logoPath?.split('v=')[1] ?? accentColor?.slice(1).toLowerCase() ?? 'none';
  return { slug, name, accentColor, startPath, manifestPath: `${startPath}/manifest.webmanifest`, version };
}

/** Returns the path of the shop's icon in one of the sizes. */
export function toIconPath(
  { startPath, version }: HomeScreen,
  size: (typeof SHOP_ICON_SIZES)[number],
): string {
  return `${startPath}/icons/${size}?v=${version}`;
}

/**
 * Draws the logo as an icon; undefined for a shop without a logo, or with one that can't be decoded.
 * @param size width and height in pixels
 */
export async function drawLogoIcon(
  ctx: Ctx,
  shop: HomeScreen,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const icon = await logos.get(`${shop.slug} ${shop.version} ${size}`, async () => {
    const image = await readScaledLogo(ctx, shop);
    return image ? await renderPicture(ctx.previewRenderer, { kind: 'icon', image, size }) : null;
  });
  return icon ?? undefined;
}

/**
 * Reads the logo in the size that icons and pictures of links need, decoded once for all of them; undefined for a shop
 * without a logo, or with one that can't be decoded.
 * @throws UNAVAILABLE if too many pictures are queued
 */
export async function readScaledLogo(
  ctx: Ctx,
  { slug, version }: Pick<HomeScreen, 'slug' | 'version'>,
): Promise<Uint8Array | undefined> {
  const scaled = await logos.get(`${slug} ${version} scaled`, async () => {
    const image = await readLogo(ctx, slug);
    return image ? await scaleLogo(ctx, image) : null;
  });
  return scaled ?? undefined;
}

async function scaleLogo(ctx: Ctx, image: Uint8Array): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await renderPicture(ctx.previewRenderer, { kind: 'scaled', image, size: SCALED_LOGO_SIZE });
  } catch (error) {
    if (error instanceof AppError) throw error;
    return null;
  }
}

/** Draws an icon of the app in the color of a shop. */
export function drawColoredIcon(
  ctx: Ctx,
  job: Omit<Extract<PictureJob, { kind: 'recolored' }>, 'kind'>,
): Promise<Uint8Array<ArrayBuffer>> {
  return renderPicture(ctx.previewRenderer, { kind: 'recolored', ...job });
}
