import { OAUTH_PLATFORMS } from '../../../db/enums.ts';
import { formatLabel } from './format.ts';

/** Platforms that accounts can be connected to, as options of a select field. */
export const PLATFORM_OPTIONS = OAUTH_PLATFORMS.map(value => ({ value, label: formatLabel(value) }));

/** The platforms that shops use most; others can be found by the search. */
export const COMMON_PLATFORMS: readonly string[] = [
  'instagram',
  'facebook',
  'tiktok',
  'youtube',
  'google',
  'x',
  'linkedin',
  'whatsapp',
  'email',
];

/** The platforms that texts of the API name in lower case. */
export const ALL_PLATFORMS: ReadonlySet<string> = new Set<string>([
  ...OAUTH_PLATFORMS,
  ...COMMON_PLATFORMS,
  'snapchat',
  'yelp',
  'tripadvisor',
  'trustpilot',
]);
