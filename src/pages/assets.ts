/** The style of all pages: one column, system fonts, light and dark mode, large touch targets. */
export const STYLE = `
:root { color-scheme: light dark; --accent: #0b6e4f; --bad: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --accent: #7fd8b4; --bad: #ffb4ab; } }
* { box-sizing: border-box; }
body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 0 auto; padding: 2rem 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.2; }
h2 { font-size: 1.15rem; }
a { color: var(--accent); }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere; }
label { display: block; margin: 1rem 0 .35rem; font-weight: 600; }
input, button { font: inherit; width: 100%; min-height: 2.75rem; padding: .5rem .75rem; border-radius: .5rem; }
input { border: 1px solid #767676; background: Field; color: FieldText; }
button { margin-top: 1.25rem; border: 0; background: #0b6e4f; color: #fff; font-weight: 600; cursor: pointer; }
button:disabled { opacity: .6; cursor: progress; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice { font-weight: 400; }
.choice input { width: auto; min-height: 0; margin-right: .35rem; }
.hint { margin: .25rem 0 0; font-size: .875rem; opacity: .8; }
.failed { color: var(--bad); }
`;

/** Submits a page's form to POST /auth with the token from the page's URL, and shows the result. */
export const FORM_SCRIPT = `
const form = document.querySelector('form');
const outcome = document.getElementById('outcome');
const token = new URLSearchParams(location.search).get('token') || '';
history.replaceState(null, '', location.pathname);
const say = (text, failed) => {
  outcome.textContent = text;
  outcome.className = failed ? 'failed' : '';
  outcome.focus();
};
if (!token) say('This link is incomplete. Open the full link that you received.', true);
form.addEventListener('submit', async event => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  const fields = Object.fromEntries(new FormData(form));
  if (fields.leaveBusiness) fields.leaveBusiness = true;
  try {
    const answer = await fetch(form.dataset.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Perkmint-Page': '1' },
      body: JSON.stringify({ action: form.dataset.action, token, ...fields }),
    });
    const body = await answer.json();
    if (answer.ok) {
      if (form.dataset.next) location.assign(form.dataset.next);
      form.remove();
      document.getElementById('login')?.removeAttribute('hidden');
      say(form.dataset.done, false);
    } else {
      say(body.error.message + ' (request ' + answer.headers.get('X-Request-Id') + ')', true);
    }
  } catch {
    say('The server is not reachable. Try again shortly.', true);
  } finally {
    button.disabled = false;
  }
});
`;
