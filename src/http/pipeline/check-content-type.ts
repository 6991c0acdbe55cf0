import { assertMediaType } from '../body.ts';
import { readCsvOptions } from '../csv/options.ts';
import { inspectQuery } from '../query.ts';
import type { RoutedRequest } from '../request-state.ts';
import type { RouteEntry } from '../routes.ts';

const MEDIA_TYPES: Partial<Record<RouteEntry['bodyKind'], string>> = {
  json: 'application/json',
  form: 'multipart/form-data',
};

/** Rejects a body of the wrong media type (415). An empty JSON body needs no Content-Type. */
export function checkContentType({ request, route }: RoutedRequest): void {
  const expected = MEDIA_TYPES[route.bodyKind];
  if (!expected) return;
  const { headers } = request;
  if (route.bodyKind === 'json' && !headers.has('content-type') && hasNoBody(request)) return;
  assertMediaType(headers, expected);
}

/** Rejects a repeated query parameter or an unknown format (400) and collects unknown parameters for X-Ignored-Fields. */
export function checkQuery(state: RoutedRequest): void {
  const { url, route, ignoredFields } = state;
  inspectQuery(url.search, route, ignoredFields);
  state.csv = readCsvOptions(url.search, route);
}

function hasNoBody({ headers, body }: Request): boolean {
  const length = headers.get('content-length');
  return length === null ? body === null : Number(length) === 0;
}
