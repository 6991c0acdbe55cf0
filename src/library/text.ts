/** Functions that match free text with the terms of the library. */

/**
 * Converts to a slug: lowercase, no accents, `&` as "and", everything but letters and digits as a single hyphen:
 * `Café & Bar` → `cafe-and-bar`.
 */
export function toSlug(words: string): string {
  return words
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

/** Normalizes a tag, so that `#Paid_Partnership` equals `paidpartnership`. */
export function normalizeTag(tag: string): string {
  return toSlug(tag).replaceAll('-', '');
}

/** Returns the spellings of a slug to look up: as given, then without an English plural. */
export function listSpellings(slug: string): string[] {
  if (slug.endsWith('ies')) return [slug, `${slug.slice(0, -3)}y`];
  if (slug.endsWith('s') && slug.length > 2) return [slug, slug.slice(0, -1)];
  return [slug];
}

/** Returns the candidate with the smallest edit distance to `word`; the first on ties, null without candidates. */
export function findNearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const distance = computeEditDistance(word, candidate);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/** Computes the Levenshtein distance between `a` and `b` with two rows, in O(a · b). */
function computeEditDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const substitution = previous[column - 1]! + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[b.length]!;
}

/** Converts a date to a timestamp: `2026-11-21` → `2026-11-21T00:00:00.000Z`. */
export function toTimestamp(day: string): string {
  return `${day}T00:00:00.000Z`;
}
