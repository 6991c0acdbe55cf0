import { VERSION } from '../platform/version.ts';
import { ASSETS_PATH, type Bundle, MAIN_FONT } from './bundle.ts';
import type { Html } from './html.ts';

/** Allows same-origin content only, nothing inline; blob: and data: images are for upload previews. */
export const SHELL_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The texts and image of a link preview. */
export interface PageMetadata {
  title: string;
  description: string;
  /** The page's own address. */
  url: string;
  /** Address of an image; the preview has none without it. */
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
    ...(imageUrl && { 'og:image': imageUrl }),
    'twitter:card': 'summary',
  };
  const tags = Object.entries(properties).map(
    ([name, value]) =>
      `<meta ${name.startsWith('og:') ? 'property' : 'name'}="${name}" content="${Bun.escapeHTML(value)}">`,
  );
  const head = [
    `<meta name="description" content="${Bun.escapeHTML(description)}">`,
    `<title>${Bun.escapeHTML(title)}</title>`,
    ...tags,
  ].join('\n');
  // A function, because the text of a shop may contain replacement patterns such as $&.
  return { text: text.replace(/<meta name="description"[^>]*>\n<title>[^<]*<\/title>/, () => head), policy };
}

/** The HTML shell of the dashboard and customer pages; the script renders the page. */
export function shell({ entry, theme, style, preloads }: Bundle): Html {
  const links = preloads.map(name => `<link rel="modulepreload" href="${ASSETS_PATH}/${name}">`);
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Campaigns, submissions, rewards and perks for small businesses">
<title>Perkmint</title>
<link rel="icon" href="/logo.svg">
<script src="${ASSETS_PATH}/${theme}"></script>
<link rel="preload" href="${ASSETS_PATH}/${MAIN_FONT}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${ASSETS_PATH}/${style}">
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
