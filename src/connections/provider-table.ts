import type { OAUTH_PLATFORMS } from '../../db/enums.ts';
import { isStorableText } from '../platform/formats.ts';
import { MAX } from '../platform/schema.ts';

export type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];

/** An account as reported by its platform. */
export interface Profile {
  accountId: string;
  /** Null if the platform has no public handle or does not return it. */
  handle: string | null;
  displayName: string | null;
  followers: number | null;
}

/** A GET that exchanges one token for a longer-lived one, outside the standard. */
export interface TokenExchange {
  url: string;
  grantType: string;
  tokenParameter: string;
  sends: 'secret' | 'idAndSecret' | 'token';
}

/** A platform's OAuth 2 configuration and its deviations from the standard. */
export interface Provider {
  authorizeUrl: string;
  tokenUrl: string;
  profileUrl: string;
  revokeUrl?: string;
  /** A second request, if the profile does not include followers; `{id}` is the account. */
  followersUrl?: string;
  /** The public profile URL; absent if it cannot be derived from the handle. */
  pageUrl?: string;
  scopes: readonly string[];
  /** Scopes required to read the profile. */
  needs: readonly string[];
  separator: ' ' | ',';
  hasPkce: boolean;
  /** clientKey: like post, with TikTok's parameter name. */
  authentication: 'basic' | 'post' | 'clientKey';
  /** Extra parameters of the authorization URL. */
  extra?: Readonly<Record<string, string>>;
  /** The API requires the app's id in a header besides the token. */
  hasClientIdHeader?: boolean;
  /** Exchanges the short-lived token for a long-lived one right after the code. */
  longLived?: TokenExchange;
  /** Replaces a refresh token. */
  renewal?: TokenExchange;
  profileOf(answer: Json): Profile;
}

// biome-ignore lint/suspicious/noExplicitAny: a stranger's JSON; each profileOf reads it with optional chaining
export type Json = any;

/** Ignores text that is too long for an identifier or a name, or that databases cannot store. */
const toText = (value: unknown): string | null => {
  const text = typeof value === 'number' ? String(value) : value;
  const isText = typeof text === 'string' && text !== '' && text.length <= MAX.name;
  return isText && isStorableText(text) ? text : null;
};
const toCount = (value: unknown): number | null => {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null;
};
const toProfile = (id: unknown, handle: unknown, name: unknown, followers: unknown): Profile => ({
  accountId: toText(id) ?? '',
  handle: toText(handle)?.replace(/^@/, '') ?? null,
  displayName: toText(name),
  followers: toCount(followers),
});

/** OpenID Connect's userinfo. */
const toUserInfoProfile = (answer: Json): Profile => toProfile(answer?.sub, null, answer?.name, null);

const GOOGLE_PROFILE = 'https://www.googleapis.com/auth/userinfo.profile';
const YOUTUBE_READ = 'https://www.googleapis.com/auth/youtube.readonly';

/** developers.google.com/identity/protocols/oauth2/web-server: a refresh token requires both extra parameters. */
const google = {
  authorizeUrl: 'https://accounts.google.com/o/oauth2/v2/auth',
  tokenUrl: 'https://oauth2.googleapis.com/token',
  revokeUrl: 'https://oauth2.googleapis.com/revoke',
  separator: ' ',
  hasPkce: true,
  authentication: 'post',
  extra: { access_type: 'offline', prompt: 'consent' },
} as const;

