/**
 * Applies the chosen theme before the first paint so that the system theme doesn't flash. It runs as a classic script, so it
 * imports nothing; ThemeSwitch does the same on a change.
 */
const chosen = localStorage.getItem('theme');
if (chosen) {
  document.documentElement.dataset.theme = chosen;
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[data-theme]'))
    meta.media = meta.dataset.theme === chosen ? 'all' : 'not all';
}
