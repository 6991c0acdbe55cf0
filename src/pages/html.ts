import type { Connection } from '../connections/model.ts';
import { getDirection, type Locale } from '../platform/locales.ts';
import { createFormatter } from '../platform/message-format.ts';
import { findRequestLocale } from './locale.ts';
import { PAGE_TEXTS } from './messages/index.ts';
import { BRAND, ICON, STYLE } from './style.ts';

/** A page with a Content-Security-Policy that allows only its own content. */
export interface Html {
  text: string;
  policy: string;
}

/** Writes a text as HTML; parts between backticks are code. */
export function toHtml(text: string): string {
  return Bun.escapeHTML(text).replace(/`(.+?)`/g, '<code dir="ltr">$1</code>');
}

/** Shown after a platform redirects back and the account is connected. */
export function connectedPage(locale: Locale, { platform, handle, displayName }: Connection): Html {
  const { connected, text, unnamed } = PAGE_TEXTS[locale].connection;
  const found = createFormatter(locale)(text, { name: handle ?? displayName ?? unnamed, platform });
  return renderPage({
    locale,
    title: connected,
    body: `<h1>${connected}</h1>
<p>${Bun.escapeHTML(found)}</p>`,
  });
}

/** Shown after a platform redirects back and the account could not be connected. @param why in English */
export function notConnectedPage(locale: Locale, why: string): Html {
  const { notConnected, retry } = PAGE_TEXTS[locale].connection;
  return renderPage({
    locale,
    title: notConnected,
    body: `<h1>${notConnected}</h1>
<p class="failed" lang="en" dir="ltr">${Bun.escapeHTML(why)}</p>
<p>${toHtml(retry)}</p>`,
  });
}

/** Shown to a browser whose request failed outside the API; other clients get JSON. */
export function errorPage(headers: Headers, status: number, code: string, requestId: string): Html {
  const locale = findRequestLocale(headers) ?? 'en';
  const { failures: t } = PAGE_TEXTS[locale];
  const { title, text } = t[ERROR_TEXTS[status] ?? (status < 500 ? 'rejected' : 'failed')];
  const details = `<details><summary>${t.details}</summary><p><code>${Bun.escapeHTML(code)}</code> · ${t.requestId} <code>${requestId}</code></p></details>`;
  return renderPage({
    locale,
    title: `${title} · Perkmint`,
    body: `<h1>${toHtml(title)}</h1>
<p class="intro">${toHtml(text)}</p>
<p><a class="button" href="/">${toHtml(t.home)}</a></p>
${status < 500 ? '' : details}`,
  });
}

const ERROR_TEXTS: Record<number, 'notFound' | 'tooMany' | 'unavailable'> = {
  404: 'notFound',
  429: 'tooMany',
  503: 'unavailable',
};

/** The parts of a page; the body is HTML. */
interface PageParts {
  locale: Locale;
  title: string;
  body: string;
  script?: string;
  /** Added to the style of all pages. */
  style?: string;
  /** Whether the page has a form that the browser submits to this server. */
  hasForm?: boolean;
}

/** Creates a self-contained page that loads nothing, and a policy that allows its own style and script only. */
export function renderPage({ locale, title, body, script, style = '', hasForm = false }: PageParts): Html {
  const styles = STYLE + style;
  const text = `<!doctype html>
<html lang="${locale}" dir="${getDirection(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${Bun.escapeHTML(title)}</title>
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
