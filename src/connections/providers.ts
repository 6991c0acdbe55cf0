import { OAUTH_PLATFORMS } from '../../db/enums.ts';
import type { Config } from '../config/index.ts';
import { toOAuthKey } from '../config/oauth.ts';
import { AppError } from '../errors.ts';
import { VERSION } from '../platform/version.ts';
import { MOCK, type Platform } from './model.ts';
import { type OAuthPlatform, PROVIDERS, type Provider } from './provider-table.ts';

/** A platform as configured on this installation. */
export interface Client {
  platform: Platform;
  provider: Provider;
  clientId: string;
  clientSecret: string;
}

/** Common alternative names of platforms. */
const PLATFORM_ALIASES: Record<string, Platform> = { twitter: 'x', ig: 'instagram', fb: 'facebook' };

/** Reddit responds 429 without one, at any rate; the format is the one it requires. */
export const USER_AGENT = `web:perkmint:v${VERSION}`;

/** Normalizes a platform's name. */
export function normalizePlatform(name: string): string {
  const slug = name.toLowerCase();
  return Object.hasOwn(PLATFORM_ALIASES, slug) ? (PLATFORM_ALIASES[slug] as string) : slug;
}

/** @throws UNSUPPORTED_PLATFORM */
export function requirePlatform(config: Config, name: string): Platform {
  const slug = normalizePlatform(name);
  if (slug === MOCK && config.oauthMock === 'on') return MOCK;
  const found = OAUTH_PLATFORMS.find(platform => platform === slug);
  if (found) return found;
  const all = OAUTH_PLATFORMS.join(', ');
  throw new AppError('UNSUPPORTED_PLATFORM', `platform must be one of ${all}`);
}

/** Returns the platform with the operator's registered app. @throws NOT_CONFIGURED without one */
export function requireClient(config: Config, platform: Platform): Client {
  const client = findClient(config, platform);
  if (client) return client;
  const name = `OAUTH_${platform.toUpperCase()}_CLIENT_ID`;
  throw new AppError(
    'NOT_CONFIGURED',
    `OAuth is not configured for ${platform} (set ${name} and its SECRET); use the bioCode method instead`,
  );
}

export function findClient(config: Config, platform: Platform): Client | undefined {
  if (platform === MOCK) return undefined;
  const clientId = config[toOAuthKey(platform, 'ClientId')];
  const clientSecret = config[toOAuthKey(platform, 'ClientSecret')];
  if (!clientId || !clientSecret) return undefined;
  return { platform, provider: withOverrides(config, platform), clientId, clientSecret };
}

function withOverrides(config: Config, platform: OAuthPlatform): Provider {
  const provider = PROVIDERS[platform];
  const own = (part: Parameters<typeof toOAuthKey>[1]) => config[toOAuthKey(platform, part)] || undefined;
  const profileUrl = own('ProfileUrl');
  const moved = (url: string | undefined) => (url && profileUrl ? moveToOrigin(url, profileUrl) : url);
  const { longLived, renewal, followersUrl } = provider;
  return {
    ...provider,
    authorizeUrl: own('AuthorizeUrl') ?? provider.authorizeUrl,
    tokenUrl: own('TokenUrl') ?? provider.tokenUrl,
    profileUrl: profileUrl ?? provider.profileUrl,
    revokeUrl: own('RevokeUrl') ?? provider.revokeUrl,
    longLived: longLived && { ...longLived, url: moved(longLived.url) as string },
    renewal: renewal && { ...renewal, url: moved(renewal.url) as string },
    followersUrl: moved(followersUrl),
  };
}

function moveToOrigin(url: string, other: string): string {
  const { pathname, search } = new URL(url);
  return `${new URL(other).origin}${pathname}${search}`;
}

/** Returns the public profile URL of a handle; null if it cannot be derived from the handle. */
export function getProfileUrl(config: Config, platform: string, handle: string | null): string | null {
  const known = OAUTH_PLATFORMS.find(name => name === platform);
  if (!known || handle === null) return null;
  const page = config[toOAuthKey(known, 'PageUrl')] || PROVIDERS[known].pageUrl;
  return page?.replace('{handle}', () => encodeURIComponent(normalizeHandle(handle))) ?? null;
}

/** Removes a leading `@` from a handle. */
export function normalizeHandle(handle: string): string {
  return handle.trim().replace(/^@+/, '');
}

/** Lists the hosts configured by the operator, which are allowed even if they are not public. */
export function listConfiguredHosts(config: Config): string[] {
  const parts = ['TokenUrl', 'ProfileUrl', 'RevokeUrl'] as const;
  const urls = OAUTH_PLATFORMS.flatMap(platform => parts.map(part => config[toOAuthKey(platform, part)]));
  return [...new Set(urls.filter(url => url !== '').map(url => new URL(url).host))];
}
