import { SETUP_SCRIPT } from './assets.ts';
import { type Html, renderPage } from './html.ts';

interface Field {
  name: string;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
  /** Copies of the server's limits, as attributes. */
  bounds: string;
  /** The error for an empty field, or a value that can't be right. */
  problem: string;
}

const FIELDS: Field[] = [
  {
    name: 'businessName',
    label: 'Shop name',
    type: 'text',
    autocomplete: 'organization',
    hint: 'The name your customers know.',
    bounds: 'maxlength="200"',
    problem: 'Enter the name of your shop.',
  },
  {
    name: 'email',
    label: 'Your email',
    type: 'email',
    autocomplete: 'username',
    hint: 'You log in with it.',
    bounds: 'maxlength="254"',
    problem: 'Enter an email address, such as you@yourshop.com.',
  },
  {
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    hint: 'At least 10 characters. Several random words are easy to remember and hard to guess.',
    bounds: 'minlength="10" maxlength="200"',
    problem: 'Use at least 10 characters.',
  },
];

/** Path of the step after the account. */
const NEXT_STEP_PATH = '/dashboard/welcome/look';

/**
 * Creates the first business and its owner through the one-time link that the server prints. A reload keeps the link and
 * what was typed, except the password.
 */
export function setupPage(): Html {
  return renderPage({
    title: 'Set up Perkmint',
    body: `<p class="step">Step 1 of 4</p>
<div class="progress" aria-hidden="true"><span class="reached"></span><span></span><span></span><span></span></div>
<h1>Set up your shop</h1>
<noscript><p class="failed">This page needs JavaScript. Without it, run: perkmint init</p></noscript>
<p id="outcome" role="alert" tabindex="-1"></p>
<form method="post" novalidate data-url="/session" data-next="${NEXT_STEP_PATH}">
<p class="intro">Your shop and your account first. Then its look, a first campaign and a link for your customers: about two minutes, and you can change everything later.</p>
${FIELDS.map(renderField).join('\n')}
<label for="registration" class="choice"><input id="registration" name="registration" type="checkbox" value="open" aria-describedby="registration-hint"> Other businesses may register on this server</label>
<p class="field-error" id="registration-error"></p>
<p class="hint" id="registration-hint">Leave this off for one shop. Your customers can register either way.</p>
<button>Continue</button>
</form>`,
    script: SETUP_SCRIPT,
  });
}

function renderField(
  { name, label, type, autocomplete, hint, bounds, problem }: Field,
  index: number,
): string {
  const input = `<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required ${bounds} aria-describedby="${name}-hint ${name}-error" data-problem="${problem}"${index === 0 ? ' autofocus' : ''}>`;
  const reveal = `<button type="button" id="reveal" aria-pressed="false" aria-controls="${name}">Show</button>`;
  return `<label for="${name}">${label}</label>
${type === 'password' ? `<span class="with-button">${input}${reveal}</span>` : input}
<p class="field-error" id="${name}-error"></p>
<p class="hint" id="${name}-hint">${hint}</p>`;
}

/** Shown at the setup link when the installation has an owner or an admin: the link has done its work. */
export function setupDonePage(): Html {
  return renderPage({
    title: 'Perkmint is set up',
    body: `<h1>Perkmint is already set up</h1>
<p class="intro">The setup link works once. Log in with the email and password that you chose; forgot it? The login page helps.</p>
<p><a class="button" href="/dashboard">Go to your shop</a></p>`,
  });
}

/** Shown instead of the home, login and dashboard pages until the installation has an owner or an admin. */
export function setupPendingPage(): Html {
  return renderPage({
    title: 'Set up Perkmint',
    body: `<h1>Perkmint is running</h1>
<p class="intro">One thing is left: open the setup link. It is in the window where you started Perkmint, or in its log, and looks like this:</p>
<p><code>http://…/setup?token=…</code></p>
<p>The link makes sure that only you can set up this shop. It works for 30 minutes; restart Perkmint to get a new one.</p>
<details><summary>Several businesses on one server?</summary><p>Create an admin with <code>perkmint init</code> instead.</p></details>`,
  });
}
