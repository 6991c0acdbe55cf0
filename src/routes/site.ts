import { type AnyElysia, Elysia } from 'elysia';
import { globalHooks } from '../http/api.ts';
import { type RouteTable, readRoutes } from '../http/routes.ts';
import { API_PREFIX, createApiRoutes } from './api.ts';
import { appRoutes } from './apps.ts';
import { manifestRoutes } from './descriptions.ts';
import { pageWalletRoutes } from './exchange.ts';
import { pageRoutes } from './pages.ts';
import { deviceSessionRoutes } from './places.ts';
import { sessionRoutes } from './session.ts';
import { metricsRoute, securityTextRoute } from './system.ts';

/** The type of the whole API, for Eden clients. */
export type Api = ReturnType<typeof createApiRoutes>;

/** The pages and the API. */
interface Site {
  site: AnyElysia;
  apiRoutes: Api;
  routes: RouteTable;
}

/** By whether metrics are on. */
const sites = new Map<boolean, Site>();

/** Returns the routes of every installation, composed once per process: they keep nothing of an installation. */
export function getSite(hasMetrics: boolean): Site {
  const known = sites.get(hasMetrics);
  if (known) return known;
  const apiRoutes = createApiRoutes();
  const site = new Elysia()
    .use(globalHooks)
    .use(pageRoutes)
    .use(sessionRoutes)
    .use(deviceSessionRoutes)
    .use(pageWalletRoutes)
    .use(manifestRoutes)
    .use(appRoutes(API_PREFIX))
    .use(securityTextRoute)
    .use(apiRoutes);
  if (hasMetrics) site.use(metricsRoute);
  const created = { site, apiRoutes, routes: readRoutes(site) };
  sites.set(hasMetrics, created);
  return created;
}
