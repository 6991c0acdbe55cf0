import { Elysia } from 'elysia';
import { PATHS } from '../apps/rules/metadata.ts';
import { isSetUp } from '../auth/service/register.ts';
import { readBrowserKey } from '../connections/browser-binding.ts';
import { ConnectionQuery } from '../connections/model.ts';
import { finishInBrowser } from '../connections/service/finish.ts';
import type { Ctx } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { ATTACHMENTS, findGuide, GUIDES_PATH, type Guide, guideIndex } from '../guides/index.ts';
import { api } from '../http/api.ts';
import { StaticResponseCache } from '../http/static-response-cache.ts';
import { ASSETS_PATH, type Asset, loadBundle, PACKING } from '../pages/bundle.ts';
import { connectedPage, type Html, notConnectedPage } from '../pages/html.ts';
import { choosePageLocale, findRequestLocale } from '../pages/locale.ts';
import { setupDonePage, setupPage, setupPendingPage } from '../pages/setup-page.ts';
import { describePage, findRoute, type PageApp, type ShellFor, shell } from '../pages/shell.ts';
import type { Locale } from '../platform/locales.ts';
import { toHomeScreen, toIconPath } from '../shops/home-screen.ts';
import { describeLink, describeShop } from '../shops/metadata.ts';
import { getLink, getShop, LINKS_PATH, SHOPS_PATH } from '../shops/service.ts';
import { appleWalletRoutes } from './apple-wallet.ts';
import { homeScreenRoutes } from './home-screen.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';

const NOT_FOUND_STATUS = 404;
/** A page of development builds, which have the pseudo-locale, too. */
const STYLEGUIDE_PATH = '/dashboard/styleguide';
const CACHE_FOREVER = 'public, max-age=31536000, immutable';

const PAGE_HEADERS = { 'X-Frame-Options': 'DENY' };

/** Returns a page with its Content-Security-Policy. */
function toResponse({ text, policy }: Html, status = 200): Response {
  const headers = {
    ...PAGE_HEADERS,
    'Content-Type': 'text/html;charset=utf-8',
    'Content-Security-Policy': policy,
  };
  return new Response(text, { status, headers });
}

/** A document of the app, and the same gzipped for the clients that accept it. */
interface Shell {
  html: Html;
  packed?: Uint8Array<ArrayBuffer>;
}

const shells = new Map<string, Shell>();

interface PageRequest {
  ctx: Ctx;
  request: Request;
}

/** Creates a handler that returns the app, or how to set up an installation that has no owner yet. */
function orSetup(respond: (request: PageRequest) => Promise<Response>) {
  return async (page: PageRequest): Promise<Response> =>
    (await isReady(page.ctx)) ? respond(page) : toLocalized(page.request, setupPendingPage);
}

/** Returns the setup form; when an installation is set up, where to go instead. */
async function setup({ ctx, request }: PageRequest): Promise<Response> {
  return toLocalized(request, (await isReady(ctx)) ? setupDonePage : setupPage);
}

/** Returns a page that loads nothing, in the language of the request. */
function toLocalized({ headers }: Request, render: (locale: Locale) => Html, status?: number): Response {
  const response = toResponse(render(findRequestLocale(headers) ?? 'en'), status);
  response.headers.set('Vary', 'Accept-Language, Cookie');
  return response;
}

/** Returns whether there is an owner or an admin. The app itself says that the database can't be read. */
function isReady(ctx: Ctx): Promise<boolean> {
  return isSetUp(ctx).catch(() => true);
}

/** Returns the document of the dashboard or the customer pages, whose script renders the page for the URL. */
async function getShell(target: ShellFor, request: Request, shopLocale?: string | null): Promise<Shell> {
  const bundle = await loadBundle();
  const route = findRoute(bundle, new URL(request.url).pathname);
  const hasPseudo = STYLEGUIDE_PATH in bundle.pages;
  const locale = choosePageLocale(request.headers, { shopLocale, hasPseudo });
  const name = `${target} ${locale} ${route}`;
  const found = shells.get(name) ?? { html: shell(bundle, target, { route, locale }) };
  shells.set(name, found);
  return found;
}

