import { Type } from '@sinclair/typebox';
import { Elysia } from 'elysia';
import { api, describeRoute } from '../http/api.ts';
import { ok, page, success } from '../http/envelope.ts';
import { hideCosts } from '../http/hide-costs.ts';
import { languageQuery, rankedQuery, searchQuery } from '../http/paginate.ts';
import { respondWithEtag } from '../http/static-response-cache.ts';
import { PublicAddress, PublicAddressChange } from '../installation/model.ts';
import { getPublicAddress, setPublicAddress } from '../installation/service.ts';
import { CampaignLink, Shop, ShopSummary } from '../shops/model.ts';
import * as shops from '../shops/service.ts';

const PathSlug = Type.Object({ slug: Type.String({ description: 'Slug of the page, or the record ID' }) });
const InLanguage = Type.Object(languageQuery);
/** Browsers ask again each time, because a page must not show an ended campaign as open. */
const REVALIDATE = 'public, no-cache';
/** The path of a logo names its version. */
const CACHE_LOGO = 'public, max-age=86400';
const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];

/** Serves the data of the public pages and their address. */
export const shopRoutes = new Elysia({ name: 'shops', tags: ['Public pages'] })
  .use(api)
  .get(
    '/shops',
    async ({ ctx, query, request }) =>
      respondWithEtag(request, success(await shops.listShops(ctx, query)), REVALIDATE),
    {
      access: 'public',
      tier: 'public',
      anyOrigin: true,
      query: rankedQuery({ q: searchQuery('Search the name') }),
      response: page(ShopSummary),
      detail: describeRoute('listShops', 'List the shops that have an open campaign, by name', {
        description: 'The order ignores the case of the letters A to Z.',
        cached: true,
      }),
    },
  )
  .get(
    '/shops/:slug',
    async ({ ctx, params, query, request }) =>
      // Whatever the caller: a shop's page is for customers, and its programs name items.
      respondWithEtag(
        request,
        hideCosts(success(await shops.getShop(ctx, params.slug, query.locale))),
        REVALIDATE,
      ),
    {
      access: 'public',
      tier: 'public',
      anyOrigin: true,
      params: PathSlug,
      query: InLanguage,
      response: ok(Shop),
      detail: describeRoute('getShop', 'Get the public page of a shop', {
        cached: true,
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .get(
    '/shops/:slug/logo',
    async ({ ctx, params }) => {
      const { file, mediaType } = await shops.openLogo(ctx, params.slug);
      return new Response(file, {
        headers: {
          'Content-Type': mediaType,
          'Cache-Control': CACHE_LOGO,
          // Keeps browsers from executing a file that is both an image and a page.
          'Content-Security-Policy': "default-src 'none'; sandbox",
        },
      });
    },
    {
      access: 'public',
      tier: 'public',
      params: PathSlug,
      detail: describeRoute('getShopLogo', 'Get the logo of a shop', {
        errors: ['NOT_FOUND'],
        produces: LOGO_TYPES,
      }),
    },
  )
  .get(
    '/links/:slug',
    async ({ ctx, params, query, request }) =>
      respondWithEtag(request, success(await shops.getLink(ctx, params.slug, query.locale)), REVALIDATE),
    {
      access: 'public',
      tier: 'public',
      anyOrigin: true,
      params: PathSlug,
      query: InLanguage,
      response: ok(CampaignLink),
      detail: describeRoute('getLink', 'Get the public page of a campaign by its short link', {
        cached: true,
        errors: ['NOT_FOUND'],
      }),
    },
  )
  .get('/public-address', async ({ ctx }) => success(await getPublicAddress(ctx)), {
    access: 'business',
    scope: 'read',
    tier: 'relaxed',
    response: ok(PublicAddress),
    detail: describeRoute('getPublicAddress', 'Get the address at which customers reach this installation'),
  })
  .put('/public-address', async ({ ctx, body }) => success(await setPublicAddress(ctx, body)), {
    access: 'business',
    scope: 'manage',
    permission: 'settings',
    tier: 'standard',
    idempotent: true,
    body: PublicAddressChange,
    response: ok(PublicAddress),
    detail: describeRoute('setPublicAddress', 'Set the address at which customers reach this installation', {
      errors: ['CONFLICT'],
    }),
  });
