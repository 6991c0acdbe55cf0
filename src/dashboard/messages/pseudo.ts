const ACCENTED: Record<string, string> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ö',
  u: 'ü',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  y: 'ý',
};
/** The syntax of a message, which stays: a value, or the beginning, a form and the end of a plural. */
const SYNTAX = /(\{\w+\}|\{\w+, plural, |\w+ \{|\}+ ?)/;
/** Translations of English are up to this much longer, as a share of the text. */
const ADDED = 0.4;

/** Returns a catalog whose texts have accents and are 40 % longer, to find those that are cut off or not in a catalog. */
export function toPseudo<T>(value: T): T {
  if (typeof value === 'string') return lengthen(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  // A dictionary by English text, which English leaves empty.
  if (Object.keys(value).length === 0)
    return new Proxy(value, { get: (_, key) => (typeof key === 'string' ? lengthen(key) : undefined) });
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, toPseudo(text)])) as T;
}

function lengthen(text: string): string {
  if (text === '') return text;
  const accented = text
    .split(SYNTAX)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(/./g, letter => ACCENTED[letter] ?? letter)))
    .join('');
  const added = Math.ceil(text.length * ADDED);
  return `${accented} ${'öñé ťẃö '
    .repeat(Math.ceil(added / 8))
    .slice(0, added)
    .trim()}`;
}
