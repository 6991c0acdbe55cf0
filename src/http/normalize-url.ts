import { isStorableText } from '../platform/formats.ts';

/** Elysia searches for the path from the twelfth character, so it would miss the path after a host of three letters. */
const MIN_PATH_START = 11;
/** URLs that every parser reads the same way: no dots to resolve, nothing to encode or decode. */
const PLAIN = /^\/[\w\-/]*(?:\?[\w\-.,:=&%+]*)?$/;

export interface NormalizedUrl {
  /** The request with a URL that every step of the pipeline can parse. */
  request: Request;
  /**
   * Without a trailing slash, except for changes and deletions of a record. Empty if the path cannot be decoded.
   */
  path: string;
  /** Includes the question mark; empty without a query. */
  search: string;
  /** False for a Host header that is not valid in a URL; a request without one is valid HTTP/1.0. */
  isHostValid: boolean;
}

/**
 * Methods whose path names the record. Clients resolve dot segments before they send a URL, so that the member with the
 * ID `..` becomes the program with a trailing slash, which these methods must not change.
 */
const EXACT_METHODS = ['PUT', 'PATCH', 'DELETE'];

/** Creates the function that parses URLs. A request with an invalid Host header gets a localhost URL. */
export function createUrlNormalizer(): (request: Request) => NormalizedUrl {
  // Nearly all requests have the same origin, so it is parsed once.
  let knownOrigin = '';
  return request => {
    const text = request.url;
    // Bun passes only the path when the Host header and the path are not a valid URL.
    if (text.startsWith('/')) return toLocalhost(request, text, !request.headers.get('host'));
    const start = text.indexOf('/', text.indexOf('//') + 2);
    const rest = start < 0 ? '/' : text.slice(start);
    if (start === knownOrigin.length && text.startsWith(knownOrigin) && PLAIN.test(rest))
      return splitPlain(request, rest);
    const parsed = URL.parse(text);
    if (!parsed || start < MIN_PATH_START) return toLocalhost(request, rest, parsed !== null);
    knownOrigin = text.slice(0, start);
    return {
      request,
      path: normalizePath(request, parsed.pathname),
      search: parsed.search,
      isHostValid: true,
    };
  };
}

function toLocalhost(request: Request, rest: string, isHostValid: boolean): NormalizedUrl {
  const url = new URL(`http://localhost${rest}`);
  const path = normalizePath(request, url.pathname);
  return { request: new Request(url, request), path, search: url.search, isHostValid };
}

/** Splits a path and query that need no decoding. */
function splitPlain(request: Request, rest: string): NormalizedUrl {
  const mark = rest.indexOf('?');
  return mark < 0
    ? { request, path: withoutTrailingSlash(request, rest), search: '', isHostValid: true }
    : {
        request,
        path: withoutTrailingSlash(request, rest.slice(0, mark)),
        search: rest.slice(mark),
        isHostValid: true,
      };
}

function normalizePath(request: Request, pathname: string): string {
  return pathname.includes('%') && !isDecodable(pathname) ? '' : withoutTrailingSlash(request, pathname);
}

function withoutTrailingSlash({ method }: Request, path: string): string {
  return path.length > 1 && path.endsWith('/') && !EXACT_METHODS.includes(method) ? path.slice(0, -1) : path;
}

/** Returns whether a path decodes to text without NUL, which databases do not store and may fail on. */
function isDecodable(text: string): boolean {
  try {
    return isStorableText(decodeURIComponent(text), true);
  } catch {
    return false;
  }
}