export const PROVIDERS: Record<OAuthPlatform, Provider> = {
  // developers.facebook.com/docs/instagram-platform/instagram-api-with-instagram-login/business-login and
  // …/get-started: comma-separated scopes, no token_type, responses in `data`; the one-hour token is exchanged for a
  // renewable one of 60 days.
  instagram: {
    authorizeUrl: 'https://www.instagram.com/oauth/authorize',
    tokenUrl: 'https://api.instagram.com/oauth/access_token',
    profileUrl: 'https://graph.instagram.com/me?fields=user_id,username,name,followers_count',
    pageUrl: 'https://www.instagram.com/{handle}/',
    scopes: ['instagram_business_basic'],
    needs: ['instagram_business_basic'],
    separator: ',',
    hasPkce: false,
    authentication: 'post',
    longLived: {
      url: 'https://graph.instagram.com/access_token',
      grantType: 'ig_exchange_token',
      tokenParameter: 'access_token',
      sends: 'secret',
    },
    renewal: {
      url: 'https://graph.instagram.com/refresh_access_token',
      grantType: 'ig_refresh_token',
      tokenParameter: 'access_token',
      sends: 'token',
    },
    profileOf: answer => {
      const { user_id, id, username, name, followers_count } = answer?.data?.[0] ?? answer ?? {};
      return toProfile(user_id ?? id, username, name, followers_count);
    },
  },
  // developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow: no refresh token; the short-lived token
  // is exchanged for one of 60 days, after which the user must reconnect. Profiles have no handle.
  facebook: {
    authorizeUrl: 'https://www.facebook.com/v21.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v21.0/oauth/access_token',
    profileUrl: 'https://graph.facebook.com/v21.0/me?fields=id,name',
    pageUrl: 'https://www.facebook.com/{handle}',
    scopes: ['public_profile'],
    needs: ['public_profile'],
    separator: ',',
    hasPkce: false,
    authentication: 'post',
    longLived: {
      url: 'https://graph.facebook.com/v21.0/oauth/access_token',
      grantType: 'fb_exchange_token',
      tokenParameter: 'fb_exchange_token',
      sends: 'idAndSecret',
    },
    profileOf: answer => toProfile(answer?.id, null, answer?.name, null),
  },
  google: {
    ...google,
    profileUrl: 'https://openidconnect.googleapis.com/v1/userinfo',
    scopes: ['openid', GOOGLE_PROFILE],
    needs: [GOOGLE_PROFILE],
    profileOf: toUserInfoProfile,
  },
  // developers.google.com/youtube/v3/docs/channels/list: subscriberCount is a string, rounded, and may be hidden.
  youtube: {
    ...google,
    profileUrl: 'https://www.googleapis.com/youtube/v3/channels?part=snippet,statistics&mine=true',
    pageUrl: 'https://www.youtube.com/@{handle}/about',
    scopes: [YOUTUBE_READ],
    needs: [YOUTUBE_READ],
    profileOf: answer => {
      const { id, snippet, statistics } = answer?.items?.[0] ?? {};
      const followers = statistics?.hiddenSubscriberCount ? null : statistics?.subscriberCount;
      return toProfile(id, snippet?.customUrl, snippet?.title, followers);
    },
  },
  // developers.tiktok.com/doc/oauth-user-access-token-management and /doc/tiktok-api-v2-get-user-info: client_key,
  // comma-separated scopes in both directions, users may decline some, PKCE for apps only, errors with status 200.
  tiktok: {
    authorizeUrl: 'https://www.tiktok.com/v2/auth/authorize/',
    tokenUrl: 'https://open.tiktokapis.com/v2/oauth/token/',
    revokeUrl: 'https://open.tiktokapis.com/v2/oauth/revoke/',
    profileUrl:
      'https://open.tiktokapis.com/v2/user/info/?fields=open_id,display_name,username,follower_count',
    pageUrl: 'https://www.tiktok.com/@{handle}',
    scopes: ['user.info.basic', 'user.info.profile', 'user.info.stats'],
    needs: ['user.info.basic', 'user.info.profile', 'user.info.stats'],
    separator: ',',
    hasPkce: false,
    authentication: 'clientKey',
    profileOf: answer => {
      const { open_id, username, display_name, follower_count } = answer?.data?.user ?? {};
      return toProfile(open_id, username, display_name, follower_count);
    },
  },
  // docs.x.com/resources/fundamentals/authentication/oauth-2-0/user-access-token: PKCE always, basic authentication
  // for apps with a secret, a refresh token only with offline.access.
  x: {
    authorizeUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    revokeUrl: 'https://api.x.com/2/oauth2/revoke',
    profileUrl: 'https://api.x.com/2/users/me?user.fields=public_metrics',
    pageUrl: 'https://x.com/{handle}',
    scopes: ['tweet.read', 'users.read', 'offline.access'],
    needs: ['tweet.read', 'users.read'],
    separator: ' ',
    hasPkce: true,
    authentication: 'basic',
    profileOf: answer => {
      const { id, username, name, public_metrics } = answer?.data ?? {};
      return toProfile(id, username, name, public_metrics?.followers_count);
    },
  },
  // learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 and
  // …/shared/authentication/programmatic-refresh-tokens: 60 days, refresh tokens for partners only.
  linkedin: {
    authorizeUrl: 'https://www.linkedin.com/oauth/v2/authorization',
    tokenUrl: 'https://www.linkedin.com/oauth/v2/accessToken',
    profileUrl: 'https://api.linkedin.com/v2/userinfo',
    pageUrl: 'https://www.linkedin.com/in/{handle}',
    scopes: ['openid', 'profile'],
    needs: ['profile'],
    separator: ' ',
    hasPkce: false,
    authentication: 'post',
    profileOf: toUserInfoProfile,
  },
  // github.com/reddit-archive/reddit/wiki/OAuth2: basic authentication, a descriptive User-Agent, and a refresh token
  // only with duration=permanent.
  reddit: {
    authorizeUrl: 'https://www.reddit.com/api/v1/authorize',
    tokenUrl: 'https://www.reddit.com/api/v1/access_token',
    revokeUrl: 'https://www.reddit.com/api/v1/revoke_token',
    profileUrl: 'https://oauth.reddit.com/api/v1/me',
    pageUrl: 'https://www.reddit.com/user/{handle}/about.json',
    scopes: ['identity'],
    needs: ['identity'],
    separator: ' ',
    hasPkce: false,
    authentication: 'basic',
    extra: { duration: 'permanent' },
    profileOf: answer => toProfile(answer?.id, answer?.name, null, answer?.subreddit?.subscribers),
  },
  // developers.pinterest.com/docs/api/v5/oauth-token and user_account-get: comma-separated scopes, basic
  // authentication, no revocation.
  pinterest: {
    authorizeUrl: 'https://www.pinterest.com/oauth/',
    tokenUrl: 'https://api.pinterest.com/v5/oauth/token',
    profileUrl: 'https://api.pinterest.com/v5/user_account',
    pageUrl: 'https://www.pinterest.com/{handle}/',
    scopes: ['user_accounts:read'],
    needs: ['user_accounts:read'],
    separator: ',',
    hasPkce: false,
    authentication: 'basic',
    profileOf: answer =>
      toProfile(answer?.id, answer?.username, answer?.business_name, answer?.follower_count),
  },
  // dev.twitch.tv/docs/authentication/getting-tokens-oauth and /docs/api/reference#get-channel-followers: `scope` is
  // an array, Client-Id besides each token, follower count from a second endpoint, whose total needs no scope.
  twitch: {
    authorizeUrl: 'https://id.twitch.tv/oauth2/authorize',
    tokenUrl: 'https://id.twitch.tv/oauth2/token',
    revokeUrl: 'https://id.twitch.tv/oauth2/revoke',
    profileUrl: 'https://api.twitch.tv/helix/users',
    followersUrl: 'https://api.twitch.tv/helix/channels/followers?broadcaster_id={id}',
    pageUrl: 'https://www.twitch.tv/{handle}/about',
    scopes: [],
    needs: [],
    separator: ' ',
    hasPkce: false,
    authentication: 'post',
    hasClientIdHeader: true,
    profileOf: answer => {
      const { id, login, display_name } = answer?.data?.[0] ?? {};
      return toProfile(id, login, display_name, null);
    },
  },
  // discord.com/developers/docs/topics/oauth2: follows the standard; accounts have no followers and no public page.
  discord: {
    authorizeUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    revokeUrl: 'https://discord.com/api/oauth2/token/revoke',
    profileUrl: 'https://discord.com/api/v10/users/@me',
    scopes: ['identify'],
    needs: ['identify'],
    separator: ' ',
    hasPkce: true,
    authentication: 'basic',
    profileOf: answer => toProfile(answer?.id, answer?.username, answer?.global_name, null),
  },
};
