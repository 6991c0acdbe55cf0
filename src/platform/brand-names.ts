/** Names of platforms as they write them, by their identifiers. */
export const BRAND_NAMES: Record<string, string> = Object.fromEntries(
  ['Instagram', 'Facebook', 'Google', 'YouTube', 'TikTok', 'X', 'LinkedIn', 'Reddit', 'Pinterest', 'Twitch']
    .concat(['Discord', 'WhatsApp', 'Snapchat', 'Yelp', 'Tripadvisor', 'Trustpilot'])
    .map(name => [name.toLowerCase(), name]),
);