/** Returns a shell, gzipped once for the clients that accept it. */
async function shellResponse(target: ShellFor, request: Request, status?: number): Promise<Response> {
  const found = await getShell(target, request);
  return toGzipResponse(found.html, request, status, () => {
    found.packed ??= Bun.gzipSync(found.html.text, PACKING);
    return found.packed;
  });
}

/** Returns a page, gzipped for the clients that accept it. */
function toGzipResponse(
  html: Html,
  request: Request,
  status?: number,
  pack = () => Bun.gzipSync(html.text),
): Response {
  const response = toResponse(html, status);
  response.headers.set('Vary', 'Accept-Encoding, Accept-Language, Cookie');
  if (!acceptsGzip(request)) return response;
  response.headers.set('Content-Encoding', 'gzip');
  return new Response(pack(), response);
}

function acceptsGzip(request: Request): boolean {
  return request.headers.get('accept-encoding')?.includes('gzip') ?? false;
}

function app({ request }: { request: Request }): Promise<Response> {
  return shellResponse('customers', request);
}

function dashboard({ request }: { request: Request }): Promise<Response> {
  return shellResponse('dashboard', request);
}

interface PublicPage {
  ctx: Ctx;
  request: Request;
  params: Record<string, string>;
}

/** Serves the pages of a shop; an earlier address leads to the present one. */
async function shopPage({ ctx, request, params: { slug = '' } }: PublicPage): Promise<Response> {
  const shop = await orUndefined(getShop(ctx, slug));
  if (!shop) return shellResponse('customers', request, NOT_FOUND_STATUS);
  if (shop.slug !== slug) {
    const { pathname, search } = new URL(request.url);
    const page = pathname.split('/').slice(3);
    const location = [SHOPS_PATH, shop.slug, ...page].join('/') + search;
    return new Response(null, { status: 301, headers: { Location: location } });
  }
  const { html } = await getShell('customers', request);
  return toGzipResponse(describePage(html, { ...describeShop(shop), app: toPageApp(shop) }), request);
}

/** Serves the page of a campaign, under its short link or its ID. */
async function campaignPage({ ctx, request, params }: PublicPage): Promise<Response> {
  const link = await orUndefined(getLink(ctx, params.slug ?? params['*'] ?? ''));
  if (!link) return shellResponse('customers', request, NOT_FOUND_STATUS);
  const { html } = await getShell('customers', request);
  return toGzipResponse(describePage(html, { ...describeLink(link), app: toPageApp(link.shop) }), request);
}

/** Returns what a phone puts on its home screen from the pages of a shop. */
function toPageApp(face: Parameters<typeof toHomeScreen>[0]): PageApp {
  const shop = toHomeScreen(face);
  const { name, manifestPath, accentColor } = shop;
  return { name, manifestPath, touchIconPath: toIconPath(shop, 180), color: accentColor ?? undefined };
}

/** @throws NOT_FOUND for a name that this build does not have */
async function asset({ params, request }: { params: { name: string }; request: Request }): Promise<Response> {
  const { assets } = await loadBundle();
  if (!Object.hasOwn(assets, params.name)) throw notFound({ kind: 'file', field: 'name' });
  const { contentType, packed } = assets[params.name] as Asset;
  const bytes = Buffer.from(packed, 'base64');
  const isPacked = acceptsGzip(request);
  const headers = {
    'Content-Type': contentType,
    'Cache-Control': CACHE_FOREVER,
    Vary: 'Accept-Encoding',
    // The file name contains a content hash, so it identifies the version.
    ETag: `"${params.name}${isPacked ? '' : '-plain'}"`,
  };
  if (request.headers.get('if-none-match') === headers.ETag)
    return new Response(null, { status: 304, headers });
  if (!isPacked) return new Response(Bun.gunzipSync(bytes), { headers });
  return new Response(bytes, { headers: { ...headers, 'Content-Encoding': 'gzip' } });
}

/** Handles the OAuth redirect and completes the connection that the browser started. */
async function finishConnection(ctx: Ctx, platform: string, query: ConnectionQuery, request: Request) {
  try {
    const key = readBrowserKey(request.headers, platform);
    const connection = await finishInBrowser(ctx, platform, query, key);
    return toLocalized(request, locale => connectedPage(locale, connection));
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 500) throw error;
    const { message, status } = error;
    return toLocalized(request, locale => notConnectedPage(locale, message), status);
  }
}

