import { VERSION } from '../platform/version.ts';
import { ASSETS_PATH, type Bundle, ICON_PATHS, MAIN_FONT } from './bundle.ts';
import type { Html } from './html.ts';

/**
 * Allows same-origin content only, nothing inline; blob: and data: images are for upload previews, and WebAssembly is for
 * the QR code reader.
 */
export const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The ground of each theme, for the browser's own bars; the same as --ground in dashboard/styles/tokens.css. */
const THEME_COLORS = { light: '#faf8f4', dark: '#121411' };
export const MANIFEST_PATH = '/manifest.webmanifest';

/**
 * Builds the manifest with which phones put the pages on their home screen. The start page is the login page, which leads
 * each user to the first page of their role.
 */
export function buildWebManifest() {
  const icon = (src: string, size: number) => ({ src, sizes: `${size}x${size}`, type: 'image/png' });
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
      icon(ICON_PATHS.small, 192),
      icon(ICON_PATHS.large, 512),
      { ...icon(ICON_PATHS.large, 512), purpose: 'maskable' },
    ],
  };
}

const DESCRIPTION = 'Rewards for customers who tell others about the shops they like';

/** The texts and image of a link preview. */
export interface PageMetadata {
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
  /** Address of an image; the preview shows the icon of the app without it. */
  imageUrl: string | undefined;
}

/** Returns the shell with the title and the share metadata of one page. */
export function describePage(
  { text, policy }: Html,
  { title, description, url, imageUrl }: PageMetadata,
): Html {
  const properties = {
    'og:type': 'website',
    'og:title': title,
    'og:description': description,
    'og:url': url,
    'og:image': imageUrl ?? new URL(ICON_PATHS.large, url).href,
    'og:site_name': 'Perkmint',
    'twitter:card': 'summary',
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
  return { text: text.replace(/<meta name="description"[^>]*>\n<title>[^<]*<\/title>/, () => head), policy };
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

/**
 * The HTML shell of the dashboard and customer pages; the script renders the page.
 * @param route the page that the browser opens, whose chunks it loads at once
 */
export function shell(bundle: Bundle, target: ShellFor, route?: string): Html {
  const { entry, early, customerStyle, dashboardStyle } = bundle;
  const [own, other] =
    target === 'customers' ? [customerStyle, dashboardStyle] : [dashboardStyle, customerStyle];
  const preloads = [...bundle.preloads, ...(bundle.pages[route ?? ''] ?? [])];
  const links = preloads.map(name => `<link rel="modulepreload" href="${ASSETS_PATH}/${name}">`);
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" data-theme="light" media="(prefers-color-scheme: light)" content="${THEME_COLORS.light}">
<meta name="theme-color" data-theme="dark" media="(prefers-color-scheme: dark)" content="${THEME_COLORS.dark}">
<meta name="description" content="${DESCRIPTION}">
<title>Perkmint</title>
<link rel="icon" href="/logo.svg" type="image/svg+xml">
<link rel="alternate icon" href="${ICON_PATHS.favicon}" type="image/png" sizes="32x32">
<link rel="apple-touch-icon" href="${ICON_PATHS.touch}">
<link rel="manifest" href="${MANIFEST_PATH}">
<script src="${ASSETS_PATH}/${early}"></script>
<link rel="preload" href="${ASSETS_PATH}/${MAIN_FONT}" as="font" type="font/woff2" crossorigin>
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
<li><a href="/api/v1/docs">API reference</a>, <a href="/llms.txt">llms.txt</a>,
<a href="/api/v1/mcp">MCP endpoint</a> and <a href="/api/v1/sdk/python">Python client</a></li>
<li>Command line: <code>perkmint --help</code></li>
</ul>
</main>
</noscript>
</body>
</html>
`;
  return { text, policy: SHELL_POLICY };
}
