import { VERSION } from '../platform/version.ts';
import type { Bundle } from './bundle.ts';
import type { Html } from './html.ts';

/** Where the pages find their scripts and styles. */
export const ASSETS_PATH = '/assets';

/** Everything from this host, nothing inline; pictures of proof may be looked at before they are sent. */
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

/** The page that every address of the dashboard and the customer pages answers; its script draws the rest. */
export function shell({ entry, theme, style, preloads }: Bundle): Html {
  const links = preloads.map(name => `<link rel="modulepreload" href="${ASSETS_PATH}/${name}">`);
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="description" content="Campaigns, proof, rewards and perks for a small business">
<title>Perkmint</title>
<link rel="icon" href="/logo.svg">
<script src="${ASSETS_PATH}/${theme}"></script>
<link rel="stylesheet" href="${ASSETS_PATH}/${style}">
${links.join('\n')}
<script type="module" src="${ASSETS_PATH}/${entry}"></script>
</head>
<body>
<div id="app"></div>
<noscript>
<main class="unscripted">
<h1>Perkmint</h1>
<p>Version ${VERSION} is running. These pages need JavaScript; everything that they do can be done without them:</p>
<ul>
<li><a href="/api/v1/health">Is the service healthy?</a></li>
<li><a href="/api/v1/docs">The API description</a>, <a href="/llms.txt">for language models</a>,
<a href="/api/v1/mcp">for agents</a> and <a href="/api/v1/sdk/python">for Python</a></li>
<li>In a shell: <code>perkmint --help</code></li>
</ul>
</main>
</noscript>
</body>
</html>
`;
  return { text, policy: SHELL_POLICY };
}
