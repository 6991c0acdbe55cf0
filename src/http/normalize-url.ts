import { isStorableText } from '../platform/formats.ts';

/** Elysia searches for the path from the twelfth character, so it would miss the path after a host of three letters. */
const MIN_PATH_START = 11;
/** URLs that every parser reads the same way: no dots to resolve, nothing to encode or decode. */
const PLAIN = /^\/[\w\-/]*(?:\?[\w\-.,:=&%+]*)?$/;

export interface NormalizedUrl {
  /** The request with a URL that every step of the pipeline can parse. */
  request: Request;
  /** Without a trailing slash, which Elysia ignores, too. Empty if the path cannot be decoded. */
  path: string;
  /** Includes the question mark; empty without a query. */
  search: string;
  /** False for a Host header that is not valid in a URL; a request without one is valid HTTP/1.0. */
  isHostValid: boolean;
}

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
    return { request, path: normalizePath(parsed.pathname), search: parsed.search, isHostValid: true };
  };
}

function toLocalhost(request: Request, rest: string, isHostValid: boolean): NormalizedUrl {
  const url = new URL(`http://localhost${rest}`);
  const path = normalizePath(url.pathname);
  return { request: new Request(url, request), path, search: url.search, isHostValid };
}

/** Splits a path and query that need no decoding. */
function splitPlain(request: Request, rest: string): NormalizedUrl {
  const mark = rest.indexOf('?');
  return mark < 0
    ? { request, path: withoutTrailingSlash(rest), search: '', isHostValid: true }
    : {
        request,
        path: withoutTrailingSlash(rest.slice(0, mark)),
        search: rest.slice(mark),
        isHostValid: true,
      };
}

function normalizePath(pathname: string): string {
  return pathname.includes('%') && !isDecodable(pathname) ? '' : withoutTrailingSlash(pathname);
}

function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Returns whether a path decodes to text without NUL, which databases do not store and may fail on. */
function isDecodable(text: string): boolean {
  try {
    return isStorableText(decodeURIComponent(text), true);
  } catch {
    return false;
  }
}
