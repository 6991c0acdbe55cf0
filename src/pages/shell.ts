import { getDirection, type PageLocale, toLocale } from '../platform/locales.ts';
import { PREVIEW_SIZE } from '../platform/preview-image.ts';
import { VERSION } from '../platform/version.ts';
import { ASSETS_PATH, type Bundle, ICON_PATHS, MAIN_FONT } from './bundle.ts';
import type { Html } from './html.ts';
import { DESCRIPTION, MANIFEST_PATH, THEME_COLORS } from './web-manifest.ts';

/**
 * Allows same-origin content only, nothing inline; blob: and data: images are for upload previews, and WebAssembly is for
 * the QR code reader.
 */
const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The texts and image of a link preview. */
interface PageMetadata {
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
  /** Address of an image of PREVIEW_SIZE. */
  imageUrl: string;
  /** The app that a phone puts on its home screen from this page. */
  app: PageApp;
}

/** The app of a shop, by its paths. */
export interface PageApp {
  name: string;
  manifestPath: string;
  touchIconPath: string;
  /** Color of the browser's own bars; undefined for that of the theme. */
  color: string | undefined;
}

/** Returns the shell with the title and the share metadata of one page. */
export function describePage(
  { text, policy }: Html,
  { title, description, url, imageUrl, app }: PageMetadata,
): Html {
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': imageUrl,
    'og:image:type': 'image/png',
    'og:image:width': String(PREVIEW_SIZE.width),
    'og:image:height': String(PREVIEW_SIZE.height),
    'og:image:alt': title,
    'og:site_name': 'Perkmint',
    'twitter:card': 'summary_large_image',
  };
  const tags = Object.entries(properties).map(
    ([name, value]) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${Bun.escapeHTML(value)}">`,
  );
  const head = [
    `<meta name="description" content="${Bun.escapeHTML(description)}">`,
    `<title>${Bun.escapeHTML(title)}</title>`,
    `<link rel="canonical" href="${Bun.escapeHTML(url)}">`,
    ...tags,
  ].join('\n');
  // A function, because the text of a shop may contain replacement patterns such as $&.
  const described = text.replace(/<meta name="description"[^>]*>\n<title>[^<]*<\/title>/, () => head);
  return { text: useApp(described, app), policy };
}

/** Replaces the icon, the manifest and the color of the shell by those of a shop. */
function useApp(text: string, { name, manifestPath, touchIconPath, color }: PageApp): string {
  const touch = `<link rel="apple-touch-icon" href="${Bun.escapeHTML(touchIconPath)}">
<meta name="apple-mobile-web-app-title" content="${Bun.escapeHTML(name)}">`;
  const replaced = text
    .replace(/<link rel="apple-touch-icon"[^>]*>/, () => touch)
    .replace(`<link rel="manifest" href="${MANIFEST_PATH}">`, `<link rel="manifest" href="${manifestPath}">`);
  if (!color) return replaced;
  return replaced.replace(/(<meta name="theme-color"[^>]* content=)"[^"]*"/g, (_, tag) => `${tag}"${color}"`);
}

/** The pages that a shell starts; the script replaces their style by that of the others when one of those is opened. */
export type ShellFor = 'customers' | 'dashboard';

/** Returns the route of a page that matches a path; undefined for an unknown path. */
export function findRoute({ pages }: Bundle, path: string): string | undefined {
  const parts = path.split('/');
  return Object.keys(pages).find(route => {
    const expected = route.split('/');
    return (
      expected.length === parts.length &&
      expected.every((part, at) => part === parts[at] || (part.startsWith(':') && parts[at] !== ''))
    );
  });
}

/** Arabic uses the system's font, which has Latin letters that fit (styles/tokens.css). */
const FONT_LINK = `<link rel="preload" href="${ASSETS_PATH}/${MAIN_FONT}" as="font" type="font/woff2" crossorigin>`;

/**
 * The HTML shell of the dashboard and customer pages; the script renders the page.
 * @param options.route the page that the browser opens, whose chunks it loads at once
 * @param options.locale the language of the page, whose texts it loads at once
 */
export function shell(
  bundle: Bundle,
  target: ShellFor,
  { route, locale = 'en' }: { route?: string | undefined; locale?: PageLocale } = {},
): Html {
  const { entry, early, customerStyle, dashboardStyle } = bundle;
  const [own, other] =
    target === 'customers' ? [customerStyle, dashboardStyle] : [dashboardStyle, customerStyle];
  const preloads = [...bundle.preloads, ...(bundle.pages[route ?? ''] ?? [])];
  const catalogs = [entry, ...preloads].flatMap(
    name => bundle.catalogs[name]?.[toLocale(locale) ?? 'en'] ?? [],
  );
  const links = [...preloads, ...catalogs].map(
    name => `<link rel="modulepreload" href="${ASSETS_PATH}/${name}">`,
  );
  const text = `<!doctype html>
<html lang="${locale}" dir="${getDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" data-theme="light" media="(prefers-color-scheme: light)" content="${THEME_COLORS.light}">
<meta name="theme-color" data-theme="dark" media="(prefers-color-scheme: dark)" content="${THEME_COLORS.dark}">
<meta name="description" content="${DESCRIPTION}">
<title>Perkmint</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="${ICON_PATHS.touch}">
<link rel="manifest" href="${MANIFEST_PATH}">
<script src="${ASSETS_PATH}/${early}"></script>
${locale === 'ar' ? '' : FONT_LINK}
<link rel="stylesheet" href="${ASSETS_PATH}/${own}">
<meta name="other-style" content="${ASSETS_PATH}/${other}">
${links.join('\n')}
<script type="module" src="${ASSETS_PATH}/${entry}"></script>
</head>
<body>
<div id="app"></div>
<noscript>
<main class="unscripted">
<h1>Perkmint</h1>
<p>Version ${VERSION} is running. These pages need JavaScript. Everything is also available without them:</p>
<ul>
<li><a href="/api/v1/health">Service health</a></li>
<li><a href="/api/v1/docs">API reference</a> and <a href="/llms.txt">llms.txt</a></li>
</ul>
</main>
</noscript>
</body>
</html>
`;
  return { text, policy: SHELL_POLICY };
}