/** @throws any error except NOT_FOUND */
async function orUndefined<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const guideCache = new StaticResponseCache();
const MARKDOWN_TYPE = 'text/markdown;charset=utf-8';

/** Responds with a page of the guides, or with its source to a client that prefers Markdown. */
async function guideResponse(
  request: Request,
  key: string,
  markdown: string,
  guide?: Guide,
): Promise<Response> {
  if (request.headers.get('accept')?.includes('text/markdown'))
    return await markdownResponse(request, key, markdown);
  const { text, policy } = await renderOnce(guide);
  return await guideCache.respond(request, `page ${key}`, () => text, {
    contentType: 'text/html;charset=utf-8',
    headers: { ...PAGE_HEADERS, 'Content-Security-Policy': policy, Vary: 'Accept' },
  });
}

function markdownResponse(request: Request, key: string, markdown: string): Promise<Response> {
  return guideCache.respond(request, `source ${key}`, () => markdown, {
    contentType: MARKDOWN_TYPE,
    headers: { Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' },
  });
}

const pagesByName = new Map<string, Html>();

/**
 * Returns the page of a guide, or their list without one; each is rendered on the first request. The renderer is loaded then,
 * because it would delay the start of every server.
 */
async function renderOnce(found?: Guide): Promise<Html> {
  const name = found?.name ?? '';
  const rendered = pagesByName.get(name);
  if (rendered) return rendered;
  const { guideIndexPage, guidePage } = await import('../guides/render.ts');
  const page = found ? guidePage(found) : guideIndexPage();
  pagesByName.set(name, page);
  return page;
}

function guideList({ request }: { request: Request }): Promise<Response> {
  return guideResponse(request, '', guideIndex());
}

/** @throws NOT_FOUND for a name without a guide */
async function guide({
  params: { name },
  request,
}: {
  params: { name: string };
  request: Request;
}): Promise<Response> {
  if (Object.hasOwn(ATTACHMENTS, name)) {
    return guideCache.respond(request, name, () => ATTACHMENTS[name], { headers: { Vary: 'Accept' } });
  }
  const found = findGuide(name.replace(/\.md$/, ''));
  if (!found) throw notFound({ kind: 'guide', field: 'name' });
  if (name.endsWith('.md')) return markdownResponse(request, found.name, found.markdown);
  return guideResponse(request, name, found.markdown, found);
}

const shown = { access: 'public', tier: 'page', detail: { hide: true } } as const;
/** Has its own `detail`, because macros modify it. */
const bundled = { access: 'public', tier: 'asset', detail: { hide: true } } as const;

/** Serves the pages for browsers, outside the API prefix. */
export const pageRoutes = new Elysia({ name: 'pages' })
  .use(api)
  .use(homeScreenRoutes)
  .use(appleWalletRoutes)
  .use(unsubscribeRoutes)
  .get('/', orSetup(app), shown)
  .get('/login', orSetup(app), shown)
  .get('/register', app, shown)
  .get('/forgot', app, shown)
  .get('/reset', app, shown)
  .get('/confirm-email', app, shown)
  .get(PATHS.authorize, app, shown)
  .get('/claim', app, shown)
  // Without the rest of the path, as after shortening a link, the pages show that the page was not found.
  .get('/campaigns', app, shown)
  .get('/campaigns/*', campaignPage, shown)
  .get(`${LINKS_PATH}/:slug`, campaignPage, shown)
  .get(`${SHOPS_PATH}/:slug`, shopPage, shown)
  .get(`${SHOPS_PATH}/:slug/join`, shopPage, shown)
  .get('/my', app, shown)
  .get('/my/*', app, shown)
  .get('/counter', dashboard, shown)
  .get('/dashboard', orSetup(dashboard), shown)
  .get('/dashboard/*', dashboard, shown)
  .get(`${ASSETS_PATH}/:name`, asset, bundled)
  .get(GUIDES_PATH, guideList, shown)
  .get(`${GUIDES_PATH}/:name`, guide, shown)
  .get('/setup', setup, shown)
  .get(
    '/oauth/:platform',
    ({ ctx, params, query, request }) => finishConnection(ctx, params.platform, query, request),
    { ...shown, query: ConnectionQuery },
  );
