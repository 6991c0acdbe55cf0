import { cutText } from '../platform/cut-text.ts';
import { type HomeScreen, SHOP_ICON_SIZES, toIconPath } from '../shops/home-screen.ts';
import { ICON_PATHS } from './bundle.ts';

/** The ground of each theme, for the browser's own bars; the same as --ground in dashboard/styles/tokens.css. */
export const THEME_COLORS = { light: '#faf8f4', dark: '#121411' };
export const MANIFEST_PATH = '/manifest.webmanifest';
export const DESCRIPTION = 'Rewards for customers who tell others about the shops they like';
/** The colors of the app's icon, as in LOGO (describe/manifests.ts). */
export const ICON_COLORS = { ground: '#0b6e4f', figure: '#7fd8b4' };

/** Home screens cut longer names. */
const MAX_SHORT_NAME = 12;

interface ManifestIcon {
  src: string;
  sizes: string;
  type: string;
  purpose?: string;
}

function toIcon(src: string, size: number): ManifestIcon {
  return { src, sizes: `${size}x${size}`, type: 'image/png' };
}

/**
 * Builds the manifest with which phones put the pages on their home screen. The start page is the login page, which leads
 * each user to the first page of their role.
 */
export function buildWebManifest() {
  return {
    id: '/',
    name: 'Perkmint',
    short_name: 'Perkmint',
    description: DESCRIPTION,
    start_url: '/login',
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: THEME_COLORS.light,
    icons: [
      toIcon(ICON_PATHS.small, 192),
      toIcon(ICON_PATHS.large, 512),
      { ...toIcon(ICON_PATHS.large, 512), purpose: 'maskable' },
    ],
  };
}

/** Builds the manifest of a shop: its name, icon and color, and its own page as the start. */
export function buildShopManifest(shop: HomeScreen) {
  const [, small, large] = SHOP_ICON_SIZES;
  return {
    // The start page of an earlier address still names the same app.
    id: shop.startPath,
    name: shop.name,
    short_name: shop.name.length <= MAX_SHORT_NAME ? shop.name : toShortName(shop.name),
    description: `Rewards at ${shop.name}`,
    start_url: shop.startPath,
    scope: '/',
    display: 'standalone',
    background_color: THEME_COLORS.light,
    theme_color: shop.accentColor ?? THEME_COLORS.light,
    icons: [
      toIcon(toIconPath(shop, small), small),
      toIcon(toIconPath(shop, large), large),
      { ...toIcon(toIconPath(shop, large), large), purpose: 'maskable' },
    ],
    shortcuts: [
      { name: 'My rewards', url: '/my/rewards' },
      { name: 'My memberships', url: '/my/programs' },
    ],
  };
}

/** Returns as many words of a name as fit, at least a part of the first. */
function toShortName(name: string): string {
  const fitting = name
    .slice(0, MAX_SHORT_NAME + 1)
    .split(' ')
    .slice(0, -1)
    .join(' ');
  return fitting || cutText(name, MAX_SHORT_NAME);
}
