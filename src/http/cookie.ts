import type { Config } from '../config/index.ts';
import type { Ctx } from '../context.ts';
import { AppError } from '../errors.ts';
import { getPublicUrl } from '../installation/service.ts';
import { getReach } from '../platform/url-reach.ts';

/** Sent with every request of our pages. Pages of other origins cannot send it: no preflight allows it. */
export const PAGE_HEADER = 'x-perkmint-page';
const READS = ['GET', 'HEAD'];
/** Sec-Fetch-Site values allowed for reads: our own pages and URLs typed by the user. */
const READ_SITES = ['same-origin', 'none'];

/** Stops other hosts of the domain from setting a cookie, but requires https. */
const HOST_PREFIX = '__Host-';
/**
 * The cookies of our pages: a login, a shared device, the person who is signed in on it by PIN, and the browser that asked for a
 * sign-in code.
 */
const COOKIES = {
  session: { secure: `${HOST_PREFIX}perkmint`, plain: 'perkmint_session' },
  device: { secure: `${HOST_PREFIX}perkmint-device`, plain: 'perkmint_device' },
  person: { secure: `${HOST_PREFIX}perkmint-person`, plain: 'perkmint_person' },
  browser: { secure: `${HOST_PREFIX}perkmint-browser`, plain: 'perkmint_browser' },
} as const;
type CookieKind = keyof typeof COOKIES;
const PORT = /:(\d+)$/;

type Address = Pick<Config, 'publicUrl'>;
/** Returns the public address that was set after the start, as behind a proxy. */
type FindPublicUrl = () => Promise<string>;

/**
 * Returns the names of a cookie at the address that the browser has requested. Cookies of all ports of a host are shared, so
 * that installations on two ports would log each other out.
 */
function getNames(headers: Headers, kind: CookieKind): { secure: string; plain: string } {
  const port = PORT.exec(headers.get('host') ?? '')?.[1];
  const { secure, plain } = COOKIES[kind];
  return port === undefined ? { secure, plain } : { secure: `${secure}-${port}`, plain: `${plain}_${port}` };
}

/** Returns the token from a cookie; undefined without one. A `__Host-` cookie comes from https, and takes precedence. */
export function readCookie(
  headers: Headers,
  { publicUrl }: Address,
  kind: CookieKind = 'session',
): string | undefined {
  const text = headers.get('cookie');
  if (text === null) return undefined;
  const cookies = new Bun.CookieMap(text);
  // The names without a port are those of earlier versions.
  for (const { secure, plain } of [getNames(headers, kind), COOKIES[kind]]) {
    // Other hosts of the domain can set the plain one. It counts only until PUBLIC_URL says that there is https.
    const token = cookies.get(secure) || (isSecure(publicUrl) ? undefined : cookies.get(plain));
    if (token) return token;
  }
  return undefined;
}

/** Lists the names of earlier versions, without the port, under which the browser sent a cookie. */
function listFormerNames(headers: Headers, kind: CookieKind): string[] {
  const current = Object.values(getNames(headers, kind));
  const cookies = new Bun.CookieMap(headers.get('cookie') ?? '');
  return Object.values(COOKIES[kind]).filter(name => !current.includes(name) && cookies.has(name));
}

/** Returns whether the browser sent the cookie of a session under a name of an earlier version. */
export function hasFormerCookie(headers: Headers): boolean {
  return listFormerNames(headers, 'session').length > 0;
}

/** Returns whether the browser sent a cookie that it accepts only from https. */
export function hasSecureCookie(headers: Headers): boolean {
  return headers.get('cookie')?.includes(HOST_PREFIX) ?? false;
}

/** Returns the tokens of a shared device and of the person on it. */
export function readDeviceCookies(headers: Headers, config: Address) {
  return {
    device: readCookie(headers, config, 'device'),
    person: readCookie(headers, config, 'person'),
  };
}

/**
 * Returns the Set-Cookie values that store a token for `maxAgeSeconds`; 0 deletes it. Behind https, the cookie is bound to its
 * host: if PUBLIC_URL says so, or the origin of the page, which assertOwnPage has compared with the address of the
 * installation. It then replaces one from before the address was set. One of an earlier version, without the port in its
 * name, is replaced, too, when it has the same token, and deleted with it: a former login must not come back after a logout.
 */
export function writeCookie(
  headers: Headers,
  { publicUrl }: Address,
  token: string,
  maxAgeSeconds: number,
  kind: CookieKind = 'session',
): string[] {
  const { secure, plain } = getNames(headers, kind);
  const cookies = new Bun.CookieMap(headers.get('cookie') ?? '');
  const isBound = isSecure(publicUrl) || isSecure(headers.get('origin') ?? '') || cookies.has(secure);
  const former = listFormerNames(headers, kind).filter(name => token === '' || cookies.get(name) === token);
  const replaced = former.map(
    name => `${format(name, '', 0)}${name.startsWith(HOST_PREFIX) ? '; Secure' : ''}`,
  );
  if (!isBound) return [format(plain, token, maxAgeSeconds), ...replaced];
  const bound = `${format(secure, token, maxAgeSeconds)}; Secure`;
  return [bound, ...(cookies.has(plain) ? [format(plain, '', 0)] : []), ...replaced];
}

function format(name: string, token: string, maxAgeSeconds: number): string {
  return `${name}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict`;
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

/** @throws FORBIDDEN for a request that is not from our pages, and for a page whose browser would refuse the cookie */
export async function assertOwnPage(request: Request, ctx: Pick<Ctx, 'config' | 'db'>): Promise<void> {
  const origin = URL.parse(request.headers.get('origin') ?? '')?.origin;
  if (!(await isOwnPage(request, ctx.config, () => getPublicUrl(ctx)))) {
    const setting = origin ? `. If this server is reached at ${origin}, set PUBLIC_URL to it` : '';
    throw refuseOrigin(
      `Session cookies are accepted only for requests from this server's own pages${setting}`,
      'must be that of a page of this server',
    );
  }
  const { publicUrl } = ctx.config;
  // Browsers keep secure cookies of a page without https only if it is on the same computer.
  if (origin && isSecure(publicUrl) && !isSecure(origin) && getReach(origin) !== 'computer')
    throw refuseOrigin(`Log in at ${publicUrl}: browsers keep no login to ${origin}`, `must be ${publicUrl}`);
}

function refuseOrigin(message: string, issue: string): AppError {
  return new AppError('FORBIDDEN', message, { details: [{ field: 'origin', issue, rule: 'conflict' }] });
}

/**
 * Returns the origins of our pages: PUBLIC_URL behind a proxy, the requested Host without one. The proxy may say that it has
 * been reached by https; an attacker who can forge that can forge PAGE_HEADER, too.
 */
function getOwnOrigins(url: string, headers: Headers, { publicUrl }: Address): string[] {
  const { protocol, host } = new URL(url);
  const own = headers.get('host') ?? host;
  const [forwarded] = headers.get('x-forwarded-proto')?.split(',', 1) ?? [];
  const isForwarded = forwarded?.trim() === 'https';
  return [new URL(publicUrl).origin, `${protocol}//${own}`, ...(isForwarded ? [`https://${own}`] : [])];
}

function isSecure(publicUrl: string): boolean {
  return publicUrl.startsWith('https:');
}
