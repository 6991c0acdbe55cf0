import type { Connection } from '../connections/model.ts';
import { BRAND, ICON, STYLE } from './style.ts';

/** A page with a Content-Security-Policy that allows only its own content. */
export interface Html {
  text: string;
  policy: string;
}

/** Shown after a platform redirects back and the account is connected. */
export function connectedPage({ platform, handle, displayName }: Connection): Html {
  const name = Bun.escapeHTML(handle ?? displayName ?? 'Your account');
  return renderPage({
    title: 'Connected',
    body: `<h1>Connected</h1>
<p>${name} on ${Bun.escapeHTML(platform)} is connected. You can close this page.</p>`,
  });
}

/** Shown after a platform redirects back and the account could not be connected. */
export function notConnectedPage(why: string): Html {
  return renderPage({
    title: 'Not connected',
    body: `<h1>Not connected</h1>
<p class="failed">${Bun.escapeHTML(why)}</p>
<p>Close this page and try again.</p>`,
  });
}

/** Shown to a browser whose request failed outside the API; other clients get JSON. */
export function errorPage(status: number, code: string, requestId: string): Html {
  const { title, text } = ERROR_TEXTS[status] ?? (status < 500 ? REJECTED : FAILED);
  const details = `<details><summary>Details</summary><p><code>${Bun.escapeHTML(code)}</code> · Request ID <code>${requestId}</code></p></details>`;
  return renderPage({
    title: `${title} · Perkmint`,
    body: `<h1>${title}</h1>
<p class="intro">${text}</p>
<p><a class="button" href="/">Go to home page</a></p>
${status < 500 ? '' : details}`,
  });
}

const REJECTED = {
  title: "This page can't be opened",
  text: 'Check the address, or go back and try again.',
};
const FAILED = {
  title: 'Something went wrong',
  text: 'The server could not show this page. Reload it in a moment. If that does not help, send the details below to the operator.',
};
const ERROR_TEXTS: Record<number, typeof FAILED> = {
  404: { title: 'Page not found', text: 'The address may be mistyped, or the page may have moved.' },
  429: { title: 'Too many requests', text: 'Many pages were opened at once. Wait a few seconds and reload.' },
  503: {
    title: 'Back in a moment',
    text: 'The server is restarting or very busy. Reload this page in a few seconds.',
  },
};

/** The parts of a page; title and body are HTML. */
interface PageParts {
  title: string;
  body: string;
  script?: string;
  /** Added to the style of all pages. */
  style?: string;
  /** Whether the page has a form that the browser submits to this server. */
  hasForm?: boolean;
}

/** Creates a self-contained page that loads nothing, and a policy that allows its own style and script only. */
export function renderPage({ title, body, script, style = '', hasForm = false }: PageParts): Html {
  const styles = STYLE + style;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="${ICON}">
<style>${styles}</style>
</head>
<body>
${BRAND}
<main>
${body}
</main>
${script ? `<script>${script}</script>` : ''}
</body>
</html>
`;
  return { text, policy: createPolicy(styles, script, hasForm) };
}

function createPolicy(styles: string, script: string | undefined, hasForm: boolean): string {
  return [
    "default-src 'none'",
    `style-src '${toHash(styles)}'`,
    `script-src ${script ? `'${toHash(script)}'` : "'none'"}`,
    "connect-src 'self'",
    "font-src 'self'",
    'img-src data:',
    // Scripts submit forms with passwords; a native submission would send the password as a page load.
    `form-action ${hasForm ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function toHash(text: string): string {
  return `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;
}
