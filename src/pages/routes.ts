import { Elysia } from 'elysia';
import { browserKeyIn } from '../connections/browser.ts';
import { ConnectionQuery } from '../connections/model.ts';
import { finishInBrowser } from '../connections/service/finish.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { api } from '../http/api.ts';
import { connectedPage, type Html, landing, notConnectedPage, resetPage, setupPage } from './html.ts';

/** A handler that answers the page, which is made once. */
function page(html: Html): () => Response {
  return () => answer(html);
}

function answer({ text, policy }: Html, status = 200): Response {
  const headers = {
    'Content-Type': 'text/html;charset=utf-8',
    'Content-Security-Policy': policy,
    // The address holds a one-time token: it must not travel to anybody else.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
  };
  return new Response(text, { status, headers });
}

/** Where a platform sends a person back to: what the browser brings finishes what it began. */
async function finishing(ctx: Ctx, platform: string, query: ConnectionQuery, headers: Headers) {
  try {
    const key = browserKeyIn(headers, platform);
    return answer(connectedPage(await finishInBrowser(ctx, platform, query, key)));
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 500) throw error;
    return answer(notConnectedPage(error.message), error.status);
  }
}

const shown = { access: 'public', tier: 'relaxed', detail: { hide: true } } as const;

/** The pages that people open in a browser, beside the API and outside its prefix. */
export const pageRoutes = new Elysia({ name: 'pages' })
  .use(api)
  .get('/', page(landing()), shown)
  .get('/setup', page(setupPage()), shown)
  .get('/reset', page(resetPage()), shown)
  .get(
    '/oauth/:platform',
    ({ ctx, params, query, request }) => finishing(ctx, params.platform, query, request.headers),
    { ...shown, query: ConnectionQuery },
  );
