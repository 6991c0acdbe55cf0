/**
 * The dashboard (/dashboard…) and the customer pages (/, /campaigns/…, /my/…): one script, one chunk per page.
 *
 * To add a page:
 * 1. `pages/<audience>/<name>.tsx` with a default export `(props: PageProps) => JSX`, that starts with
 *    `<PageHead title=… />`. Code shared within an audience goes to `pages/<audience>/`, code shared by all to `ui/`.
 * 2. A route in `routes-business.ts` or `routes-customer.ts`: path, title, audience, `load: () => import(…)`, and
 *    `menu` for a menu entry. The server already serves every path under /dashboard, /my and /campaigns.
 * 3. Read with `useResource(abort => send(api.….get({ query, ...abort })), [inputs], { live: ['campaign.'] })` and
 *    render with `<Loaded resource empty isEmpty>`, which handles loading, errors and empty lists. Filters and page
 *    numbers live in the query: `query.value.get('state')`, `setQuery({ state })`, `pageQuery()`.
 *    Customers have no event stream: use `usePolling(resource.reload, isPending)`; `useMarket` streams the market.
 * 4. Write with `useAction(async () => { await send(api.….post(body)); toast('…'); })`: `<form onSubmit={a.submit}>`,
 *    `error={a.of('reward.value')}` at each field, `<FormError error={a.error.value} />` above the buttons,
 *    `busy={a.isBusy}` on the button. Idempotency keys are sent automatically. Irreversible actions ask with
 *    `<Confirm>`. A form ends with `<AsCode operation values />`. For admins, who act for a business, spread `tenant()`.
 * 5. No `style` attributes (forbidden by the CSP), no requests to other hosts, icons from `ui/icon.tsx`, colors only
 *    from `styles/tokens.css`, no `:is()` in styles (it raises specificity). Load charts through `lazyComponent`.
 * 6. A scene in `test/e2e/browser/pages-<name>.ts`: a user flow with screenshots at 360 and 1280 px and axe in both themes.
 */
import { render } from 'preact';
import { matchRoute, startRouter } from './data/router.ts';
import { loadSession } from './data/session.ts';
import { ROUTES } from './routes.ts';
import { App } from './shell/app-shell.tsx';

startRouter(pathname => matchRoute(ROUTES, pathname) !== undefined);
// If this fails, treat the visitor as logged out; the login page shows the error.
loadSession().catch(() => {});
render(<App />, document.getElementById('app') as HTMLElement);
