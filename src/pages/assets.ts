/**
 * Submits the setup form with the token from the page's URL, and shows errors at their fields. The token leaves the URL, so
 * that it is not in the history; with the typed values it stays in the tab until the setup is done, for a reload.
 */
export const SETUP_SCRIPT = `
const form = document.querySelector('form');
const texts = JSON.parse(form.dataset.texts);
const outcome = document.getElementById('outcome');
const reveal = document.getElementById('reveal');
const inputs = [...form.querySelectorAll('input')];
const kept = inputs.filter(input => input.type !== 'password');
const recall = name => { try { return sessionStorage.getItem('setup.' + name) || ''; } catch { return ''; } };
const keep = (name, value) => { try { sessionStorage.setItem('setup.' + name, value); } catch {} };
const token = new URLSearchParams(location.search).get('token') || recall('token');
history.replaceState(null, '', location.pathname);
keep('token', token);
for (const input of kept) {
  input.value ||= recall(input.name);
  input.addEventListener('input', () => keep(input.name, input.value));
}
const say = text => {
  outcome.textContent = text;
  outcome.className = 'failed';
  outcome.focus();
};
const mark = (input, text) => {
  document.getElementById(input.id + '-error').textContent = text;
  if (text) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
};
const focusFirst = () => {
  const first = inputs.find(input => input.hasAttribute('aria-invalid'));
  if (first) first.focus();
  return first !== undefined;
};
for (const input of inputs) input.addEventListener('input', () => mark(input, ''));
reveal.addEventListener('click', () => {
  const input = document.getElementById('password');
  const isShown = input.type === 'text';
  input.type = isShown ? 'password' : 'text';
  reveal.textContent = isShown ? texts.show : texts.hide;
  reveal.setAttribute('aria-pressed', String(!isShown));
});
if (!token) say(texts.incomplete);
const refuse = error => {
  if (error.code === 'UNAUTHENTICATED')
    return say(texts.used);
  if (error.code === 'CONFLICT') return location.assign('/dashboard');
  for (const { field, issue } of error.details || []) {
    const input = inputs.find(({ name }) => name === field);
    if (input) mark(input, field === 'password' ? texts.weakPassword : input.labels[0].textContent + ' ' + issue);
  }
  if (error.code === 'EMAIL_TAKEN') mark(document.getElementById('email'), error.message);
  if (!focusFirst()) say(error.message);
};
form.addEventListener('submit', async event => {
  event.preventDefault();
  outcome.textContent = '';
  for (const input of inputs) {
    const isEmpty = input.value.trim() === '';
    mark(input, isEmpty || !input.checkValidity() ? input.dataset.problem : '');
  }
  if (focusFirst()) return;
  const button = form.querySelector('button:not([type])');
  button.disabled = true;
  try {
    const answer = await fetch(form.dataset.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Perkmint-Page': '1' },
      body: JSON.stringify({ action: 'setup', token, ...Object.fromEntries(new FormData(form)) }),
    });
    const body = await answer.json();
    if (!answer.ok) return refuse(body.error);
    try { sessionStorage.clear(); } catch {}
    location.replace(form.dataset.next);
  } catch {
    say(texts.silent);
  } finally {
    button.disabled = false;
  }
});
`;
