import { OAUTH_PLATFORMS } from '../../db/enums.ts';
import { parseText, parseUrl } from './env-parsers.ts';
import { type Setting, setting } from './setting.ts';

const WEB = ['http:', 'https:'];

/** Settings of each platform in OAUTH_PLATFORMS. URLs set by the operator may be private. */
const OAUTH_PARTS = {
  ClientId: setting(
    'CLIENT_ID',
    '',
    parseText,
    'Client ID of your app on the platform (TikTok calls it the client key)',
  ),
  ClientSecret: setting('CLIENT_SECRET', '', parseText, 'Client secret of your app on the platform', {
    secret: true,
  }),
  AuthorizeUrl: setting('AUTHORIZE_URL', '', parseUrl(...WEB), "Overrides the platform's authorization URL"),
  TokenUrl: setting('TOKEN_URL', '', parseUrl(...WEB), "Overrides the platform's token endpoint"),
  ProfileUrl: setting(
    'PROFILE_URL',
    '',
    parseUrl(...WEB),
    "Overrides the platform's profile endpoint; its origin is used for all other API calls",
  ),
  RevokeUrl: setting('REVOKE_URL', '', parseUrl(...WEB), "Overrides the platform's revocation endpoint"),
  PageUrl: setting(
    'PAGE_URL',
    '',
    parseUrl(...WEB),
    'Public profile URL, with {handle} as a placeholder, for the bioCode method',
  ),
};
type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];
type OAuthPart = keyof typeof OAUTH_PARTS;
type OAuthSettings = Record<`oauth${Capitalize<OAuthPlatform>}${OAuthPart}`, Setting<string>>;

/** Returns the Config key of a platform's setting. */
export function toOAuthKey(platform: OAuthPlatform, part: OAuthPart): keyof OAuthSettings {
  const name = `${platform.charAt(0).toUpperCase()}${platform.slice(1)}` as Capitalize<OAuthPlatform>;
  return `oauth${name}${part}`;
}

/** Returns the settings of all platforms. */
export function oauthSettings(): OAuthSettings {
  const settings = OAUTH_PLATFORMS.flatMap(platform =>
    (Object.keys(OAUTH_PARTS) as OAuthPart[]).map(part => {
      const { env, ...rest } = OAUTH_PARTS[part];
      const own = `OAUTH_${platform.toUpperCase()}_${env}`;
      return [toOAuthKey(platform, part), { ...rest, env: own, family: `OAUTH_<PLATFORM>_${env}` }];
    }),
  );
  return Object.fromEntries(settings);
}
