import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import styleFile from '../../node_modules/swagger-ui-dist/swagger-ui.css' with { type: 'file' };
import scriptFile from '../../node_modules/swagger-ui-dist/swagger-ui-bundle.js' with { type: 'file' };
import type { Html } from './html.ts';

/** The files of the reference page, by their paths. */
export const REFERENCE_FILES = {
  '/reference.js': { file: scriptFile, contentType: 'text/javascript;charset=utf-8' },
  '/reference.css': { file: styleFile, contentType: 'text/css;charset=utf-8' },
} as const;

export type ReferencePath = keyof typeof REFERENCE_FILES;
export const REFERENCE_PATHS = Object.keys(REFERENCE_FILES) as ReferencePath[];

/** Runs in the browser: follows the system's theme, and shows the operations as one list to search. */
const START = `
const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
applyTheme();
dark.addEventListener('change', applyTheme);
`;

/** Swagger UI lays its rows out for wide windows only. */
const NARROW = `@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 8px; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { order: 3; flex: 1 0 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-body, .swagger-ui .responses-inner { overflow-x: auto; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; gap: 12px; }
}`;

/** Renders the interactive API reference with Swagger UI, served entirely by this process. */
export function referencePage(documentPath: string): Html {
  const settings = {
    url: documentPath,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    filter: true,
    // A list of all schemas would double the page; each operation shows its own.
    defaultModelsExpandDepth: -1,
    displayRequestDuration: true,
    persistAuthorization: false,
    // No requests to other hosts.
    validatorUrl: null,
  };
  const start = `${START}SwaggerUIBundle(${JSON.stringify(settings)});`;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Perkmint API reference</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/reference.css">
<style>${NARROW}</style>
</head>
<body>
<noscript>The API reference needs JavaScript. The OpenAPI document is at <a href="${documentPath}">${documentPath}</a>
for clients that don't accept text/html.</noscript>
<div id="reference"></div>
<script src="/reference.js"></script>
<script>${start}</script>
</body>
</html>
`;
  const hash = new Bun.CryptoHasher('sha256').update(start).digest('base64');
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    // The bundle injects style attributes.
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

const gzipInThread = promisify(gzip);

/** Returns a file of the page, gzipped to a quarter of its size in a thread, because that takes about 80 ms. */
export async function packReferenceFile(path: ReferencePath): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await Bun.file(REFERENCE_FILES[path].file).bytes();
  return new Uint8Array(await gzipInThread(bytes, { level: constants.Z_BEST_COMPRESSION }));
}
