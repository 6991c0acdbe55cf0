export const MAX_SLUG_LENGTH = 40;
/** Lower-case letters, digits and hyphens between them. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Names for records whose name has no letter that an address can contain. */
const FALLBACKS = { business: 'shop', campaign: 'offer' } as const;
export type SlugKind = keyof typeof FALLBACKS;

/** The highest number appended to a name that is taken. */
const MAX_NUMBER = 9;
const FIRST_NUMBER = 2;

/** Returns the best name for the address of a record. */
export function toSlug(kind: SlugKind, name: string): string {
  return slugify(name) || FALLBACKS[kind];
}

/** Lists the slugs that take the place of a taken one, in order. */
export function listNumberedSlugs(slug: string): string[] {
  return Array.from({ length: MAX_NUMBER - FIRST_NUMBER + 1 }, (_, index) =>
    appendToSlug(slug, String(index + FIRST_NUMBER)),
  );
}

/** Appends a suffix to a slug, shortened to the maximum length. */
export function appendToSlug(slug: string, suffix: string): string {
  return `${trimHyphens(slug.slice(0, MAX_SLUG_LENGTH - suffix.length - 1))}-${suffix}`;
}

/** Turns a name into lower-case ASCII words joined by hyphens; empty if it has no such letters. */
function slugify(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
    .replace(/['’]/g, '')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return trimHyphens(words.slice(0, MAX_SLUG_LENGTH + 1)).slice(0, MAX_SLUG_LENGTH);
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}
