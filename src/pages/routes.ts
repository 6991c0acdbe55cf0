import { Elysia } from 'elysia';
import { api } from '../http/api.ts';
import { type Html, landing, resetPage, setupPage } from './html.ts';

/** A handler that answers the page, which is made once. */
function page({ text, policy }: Html): () => Response {
  const headers = {
    'Content-Type': 'text/html;charset=utf-8',
    'Content-Security-Policy': policy,
    // The address holds a one-time token: it must not travel to anybody else.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  return () => new Response(text, { headers });
}

const shown = { access: 'public', tier: 'relaxed', detail: { hide: true } } as const;

/** The pages that people open in a browser, beside the API and outside its prefix. */
export const pageRoutes = new Elysia({ name: 'pages' })
  .use(api)
  .get('/', page(landing()), shown)
  .get('/setup', page(setupPage()), shown)
  .get('/reset', page(resetPage()), shown);
