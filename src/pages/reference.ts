import bundle from '../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with {
  type: 'file',
};
import type { Html } from './html.ts';

/** Where the page finds its script. */
export const SCRIPT_PATH = '/reference.js';

/** The interactive reference: Scalar, wholly from this process. */
export function referencePage(documentPath: string): Html {
  const settings = {
    url: documentPath,
    // Nothing may leave for another host: no fonts, no telemetry, no proxy, no assistant, no hosted client.
    withDefaultFonts: false,
    telemetry: false,
    hideClientButton: true,
    showDeveloperTools: 'never',
    agent: { disabled: true },
    mcp: { disabled: true },
    persistAuth: false,
  };
  const start = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Perkmint API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>The reference needs JavaScript; the document itself is at <a href="${documentPath}">${documentPath}</a>,
for whoever does not ask for text/html.</noscript>
<div id="reference"></div>
<script src="${SCRIPT_PATH}"></script>
<script>${start}</script>
</body>
</html>
`;
  const hash = new Bun.CryptoHasher('sha256').update(start).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    // The bundle brings its styles itself, as elements and as attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return { text, policy };
}

/** The script of the page, packed: browsers take it so, and it is sent a quarter as large. */
export async function referenceScript(): Promise<Uint8Array> {
  return Bun.gzipSync(new Uint8Array(await Bun.file(bundle).arrayBuffer()), { level: 9 });
}
