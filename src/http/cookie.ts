import type { Config } from '../config/index.ts';
import { AppError } from '../errors.ts';

/** What our pages send with every request of theirs. A page of another origin cannot: no preflight allows it. */
export const PAGE_HEADER = 'x-perkmint-page';
const READS = ['GET', 'HEAD'];
/** From where a read may come: our own pages, or somebody who typed the address. */
const READ_SITES = ['same-origin', 'none'];

type Address = Pick<Config, 'publicUrl'>;

/** Over https the prefix keeps other hosts of the domain from setting it; browsers refuse the prefix over http. */
export function cookieName({ publicUrl }: Address): string {
  return isSecure(publicUrl) ? '__Host-perkmint' : 'perkmint_session';
}

/** The session token that the browser sends by itself; undefined without one. */
export function readCookie(headers: Headers, config: Address): string | undefined {
  const text = headers.get('cookie');
  return text === null ? undefined : new Bun.CookieMap(text).get(cookieName(config)) || undefined;
}

/** The value of Set-Cookie that keeps a session for `maxAgeSeconds`; 0 forgets it. */
export function writeCookie(config: Address, token: string, maxAgeSeconds: number): string {
  const secure = isSecure(config.publicUrl) ? '; Secure' : '';
  return `${cookieName(config)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * A cookie comes along whoever causes the request, so it counts only where the request shows that one of our own
 * pages made it. A write must carry PAGE_HEADER, which works in every browser and without https; where the
 * browser tells the site or the origin, these must be ours too.
 */
export function isOwnPage({ method, url, headers }: Request, config: Address): boolean {
  const isRead = READS.includes(method);
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isForeignSite = site !== null && !(isRead ? READ_SITES.includes(site) : site === 'same-origin');
  const isForeignOrigin = origin !== null && !ownOrigins(url, headers, config).includes(origin);
  return !isForeignSite && !isForeignOrigin && (isRead || headers.has(PAGE_HEADER));
}

/** @throws FORBIDDEN for a request that is not from our pages */
export function assertOwnPage(request: Request, config: Address): void {
  if (!isOwnPage(request, config))
    throw new AppError(
      'FORBIDDEN',
      "Session cookies are accepted only for requests from this server's own pages",
    );
}

/** Behind a proxy the address that people see is PUBLIC_URL; without one it is the Host they asked for. */
function ownOrigins(url: string, headers: Headers, { publicUrl }: Address): string[] {
  const { protocol, host } = new URL(url);
  return [new URL(publicUrl).origin, `${protocol}//${headers.get('host') ?? host}`];
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
