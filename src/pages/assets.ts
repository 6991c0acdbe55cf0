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
if (!token) say('This link is incomplete. Open the full setup link that the server printed; restart the server to get a new one.', true);
form.addEventListener('submit', async event => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  const fields = Object.fromEntries(new FormData(form));
  try {
    const answer = await fetch(form.dataset.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Perkmint-Page': '1' },
      body: JSON.stringify({ action: form.dataset.action, token, ...fields }),
    });
    const body = await answer.json();
    if (answer.ok) {
      location.assign(form.dataset.next);
      form.remove();
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
