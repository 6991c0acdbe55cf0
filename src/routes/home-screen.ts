import { Elysia } from 'elysia';
import type { Ctx } from '../context.ts';
import { notFound } from '../errors.ts';
import { api } from '../http/api.ts';
import { StaticResponseCache } from '../http/static-response-cache.ts';
import { ICON_PATHS, loadBundle } from '../pages/bundle.ts';
import { buildShopManifest, buildWebManifest, ICON_COLORS, MANIFEST_PATH } from '../pages/web-manifest.ts';
import { buildWorker, WORKER_PATH, WORKER_POLICY } from '../pages/worker.ts';
import { drawColoredIcon, drawLogoIcon, getHomeScreen, SHOP_ICON_SIZES } from '../shops/home-screen.ts';
import { drawPagePreview, type Preview, previewLink, previewShop } from '../shops/preview.ts';
import { getLink, getShop, LINKS_PATH, SHOPS_PATH } from '../shops/service.ts';

/** The address of an icon names its version. */
const CACHE_ICON = 'public, max-age=604800';
/** Networks keep a picture; its address in the page names its version. */
const CACHE_PREVIEW = 'public, max-age=86400';
/** Browsers ask again each time they check an installed app or the service worker. */
const REVALIDATE = 'public, no-cache';
const MANIFEST_TYPE = 'application/manifest+json';

const SCRIPT_TYPE = 'text/javascript;charset=utf-8';

const manifestCache = new StaticResponseCache();
const iconCache = new StaticResponseCache();
const previewCache = new StaticResponseCache();

interface ShopRequest {
  ctx: Ctx;
  request: Request;
  params: { slug: string };
}

function webManifest({ request }: { request: Request }): Promise<Response> {
  return manifestCache.respond(request, 'manifest', buildWebManifest, { contentType: MANIFEST_TYPE });
}

/** Serves the service worker; browsers compare it with theirs at each visit. */
function worker({ request }: { request: Request }): Promise<Response> {
  return manifestCache.respond(request, 'worker', async () => buildWorker(await loadBundle()), {
    contentType: SCRIPT_TYPE,
    cacheControl: REVALIDATE,
    headers: { 'Content-Security-Policy': WORKER_POLICY },
  });
}

/** @throws NOT_FOUND */
async function shopManifest({ ctx, request, params }: ShopRequest): Promise<Response> {
  const shop = await getHomeScreen(ctx, params.slug);
  const text = JSON.stringify(buildShopManifest(shop));
  return manifestCache.respond(request, text, () => text, {
    contentType: MANIFEST_TYPE,
    cacheControl: REVALIDATE,
  });
}

/** Draws the shop's logo, or else the app's icon in the shop's color. @throws NOT_FOUND */
async function shopIcon({
  ctx,
  request,
  params,
}: ShopRequest & { params: { size: string } }): Promise<Response> {
  const size = SHOP_ICON_SIZES.find(known => String(known) === params.size);
  if (!size) throw notFound({ kind: 'file', field: 'size' });
  const shop = await getHomeScreen(ctx, params.slug);
  const { slug, version, accentColor } = shop;
  const draw = async () =>
    (await drawLogoIcon(ctx, shop, size)) ??
    (await drawColoredIcon(ctx, {
      image: await readAppIcon(),
      size,
      from: ICON_COLORS,
      ground: accentColor ?? ICON_COLORS.ground,
    }));
  return iconCache.respond(request, `${slug} ${version} ${size}`, draw, {
    contentType: 'image/png',
    cacheControl: CACHE_ICON,
  });
}

async function readAppIcon(): Promise<Uint8Array> {
  const { assets } = await loadBundle();
  const name = ICON_PATHS.large.split('/').at(-1) as string;
  return Bun.gunzipSync(Buffer.from(assets[name]?.packed ?? '', 'base64'));
}

/** Draws the picture that chats and social networks show beside a link to the shop. @throws NOT_FOUND */
async function shopPreview({ ctx, request, params }: ShopRequest): Promise<Response> {
  return respondWithPreview(ctx, request, previewShop(await getShop(ctx, params.slug)));
}

/** Same as shopPreview, for a campaign. @throws NOT_FOUND */
async function linkPreview({ ctx, request, params }: ShopRequest): Promise<Response> {
  return respondWithPreview(ctx, request, previewLink(await getLink(ctx, params.slug)));
}

function respondWithPreview(ctx: Ctx, request: Request, preview: Preview): Promise<Response> {
  // The version alone names what is drawn, so that a campaign's picture is drawn again only when it changes.
  return previewCache.respond(request, preview.version, () => drawPagePreview(ctx, preview), {
    contentType: 'image/png',
    cacheControl: CACHE_PREVIEW,
  });
}

/** Leads clients that don't read the page, such as feed readers, to its icon. */
function favicon(): Response {
  return new Response(null, { status: 302, headers: { Location: ICON_PATHS.favicon } });
}

const bundled = { access: 'public', tier: 'asset', detail: { hide: true } } as const;
/** Has its own `detail`, because macros modify it. */
const perShop = { access: 'public', tier: 'page', detail: { hide: true } } as const;

/** Serves what puts the pages on a phone's home screen, and the pictures of their links. */
export const homeScreenRoutes = new Elysia({ name: 'home-screen' })
  .use(api)
  .get(MANIFEST_PATH, webManifest, bundled)
  .get(WORKER_PATH, worker, bundled)
  .get('/favicon.ico', favicon, bundled)
  .get(`${SHOPS_PATH}/:slug/manifest.webmanifest`, shopManifest, perShop)
  .get(`${SHOPS_PATH}/:slug/icons/:size`, shopIcon, perShop)
  .get(`${SHOPS_PATH}/:slug/preview.png`, shopPreview, perShop)
  .get(`${LINKS_PATH}/:slug/preview.png`, linkPreview, perShop);
