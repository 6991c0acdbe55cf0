import type { RoutedRequest } from '../request-state.ts';
import { isCacheable } from '../response-cache.ts';
import { hasTestKey } from './authenticate.ts';
import type { Pipeline } from './step.ts';

/** Responds to a repeated public read from memory. Every commit clears the cache. */
export function serveCached(state: RoutedRequest, { cache }: Pipeline): Response | undefined {
  const { url, route } = state;
  if (!isCacheable(url.request, route) || hasTestKey(url.request.headers)) return undefined;
  const response = cache.find(url);
  if (!response) state.cacheVersion = cache.snapshot();
  return response;
}

/** Caches the handler's response. One with ignored fields is not cached, because the next request must name its own. */
export function cacheResponse(state: RoutedRequest, response: Response, { cache }: Pipeline): void {
  if (state.cacheVersion && state.ignoredFields.size === 0)
    cache.store(state.url, response, state.cacheVersion);
}
