import type { Connection } from '../connections/model.ts';
import { FORM_SCRIPT } from './assets.ts';
import { BRAND, STYLE } from './style.ts';

/** A page with a Content-Security-Policy that allows only its own content. */
export interface Html {
  text: string;
  policy: string;
}

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
}

interface Form {
  title: string;
  intro: string;
  /** The POST /auth action that the form calls. */
  action: 'setup';
  fields: Field[];
  button: string;
  done: string;
  /** Path to open after logging in. */
  next: string;
  /** The alternative without JavaScript. */
  otherWay: string;
}

const PASSWORD: Field = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autocomplete: 'new-password',
  hint: 'At least 10 characters. Several random words are easy to remember and hard to guess.',
};

/** Creates the first business and its owner through the one-time link that the server prints. */
export function setupPage(): Html {
  return renderForm({
    title: 'Set up Perkmint',
    intro: 'Step 1 of 4: name your shop and create your account.',
    action: 'setup',
    fields: [
      {
        name: 'businessName',
        label: 'Shop name',
        type: 'text',
        autocomplete: 'organization',
        hint: 'The name your customers know.',
      },
      { name: 'email', label: 'Your email', type: 'email', autocomplete: 'username' },
      PASSWORD,
    ],
    button: 'Continue',
    done: 'Your shop is ready.',
    next: '/dashboard/welcome/look',
    otherWay: 'This page needs JavaScript. Without it, run: perkmint init',
  });
}

/** Shown instead of the home and login pages until the installation has an owner or an admin. */
export function setupPendingPage(): Html {
  return renderPage({
    title: 'Set up Perkmint',
    body: `<h1>Perkmint is running</h1>
<p class="intro">It has no owner yet. To set it up, open the setup link that the server printed when it started, in the terminal or in its log:</p>
<p><code>http://…/setup?token=…</code></p>
<p>The link works for 30 minutes. To get a new one, restart the server. To run Perkmint for several businesses, create an admin with <code>perkmint init</code> instead.</p>`,
  });
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

/** Copies of the server's limits, as attributes. */
const FIELD_BOUNDS = {
  text: ' maxlength="200"',
  email: ' maxlength="254"',
  password: ' minlength="10" maxlength="200"',
};

function renderForm(form: Form): Html {
  const { title, intro, action, fields, button, done, next, otherWay } = form;
  const inputs = fields.map(({ name, label, type, autocomplete, hint }, index) => {
    const bounds = FIELD_BOUNDS[type];
    const described = hint ? ` aria-describedby="${name}-hint"` : '';
    return `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required${bounds}${described}${index === 0 ? ' autofocus' : ''}>
${hint ? `<p class="hint" id="${name}-hint">${hint}</p>` : ''}`;
  });
  return renderPage({
    title,
    body: `<h1>${title}</h1>
<noscript><p class="failed">${otherWay}</p></noscript>
<form method="post" data-action="${action}" data-done="${done}" data-url="/session" data-next="${next}">
<p class="intro">${intro}</p>
${inputs.join('\n')}
<button>${button}</button>
</form>
<p id="outcome" role="status" aria-live="polite" tabindex="-1"></p>`,
    script: FORM_SCRIPT,
  });
}

/** The parts of a page; title and body are HTML. */
interface PageParts {
  title: string;
  body: string;
  script?: string;
  /** Added to the style of all pages. */
  style?: string;
}

/** Creates a self-contained page that loads nothing, and a policy that allows its own style and script only. */
export function renderPage({ title, body, script, style = '' }: PageParts): Html {
  const styles = STYLE + style;
  const text = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
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
  return { text, policy: createPolicy(styles, script) };
}

function createPolicy(styles: string, script: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src '${toHash(styles)}'`,
    `script-src ${script ? `'${toHash(script)}'` : "'none'"}`,
    "connect-src 'self'",
    "font-src 'self'",
    'img-src data:',
    // The script submits the form; a native submission would send the password as a page load.
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function toHash(text: string): string {
  return `sha256-${new Bun.CryptoHasher('sha256').update(text).digest('base64')}`;
}
