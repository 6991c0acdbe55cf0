import { OAUTH_PLATFORMS } from '../../db/enums.ts';
import { parseText, parseUrl } from './env-parsers.ts';
import { type Setting, setting } from './setting.ts';

const WEB = ['http:', 'https:'];

/** What each platform of OAUTH_PLATFORMS has; the addresses are the operator's word, and may be local ones. */
const OAUTH_PARTS = {
  ClientId: setting('CLIENT_ID', '', parseText, 'Id of the app at the platform; TikTok calls it client key'),
  ClientSecret: setting('CLIENT_SECRET', '', parseText, 'Secret of the app at the platform', {
    secret: true,
  }),
  AuthorizeUrl: setting('AUTHORIZE_URL', '', parseUrl(...WEB), "Overrides the platform's authorization URL"),
  TokenUrl: setting('TOKEN_URL', '', parseUrl(...WEB), 'Token endpoint in the place of the own one'),
  ProfileUrl: setting(
    'PROFILE_URL',
    '',
    parseUrl(...WEB),
    'Profile endpoint; its origin serves the rest too',
  ),
  RevokeUrl: setting('REVOKE_URL', '', parseUrl(...WEB), 'Revocation endpoint in the place of the own one'),
  PageUrl: setting('PAGE_URL', '', parseUrl(...WEB), 'Public profile, with {handle}, for the method bioCode'),
};
type OAuthPlatform = (typeof OAUTH_PLATFORMS)[number];
type OAuthPart = keyof typeof OAUTH_PARTS;
type OAuthSettings = Record<`oauth${Capitalize<OAuthPlatform>}${OAuthPart}`, Setting<string>>;

/** The key in Config of a platform's setting. */
export function oauthKey(platform: OAuthPlatform, part: OAuthPart): keyof OAuthSettings {
  const name = `${platform.charAt(0).toUpperCase()}${platform.slice(1)}` as Capitalize<OAuthPlatform>;
  return `oauth${name}${part}`;
}

/** The settings of all platforms, each part under the platform's own name. */
export function oauthSettings(): OAuthSettings {
  const settings = OAUTH_PLATFORMS.flatMap(platform =>
    (Object.keys(OAUTH_PARTS) as OAuthPart[]).map(part => {
      const { env, ...rest } = OAUTH_PARTS[part];
      const own = `OAUTH_${platform.toUpperCase()}_${env}`;
      return [oauthKey(platform, part), { ...rest, env: own, family: `OAUTH_<PLATFORM>_${env}` }];
    }),
  );
  return Object.fromEntries(settings);
}
