import { SECOND_MS } from '../platform/clock.ts';
import { STATE_TTL_MS } from './rules.ts';

/*
 * The redirect back from a platform is a page load without a credential. This cookie proves that the same browser
 * started the connection. It is sent only to the callback page, and scripts cannot read it.
 */

const getCookieName = (platform: string) => `perkmint_oauth_${platform}`;

export function createBrowserCookie(publicUrl: string, platform: string, key: string): string {
  const { pathname, protocol } = new URL(publicUrl);
  const secure = protocol === 'https:' ? '; Secure' : '';
  const path = `${pathname.replace(/\/+$/, '')}/oauth/${platform}`;
  const maxAgeSeconds = STATE_TTL_MS / SECOND_MS;
  return `${getCookieName(platform)}=${key}; Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`;
}

export function readBrowserKey(headers: Headers, platform: string): string | undefined {
  return new Bun.CookieMap(headers.get('cookie') ?? '').get(getCookieName(platform)) ?? undefined;
}
