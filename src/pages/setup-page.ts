import type { Locale } from '../platform/locales.ts';
import { SETUP_SCRIPT } from './assets.ts';
import { type Html, renderPage, toHtml } from './html.ts';
import { PAGE_TEXTS } from './messages/index.ts';

interface Field {
  name: 'businessName' | 'email' | 'password';
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  /** Copies of the server's limits, as attributes. */
  bounds: string;
}

const FIELDS: Field[] = [
  { name: 'businessName', type: 'text', autocomplete: 'organization', bounds: 'maxlength="200"' },
  { name: 'email', type: 'email', autocomplete: 'username', bounds: 'maxlength="254"' },
  {
    name: 'password',
    type: 'password',
    autocomplete: 'new-password',
    bounds: 'minlength="10" maxlength="200"',
  },
];

/** Path of the step after the account. */
const NEXT_STEP_PATH = '/dashboard/welcome/look';

/**
 * Creates the first business and its owner through the one-time link that the server prints. A reload keeps the link and
 * what was typed, except the password.
 */
export function setupPage(locale: Locale): Html {
  const t = PAGE_TEXTS[locale].setup;
  return renderPage({
    locale,
    title: t.title,
    body: `<p class="step">${toHtml(t.step)}</p>
<div class="progress" aria-hidden="true"><span class="reached"></span><span></span><span></span><span></span></div>
<h1>${toHtml(t.heading)}</h1>
<noscript><p class="failed">${toHtml(t.noScript)}</p></noscript>
<p id="outcome" role="alert" tabindex="-1"></p>
<form method="post" novalidate data-url="/session" data-next="${NEXT_STEP_PATH}" data-texts="${Bun.escapeHTML(JSON.stringify(t.script))}">
<p class="intro">${toHtml(t.intro)}</p>
${FIELDS.map((field, index) => renderField(locale, field, index)).join('\n')}
<label for="registration" class="choice"><input id="registration" name="registration" type="checkbox" value="open" aria-describedby="registration-hint"> ${toHtml(t.registration)}</label>
<p class="field-error" id="registration-error"></p>
<p class="hint" id="registration-hint">${toHtml(t.registrationHint)}</p>
<button>${toHtml(t.continue)}</button>
</form>`,
    script: SETUP_SCRIPT,
  });
}

function renderField(locale: Locale, { name, type, autocomplete, bounds }: Field, index: number): string {
  const { [name]: texts, script } = PAGE_TEXTS[locale].setup;
  const input = `<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required ${bounds} aria-describedby="${name}-hint ${name}-error" data-problem="${Bun.escapeHTML(texts.problem)}"${index === 0 ? ' autofocus' : ''}>`;
  const reveal = `<button type="button" id="reveal" aria-pressed="false" aria-controls="${name}">${toHtml(script.show)}</button>`;
  return `<label for="${name}">${toHtml(texts.label)}</label>
${type === 'password' ? `<span class="with-button">${input}${reveal}</span>` : input}
<p class="field-error" id="${name}-error"></p>
<p class="hint" id="${name}-hint">${toHtml(texts.hint)}</p>`;
}

/** Shown at the setup link when the installation has an owner or an admin: the link has done its work. */
export function setupDonePage(locale: Locale): Html {
  const t = PAGE_TEXTS[locale].setupDone;
  return renderPage({
    locale,
    title: t.title,
    body: `<h1>${toHtml(t.heading)}</h1>
<p class="intro">${toHtml(t.text)}</p>
<p><a class="button" href="/dashboard">${toHtml(t.button)}</a></p>`,
  });
}

/** Shown instead of the home, login and dashboard pages until the installation has an owner or an admin. */
export function setupPendingPage(locale: Locale): Html {
  const { setup, setupPending: t } = PAGE_TEXTS[locale];
  return renderPage({
    locale,
    title: setup.title,
    body: `<h1>${toHtml(t.heading)}</h1>
<p class="intro">${toHtml(t.text)}</p>
<p><code dir="ltr">http://…/setup?token=…</code></p>
<p>${toHtml(t.why)}</p>
<details><summary>${toHtml(t.several)}</summary><p>${toHtml(t.severalHow)}</p></details>`,
  });
}
