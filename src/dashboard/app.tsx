/**
 * The dashboard (/dashboard…) and the customer pages (/, /campaigns/…, /my/…): one script, a chunk a page.
 *
 * To add a page:
 * 1. `pages/<audience>/<name>.tsx` with a default export `(props: PageProps) => JSX`, which begins with
 *    `<PageHead title=… />`. Under 300 lines; what it shares goes to `pages/<audience>/` too, what all share to `ui/`.
 * 2. A row in `routes-business.ts` or `routes-customer.ts`: path, title, audience, `load: () => import(…)`, and
 *    `menu` if it stands in the menu. The server answers every address under /dashboard, /my and /campaigns already.
 * 3. Read with `useResource(abort => send(api.….get({ query, ...abort })), [inputs], { live: ['campaign.'] })` and
 *    draw with `<Loaded resource empty isEmpty>`: loading, failed, empty and there are its business. Filters and page
 *    numbers live in the address: `query.value.get('state')`, `setQuery({ state })`, `pageQuery()`.
 *    Customers have no stream of events: `usePolling(resource.reload, isWaiting)`; the market is live by `useMarket`.
 * 4. Write with `useAction(async () => { await send(api.….post(body)); toast('…'); })`: `<form onSubmit={a.submit}>`,
 *    `error={a.of('reward.value')}` at each field, `<FormError error={a.error.value} />` above the buttons,
 *    `busy={a.isBusy}` on the button. Idempotency keys are sent by themselves. What cannot be taken back asks with
 *    `<Confirm>`. A form ends with `<AsCode operation values />`. An admin acts for a business: spread `tenant()`.
 * 5. No `style` attributes in markup (the policy forbids them), no address of another host, icons from `ui/icon.tsx`,
 *    colours only as tokens of `styles/tokens.css`, no `:is()` in styles (its fallbacks outweigh what follows). Charts and the like come in by `lazily(() => import(…))`.
 * 6. A scene in `test/e2e/browser/pages-<name>.ts`: what somebody does, screenshots at 360 and 1280, axe in both themes.
 */
import { render } from 'preact';
import { matchRoute, startRouter } from './data/router.ts';
import { loadSession } from './data/session.ts';
import { ROUTES } from './routes.ts';
import { App } from './shell/app-shell.tsx';

startRouter(pathname => matchRoute(ROUTES, pathname) !== undefined);
// Without an answer the pages act as for nobody, and the log-in page shows what is wrong.
loadSession().catch(() => {});
render(<App />, document.getElementById('app') as HTMLElement);
