import { inspectQuery } from '../query.ts';
import type { RoutedRequest } from '../request-state.ts';
import { isCacheable } from '../response-cache.ts';
import { hasTestKey } from './authenticate.ts';
import type { Pipeline } from './step.ts';

/** Responds to a repeated public read from memory. Every commit clears the cache. */
export function serveCached(state: RoutedRequest, { cache }: Pipeline): Response | undefined {
  const { url, route, ignoredFields, batch } = state;
  // Its reads see changes that are not committed yet.
  if (batch?.shared) return undefined;
  if (!isCacheable(url.request, route) || hasTestKey(url.request.headers)) return undefined;
  inspectQuery(url.search, route, ignoredFields);
  const response = cache.find(url.request, toKey(state));
  if (!response) state.cacheVersion = cache.snapshot();
  return response;
}

/** Caches the handler's response. */
export function cacheResponse(state: RoutedRequest, response: Response, { cache }: Pipeline): void {
  if (state.cacheVersion) cache.store(toKey(state), response, state.cacheVersion);
}

/** Returns the URL without parameters that the operation ignores: with them, each request would run its handler. */
function toKey({ url: { path, search }, ignoredFields }: RoutedRequest): string {
  if (ignoredFields.size === 0) return path + search;
  const query = new URLSearchParams(search);
  for (const name of ignoredFields) query.delete(name);
  return query.size === 0 ? path : `${path}?${query}`;
}
