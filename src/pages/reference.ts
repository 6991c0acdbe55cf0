import bundle from '../../node_modules/@scalar/api-reference/dist/browser/standalone.js' with {
  type: 'file',
};
import type { Html } from './html.ts';

/** Path of the page's script. */
export const SCRIPT_PATH = '/reference.js';

/** Renders the interactive API reference with Scalar, served entirely by this process. */
export function referencePage(documentPath: string): Html {
  const settings = {
    url: documentPath,
    // No requests to other hosts: no fonts, telemetry, proxy, assistant or hosted client.
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
<noscript>The API reference needs JavaScript. The OpenAPI document is at <a href="${documentPath}">${documentPath}</a>
for clients that don't accept text/html.</noscript>
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
    // The bundle injects its styles as elements and attributes.
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

/** Returns the page's script, gzipped to a quarter of its size. */
export async function referenceScript(): Promise<Uint8Array> {
  return Bun.gzipSync(new Uint8Array(await Bun.file(bundle).arrayBuffer()), { level: 9 });
}
