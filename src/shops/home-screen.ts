import * as businesses from '../businesses/service.ts';
import type { AnyCtx, Ctx } from '../context.ts';
import { drawOnSquare } from '../platform/icon-image.ts';
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
  slug: string,
  size: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const logo = await readLogo(ctx, slug);
  return logo && drawOnSquare(logo, size).catch(() => undefined);
}
