import type { Config } from '../config/index.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { getPublicUrl } from '../installation/service.ts';

/** Sent with every request of our pages. Pages of other origins cannot send it: no preflight allows it. */
export const PAGE_HEADER = 'x-perkmint-page';
const READS = ['GET', 'HEAD'];
/** Sec-Fetch-Site values allowed for reads: our own pages and URLs typed by the user. */
const READ_SITES = ['same-origin', 'none'];

/**
 * The cookies of our pages: a login, a shared device, the person who is signed in on it by PIN, and the browser that asked for a
 * sign-in code.
 */
const COOKIES = {
  session: { secure: '__Host-perkmint', plain: 'perkmint_session' },
  device: { secure: '__Host-perkmint-device', plain: 'perkmint_device' },
  person: { secure: '__Host-perkmint-person', plain: 'perkmint_person' },
  browser: { secure: '__Host-perkmint-browser', plain: 'perkmint_browser' },
} as const;
export type CookieKind = keyof typeof COOKIES;

type Address = Pick<Config, 'publicUrl'>;
/** Returns the public address that was set after the start, as behind a proxy. */
type FindPublicUrl = () => Promise<string>;

/** Returns the cookie name. The __Host- prefix stops other hosts of the domain from setting it, but requires https. */
export function cookieName({ publicUrl }: Address, kind: CookieKind = 'session'): string {
  return COOKIES[kind][isSecure(publicUrl) ? 'secure' : 'plain'];
}

/** Returns the token from a cookie; undefined without one. */
export function readCookie(
  headers: Headers,
  config: Address,
  kind: CookieKind = 'session',
): string | undefined {
  const text = headers.get('cookie');
  return text === null ? undefined : new Bun.CookieMap(text).get(cookieName(config, kind)) || undefined;
}

/** Returns the tokens of a shared device and of the person on it. */
export function readDeviceCookies(headers: Headers, config: Address) {
  return {
    device: readCookie(headers, config, 'device'),
    person: readCookie(headers, config, 'person'),
  };
}

/** Returns the Set-Cookie value that stores a token for `maxAgeSeconds`; 0 deletes it. */
export function writeCookie(
  config: Address,
  token: string,
  maxAgeSeconds: number,
  kind: CookieKind = 'session',
): string {
  const secure = isSecure(config.publicUrl) ? '; Secure' : '';
  return `${cookieName(config, kind)}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * Checks that one of our own pages made the request, because browsers attach the cookie to cross-site requests too.
 * A write must carry PAGE_HEADER, which works in every browser and without https. Sec-Fetch-Site and Origin must also
 * match when the browser sends them.
 */
export async function isOwnPage(
  { method, url, headers }: Request,
  config: Address,
  findPublicUrl: FindPublicUrl,
): Promise<boolean> {
  const isRead = READS.includes(method);
  const site = headers.get('sec-fetch-site');
  const origin = headers.get('origin');
  const isForeignSite = site !== null && !(isRead ? READ_SITES.includes(site) : site === 'same-origin');
  if (isForeignSite || !(isRead || headers.has(PAGE_HEADER))) return false;
  if (origin === null || getOwnOrigins(url, headers, config).includes(origin)) return true;
  return origin === (await findPublicUrl());
}

/** @throws FORBIDDEN for a request that is not from our pages */
export async function assertOwnPage(request: Request, ctx: Pick<Ctx, 'config' | 'db'>): Promise<void> {
  if (!(await isOwnPage(request, ctx.config, () => getPublicUrl(ctx))))
    throw new AppError(
      'FORBIDDEN',
      "Session cookies are accepted only for requests from this server's own pages",
      { details: [{ field: 'origin', issue: 'must be that of a page of this server', rule: 'conflict' }] },
    );
}

/** Returns the origins of our pages: PUBLIC_URL behind a proxy, the requested Host without one. */
function getOwnOrigins(url: string, headers: Headers, { publicUrl }: Address): string[] {
  const { protocol, host } = new URL(url);
  return [new URL(publicUrl).origin, `${protocol}//${headers.get('host') ?? host}`];
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
