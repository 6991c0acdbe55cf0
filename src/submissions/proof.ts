/** Parameters that tell how somebody came to a page, not which page it is. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|igshid|igsh|mc_eid|mc_cid|si|feature|ref|ref_src|ref_url|s|t|_r|_t|share_id|is_from_webapp|sender_device|web_id)$/i;
const DROPPED_HOST_PREFIX = /^(www|m|mobile)\./;

/** Hosts that belong to each platform of the library; the first is its own. */
const PLATFORM_HOSTS: Record<string, readonly string[]> = {
  instagram: ['instagram.com', 'instagr.am', 'ig.me'],
  facebook: ['facebook.com', 'fb.com', 'fb.watch', 'fb.me'],
  tiktok: ['tiktok.com', 'vm.tiktok.com', 'vt.tiktok.com'],
  youtube: ['youtube.com', 'youtu.be'],
  google: ['google.com', 'goo.gl', 'maps.app.goo.gl', 'g.page', 'g.co', 'share.google'],
  x: ['x.com', 'twitter.com', 't.co'],
  linkedin: ['linkedin.com', 'lnkd.in'],
  pinterest: ['pinterest.com', 'pin.it'],
  snapchat: ['snapchat.com', 't.snapchat.com'],
  whatsapp: ['whatsapp.com', 'wa.me'],
  reddit: ['reddit.com', 'redd.it'],
  yelp: ['yelp.com', 'yelp.to'],
  tripadvisor: ['tripadvisor.com'],
  trustpilot: ['trustpilot.com'],
};
const OTHER_NAMES: Record<string, string> = { twitter: 'x', ig: 'instagram', fb: 'facebook' };

interface ShortLink {
  host: string;
  toUrl(path: string): string;
}

/** Short hosts whose target follows from the link itself; others (t.co, vm.tiktok.com) tell nothing offline. */
const SHORT_LINKS: ShortLink[] = [
  { host: 'youtu.be', toUrl: path => `youtube.com/watch?v=${path.slice(1)}` },
  { host: 'redd.it', toUrl: path => `reddit.com/comments${path}` },
  { host: 'instagr.am', toUrl: path => `instagram.com${path}` },
  { host: 'twitter.com', toUrl: path => `x.com${path}` },
  { host: 'fb.com', toUrl: path => `facebook.com${path}` },
];

/**
 * One spelling for one proof: host in lower case without `www.` and `m.`, short links folded into the long form,
 * tracking parameters, fragment, scheme and trailing slash dropped, the rest of the query sorted.
 */
export function normalizeProofUrl(proofUrl: string): string {
  const url = new URL(proofUrl);
  const host = url.hostname.toLowerCase().replace(DROPPED_HOST_PREFIX, '');
  const path = url.pathname.replace(/\/+$/, '');
  const query = [...url.searchParams].filter(([name]) => !TRACKING.test(name) || isContent(host, name));
  const folded = SHORT_LINKS.find(link => link.host === host)?.toUrl(path) ?? `${host}${path}`;
  const [base = '', own] = folded.split('?');
  const parameters = [...(own ? [own] : []), ...query.map(([name, value]) => `${name}=${value}`)].sort();
  return `${shortPath(base)}${parameters.length > 0 ? `?${parameters.join('&')}` : ''}`;
}

/** youtube.com/shorts/ID and /live/ID are the same video as watch?v=ID, but rarely sent twice: left as they are. */
function shortPath(base: string): string {
  return base.replace(/\/+/g, '/');
}

/** On unknown hosts `s`, `t`, `ref` … may well name the page: only the known platforms' trackers are dropped there. */
function isContent(host: string, name: string): boolean {
  const isPlatform = Object.values(PLATFORM_HOSTS).some(hosts => hosts.includes(host));
  return !isPlatform && /^(s|t|si|ref|feature)$/i.test(name);
}

/** Does the address belong to the platform? True where the platform has no host of its own (email, unknown ones). */
export function isOnPlatform(proofUrl: string, platform: string): boolean {
  const hosts = PLATFORM_HOSTS[OTHER_NAMES[platform] ?? platform];
  if (!hosts) return true;
  const host = new URL(proofUrl).hostname.toLowerCase();
  const isOfPlatform = hosts.some(known => host === known || host.endsWith(`.${known}`));
  return isOfPlatform || isCountrySite(host, platform);
}

/** tripadvisor.de, google.co.uk, pinterest.fr, yelp.ca: the platform's name under another country. */
function isCountrySite(host: string, platform: string): boolean {
  return new RegExp(`(^|\\.)${platform}\\.([a-z]{2}|co\\.[a-z]{2}|com\\.[a-z]{2})$`).test(host);
}
