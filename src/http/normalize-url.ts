import { isStorableText } from '../platform/formats.ts';

/** Elysia looks for the path from the twelfth character on, so that a host of three letters would hide it. */
const LEAST_PATH_START = 11;
/** What any reading of an address leaves as it is: no dots to resolve, nothing to encode or decode. */
const PLAIN = /^\/[\w\-/]*(?:\?[\w\-.,:=&%+]*)?$/;

export interface NormalizedUrl {
  /** The request under an address that everybody behind the door can read. */
  request: Request;
  /** Without a slash at its end: one is forgiven, as Elysia forgives it. Empty where it does not decode. */
  path: string;
  /** With its question mark; empty without a query. */
  search: string;
  /** False when the Host header makes no URL; a request without one is valid in HTTP/1.0. */
  isHostValid: boolean;
}

/** Reads addresses. Where the Host header makes none, the request is given one of this machine. */
export function createUrlNormalizer(): (request: Request) => NormalizedUrl {
  // Nearly all requests come under the same origin: parsed once, it need not be parsed again.
  let known = '';
  return request => {
    const text = request.url;
    // Bun leaves the path alone where it can make no URL of it and the Host header.
    if (text.startsWith('/')) return onThisMachine(request, text, !request.headers.get('host'));
    const start = text.indexOf('/', text.indexOf('//') + 2);
    const rest = start < 0 ? '/' : text.slice(start);
    if (start === known.length && text.startsWith(known) && PLAIN.test(rest)) return plain(request, rest);
    const parsed = URL.parse(text);
    if (!parsed || start < LEAST_PATH_START) return onThisMachine(request, rest, parsed !== null);
    known = text.slice(0, start);
    return { request, path: pathOf(parsed.pathname), search: parsed.search, isHostValid: true };
  };
}

function onThisMachine(request: Request, rest: string, isHostValid: boolean): NormalizedUrl {
  const url = new URL(`http://localhost${rest}`);
  return { request: new Request(url, request), path: pathOf(url.pathname), search: url.search, isHostValid };
}

function plain(request: Request, rest: string): NormalizedUrl {
  const mark = rest.indexOf('?');
  return mark < 0
    ? { request, path: withoutSlash(rest), search: '', isHostValid: true }
    : { request, path: withoutSlash(rest.slice(0, mark)), search: rest.slice(mark), isHostValid: true };
}

function pathOf(pathname: string): string {
  return pathname.includes('%') && !isDecodable(pathname) ? '' : withoutSlash(pathname);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Into text that a database can be asked for: none of ours holds a NUL, and some fail on one. */
function isDecodable(text: string): boolean {
  try {
    return isStorableText(decodeURIComponent(text), true);
  } catch {
    return false;
  }
}
