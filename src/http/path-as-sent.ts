/** Segments of the longest path; no route of the program has as many. */
const MAX_SEGMENTS = 16;
/** No route matches it, because NUL cannot be part of an ID. */
const UNMATCHED_PATH = '/%00';
const LOCALHOST = 'http://localhost';

export type Respond = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>;

/**
 * Creates Bun's routes for paths of any length without empty segments. Bun resolves dot segments in the URL of a request,
 * so that a change of the member `..` would be one of the program before it in the path. These routes match the path as it was
 * sent: one that has fewer segments in the URL matches no route of the program.
 */
export function createPathRoutes(respond: Respond): Record<string, Respond> {
  const lengths = Array.from({ length: MAX_SEGMENTS }, (_, index) => index + 1);
  const paths = lengths.flatMap(length => {
    const path = lengths.slice(0, length).map(position => `/:segment${position}`);
    const segments = `(?:/[^/]+){${length}}`;
    return [
      [path.join(''), segments],
      [`${path.join('')}/`, `${segments}/`],
    ] as const;
  });
  const routes = [['/', '/'] as const, ...paths].map(([path, pattern]) => {
    const expected = new RegExp(`^${pattern}$`);
    const route: Respond = (request, server) =>
      respond(expected.test(getPath(request.url)) ? request : withoutPath(request), server);
    return [path, route] as const;
  });
  return Object.fromEntries(routes);
}

/** Returns the path of a URL. Bun passes only the path, with its dot segments, when the Host header is invalid or missing. */
function getPath(url: string): string {
  if (url.startsWith('/')) return URL.parse(LOCALHOST + url)?.pathname ?? '';
  const [path = ''] = url.slice(url.indexOf('/', url.indexOf('//') + 2)).split(/[?#]/, 1);
  return path;
}

/** Returns the request with a path that no route matches, for a path that routes would misunderstand. */
export function withoutPath(request: Request): Request {
  const origin = URL.parse(request.url)?.origin ?? LOCALHOST;
  return new Request(origin + UNMATCHED_PATH, request);
}
