/** A platform that describes public posts without a key. */
interface Provider {
  name: string;
  /** The hosts of its links, without `www.` and `m.`. */
  hosts: readonly string[];
  /** The oEmbed endpoint, from https://oembed.com/providers.json as of November 2026. */
  endpoint: string;
}

/**
 * Only platforms whose developer terms let a program read posts (seed/platform-terms.json, checked by
 * test/submissions/link-preview.test.ts): Instagram and Facebook permit nothing but display, X, Pinterest and Reddit exclude
 * services that reward posts, and LinkedIn and Snapchat have no such interface.
 */
export const PROVIDERS: readonly Provider[] = [
  {
    name: 'YouTube',
    hosts: ['youtube.com', 'youtu.be'],
    endpoint: 'https://www.youtube.com/oembed',
  },
  { name: 'TikTok', hosts: ['tiktok.com'], endpoint: 'https://www.tiktok.com/oembed' },
  { name: 'Vimeo', hosts: ['vimeo.com'], endpoint: 'https://vimeo.com/api/oembed.json' },
];

const MAX_TEXT_LENGTH = 200;

/** A request to the platform of a link. */
interface PreviewRequest {
  provider: string;
  url: string;
}

/** Returns the request that describes a link; undefined for platforms that describe none. */
export function getPreviewRequest(link: string): PreviewRequest | undefined {
  if (!URL.canParse(link)) return undefined;
  const host = new URL(link).hostname.replace(/^(?:www|m|mobile|old)\./, '');
  const provider = PROVIDERS.find(({ hosts }) => hosts.includes(host));
  if (!provider) return undefined;
  return {
    provider: provider.name,
    url: `${provider.endpoint}?format=json&url=${encodeURIComponent(link)}`,
  };
}

/** The description of a post. */
export interface PostDescription {
  title: string | null;
  author: string | null;
  /** An https address on any host. */
  imageUrl: string | null;
}

/** Reads an oEmbed response; undefined if it isn't one. */
export function parseDescription(body: string): PostDescription | undefined {
  const fields = parseObject(body);
  if (!fields) return undefined;
  const { title, author_name: author, thumbnail_url: image } = fields;
  const description = { title: toText(title), author: toText(author), imageUrl: toHttpsUrl(image) };
  return Object.values(description).some(value => value !== null) ? description : undefined;
}

function parseObject(body: string): Record<string, unknown> | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text.slice(0, MAX_TEXT_LENGTH).toWellFormed();
}

function toHttpsUrl(value: unknown): string | null {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  const url = new URL(value);
  return url.protocol === 'https:' ? url.href : null;
}
