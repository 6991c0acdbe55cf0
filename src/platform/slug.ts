export const MAX_SLUG_LENGTH = 40;
/** Lower-case letters, digits and hyphens between them. */
export const SLUG_PATTERN = '^[a-z0-9]+(-[a-z0-9]+)*$';

/** Names for records whose name has no letter that an address can contain. */
const FALLBACKS = { business: 'shop', campaign: 'offer' } as const;
export type SlugKind = keyof typeof FALLBACKS;

/** The highest number appended to a name that is taken. */
const MAX_NUMBER = 9;
const FIRST_NUMBER = 2;

/** Lists names for the address of a record, best first. The last one ends with `random` and is free in practice. */
export function listSlugCandidates(kind: SlugKind, name: string, random: string): string[] {
  const base = slugify(name) || FALLBACKS[kind];
  const numbered = Array.from({ length: MAX_NUMBER - FIRST_NUMBER + 1 }, (_, index) =>
    append(base, String(index + FIRST_NUMBER)),
  );
  return [base, ...numbered, append(base, random)];
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

function append(base: string, suffix: string): string {
  return `${trimHyphens(base.slice(0, MAX_SLUG_LENGTH - suffix.length - 1))}-${suffix}`;
}

function trimHyphens(text: string): string {
  return text.replace(/^-+|-+$/g, '');
}
