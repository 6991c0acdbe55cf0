/**
 * The dashboard (/dashboard…) and the customer pages (/, /campaigns/…, /my/…): one script, one chunk per page.
 * README.md describes how to add a page.
 */
import { render } from 'preact';
import { pageFetch } from './data/api.ts';
import { matchRoute, startRouter } from './data/router.ts';
import { caller, loadSession } from './data/session.ts';
import { watchForms } from './data/unsaved.ts';
import { loadMessages } from './messages/area.ts';
import { ROUTES } from './routes.ts';
import { App } from './shell/app-shell.tsx';
import { ErrorBoundary } from './ui/error-boundary.tsx';

watchForms();
startRouter(pathname => matchRoute(ROUTES, pathname) !== undefined);
// If this fails, treat the visitor as logged out; the login page shows the error.
loadSession().catch(() => {
  caller.value = null;
});
import('./data/offline.tsx').catch(() => {});

/** Time between attempts to start, as long as the texts are missing, without which there is nothing to show. */
const RETRY_MS = 3_000;
/** Opens the page again once the server responds: browsers keep the failure of an import until then. */
const restartLater = () => {
  setTimeout(async () => {
    const response = await pageFetch(location.href).catch(() => undefined);
    if (response?.ok) location.reload();
    else restartLater();
  }, RETRY_MS);
};
const renderApp = () => {
  const app = (
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  );
  const place = document.getElementById('app') as HTMLElement;
  // Removes the text of a failed start.
  place.replaceChildren();
  render(app, place);
};
loadMessages().then(renderApp, () => {
  // early.ts shows a text.
  dispatchEvent(new Event('error'));
  restartLater();
});
