/**
 * Runs before the first paint and before the app's script is there. It is a classic script, so it imports nothing.
 */

// Applies the chosen theme, so that the system theme doesn't flash; ThemeSwitch does the same on a change.
const chosen = localStorage.getItem('theme');
if (chosen) {
  document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]'))
    meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
}

// Most of the time until a page can be used is waiting for one response after another; loadSession takes this one over.
globalThis.earlySession = fetch('/session');

// An error before the first render would leave the page blank. The texts may have failed to load, so this one is English.
addEventListener(
  'error',
  ({ target }) => {
    const app = document.getElementById('app');
    // The app can start without its fonts, which fail here as well. A link with a target is not for the router.
    if (app?.innerHTML === '' && (target === window || 'src' in (target as Element)))
      app.innerHTML =
        "<main class=unscripted lang=en dir=ltr>This page couldn't be started. <a href target=_self>Reload page</a></main>";
  },
  true,
);
