/** Runs before the first paint: a theme that somebody chose must not flash in after the one of the system. */
const chosen = localStorage.getItem('theme');
if (chosen) document.documentElement.dataset.theme = chosen;
