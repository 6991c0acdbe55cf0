/**
 * The dashboard (/dashboard…) and the customer pages (/, /campaigns/…, /my/…): one script, one chunk per page.
 * README.md describes how to add a page.
 */
import { render } from 'preact';
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

/** Time between attempts to load the texts, without which there is nothing to show. */
const RETRY_MS = 3_000;
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
const start = () => {
  loadMessages().then(renderApp, () => {
    // early.ts shows a text.
    dispatchEvent(new Event('error'));
    setTimeout(start, RETRY_MS);
  });
};
start();
