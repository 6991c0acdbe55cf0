/** Names of platforms as they write them, by their identifiers. */
export const BRAND_NAMES: Record<string, string> = Object.fromEntries(
  ['Instagram', 'Facebook', 'Google', 'YouTube', 'TikTok', 'X', 'LinkedIn', 'Reddit', 'Pinterest', 'Twitch']
    .concat(['Discord', 'WhatsApp', 'Snapchat', 'Yelp', 'Tripadvisor', 'Trustpilot'])
    .map(name => [name.toLowerCase(), name]),
);

/** Returns the name of a platform as it writes it, such as TikTok. */
export function namePlatform(platform: string): string {
  return BRAND_NAMES[platform] ?? platform.charAt(0).toUpperCase() + platform.slice(1);
}
