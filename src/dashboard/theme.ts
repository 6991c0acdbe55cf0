/** Applies the chosen theme before the first paint so that the system theme doesn't flash. */
const chosen = localStorage.getItem('theme');
if (chosen) document.documentElement.dataset.theme = chosen;
