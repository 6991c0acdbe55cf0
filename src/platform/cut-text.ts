/** Created with the first long text, because it would delay each start by milliseconds. */
let segmenter: Intl.Segmenter | undefined;
/** UTF-16 units of the longest character, such as an emoji of a family with colors of skin. */
const MAX_CHARACTER_UNITS = 64;

/**
 * Cuts a text between characters as people see them, so that no emoji, accent or syllable is cut in two.
 * @param max in UTF-16 units, like the lengths of the API
 */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  let end = 0;
  for (const { index, segment } of segmenter.segment(text.slice(0, max + MAX_CHARACTER_UNITS))) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Cuts a text that is too long and adds an ellipsis, which is included in the length. */
export function shortenText(text: string, max: number): string {
  return text.length <= max ? text : `${cutText(text, max - 1).trimEnd()}…`;
}
