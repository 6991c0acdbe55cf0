/** Tracking parameters that never identify a page, on any site. */
const TRACKING = new Set(
  [
    ['fbclid', 'gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'msclkid', 'yclid', 'ttclid', 'twclid'],
    ['li_fat_id', 'mc_eid', 'mc_cid', 'mkt_tok', 'srsltid', 'epik', '_ga', '_gl', '_r', '_t'],
    ['igshid', 'igsh', 'mibextid', 'share_id', 'is_from_webapp', 'sender_device', 'web_id'],
  ].flat(),
);
const TRACKING_PREFIXES = /^(utm_|pk_|mtm_|_hs)/;
/** Parameters that are tracking only on the platforms' own pages; elsewhere such short names may identify the page. */
const PLATFORM_TRACKING = new Set(
  [
    ['s', 't', 'si', 'ref', 'ref_src', 'ref_url', 'feature', 'ab_channel', 'pp', 'is_copy_url'],
    ['trk', 'rcm', 'rdt', 'sca_esv', 'ved', '__tn__', '__cft__[0]'],
  ].flat(),
);
const DROPPED_HOST_PREFIX = /^(www|m|mobile)\./;

/** Hosts of each platform in the library. */
const PLATFORM_HOSTS: Record<string, readonly string[]> = {
  instagram: ['instagram.com', 'instagr.am', 'ig.me'],
  facebook: ['facebook.com', 'fb.com', 'fb.watch', 'fb.me'],
  tiktok: ['tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  google: ['google.com', 'goo.gl', 'g.page', 'g.co', 'share.google'],
  x: ['x.com', 'twitter.com', 't.co'],
  linkedin: ['linkedin.com', 'lnkd.in'],
  pinterest: ['pinterest.com', 'pin.it'],
  snapchat: ['snapchat.com'],
  whatsapp: ['whatsapp.com', 'wa.me'],
  reddit: ['reddit.com', 'redd.it'],
  yelp: ['yelp.com', 'yelp.to'],
  tripadvisor: ['tripadvisor.com'],
  trustpilot: ['trustpilot.com'],
};
const ALL_HOSTS = Object.values(PLATFORM_HOSTS).flat();
const PLATFORM_ALIASES: Record<string, string> = { twitter: 'x', ig: 'instagram', fb: 'facebook' };
/** Platforms with country-specific sites: google.co.uk, pinterest.fr, tripadvisor.com.au. */
const COUNTRY_SITE = /^(?:.+\.)?(google|pinterest|tripadvisor|yelp|trustpilot)\.(?:[a-z]{2}|com?\.[a-z]{2})$/;

/**
 * Rewrites of short links whose target follows from the link itself, as patterns over host and path; others (t.co,
 * vm.tiktok.com) cannot be resolved without a request. All that match are applied, in this order.
 */
const URL_REWRITES: [RegExp, string][] = [
  [/^instagr\.am\//, 'instagram.com/'],
  [/^twitter\.com\//, 'x.com/'],
  [/^fb\.com\//, 'facebook.com/'],
  [/^(?:old|new)\.reddit\.com\//, 'reddit.com/'],
  [/^redd\.it\/(\w+)$/, 'reddit.com/comments/$1'],
  // Subreddit and title do not identify the post; a second id after them is a comment, which is a different proof.
  [/^reddit\.com\/(?:r|user|u)\/[^/]+\/comments\//, 'reddit.com/comments/'],
  [/^reddit\.com\/comments\/(\w+)\/[^/]*$/, 'reddit.com/comments/$1'],
  [/^youtu\.be\/([\w-]+)$/, 'youtube.com/watch?v=$1'],
  [/^youtube\.com\/(?:shorts|live|embed)\/([\w-]+)$/, 'youtube.com/watch?v=$1'],
];

/**
 * Normalizes a proof URL so that equal proofs compare equal: lowercases the host, drops `www.` and `m.`, expands
 * short links, removes tracking parameters, fragment, scheme and trailing slash, and sorts the remaining query.
 */
export function normalizeProofUrl(proofUrl: string): string {
  const url = new URL(proofUrl);
  const host = url.host.toLowerCase().replace(DROPPED_HOST_PREFIX, '');
  const path = normalizePath(url.pathname)
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '');
  const folded = URL_REWRITES.reduce(
    (address, [short, long]) => address.replace(short, long),
    `${host}${path}`,
  );
  const [address = '', ownQuery] = folded.split('?');
  const isPlatform = ALL_HOSTS.some(known => host === known || host.endsWith(`.${known}`));
  const query = [...url.searchParams]
    .filter(([name]) => !isTracking(name.toLowerCase(), isPlatform))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  if (ownQuery) query.push(ownQuery);
  return query.length > 0 ? `${address}?${query.sort().join('&')}` : address;
}

/** Decodes characters that name the same page whether or not a client percent-encodes them. */
function normalizePath(path: string): string {
  return path.replace(/%(?:5b|5d|7c)/gi, decodeURIComponent).replace(/%25(?![0-9a-f]{2})/gi, '%');
}

function isTracking(name: string, isPlatform: boolean): boolean {
  return TRACKING.has(name) || TRACKING_PREFIXES.test(name) || (isPlatform && PLATFORM_TRACKING.has(name));
}

/** Returns whether the URL belongs to the platform; true for platforms without a host of their own (email, unknown). */
export function isOnPlatform(proofUrl: string, platform: string): boolean {
  const name = PLATFORM_ALIASES[platform] ?? platform;
  const hosts = Object.hasOwn(PLATFORM_HOSTS, name) ? PLATFORM_HOSTS[name] : undefined;
  if (!hosts) return true;
  const host = new URL(proofUrl).hostname.toLowerCase();
  return (
    hosts.some(known => host === known || host.endsWith(`.${known}`)) || COUNTRY_SITE.exec(host)?.[1] === name
  );
}
