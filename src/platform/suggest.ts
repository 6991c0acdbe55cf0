/** A word counts as a typo of another if up to 3 letters, and up to 40 % of the letters, differ. */
const MAX_DISTANCE = 3;
const MAX_DISTANCE_SHARE = 0.4;

/** Returns ` (did you mean …?)`, or an empty string without a similar word. Commander itself suggests commands and options. */
export function suggest(typed: string, known: readonly string[]): string {
  const near = known
    // Comparing words takes as long as the product of their lengths, and agents may send a megabyte.
    .filter(word => Math.abs(word.length - typed.length) <= MAX_DISTANCE)
    .map(word => ({ word, distance: distance(typed.toLowerCase(), word.toLowerCase()) }))
    .filter(each => each.distance <= Math.min(MAX_DISTANCE, each.word.length * MAX_DISTANCE_SHARE))
    .sort((a, b) => a.distance - b.distance)[0];
  return near ? ` (did you mean ${near.word}?)` : '';
}

/** Returns the Damerau-Levenshtein distance (optimal string alignment). */
function distance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const choices = [last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isSame ? 0 : 1)];
      if (isSwapped) choices.push(before[j - 2]! + 1);
      row.push(Math.min(...choices));
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
