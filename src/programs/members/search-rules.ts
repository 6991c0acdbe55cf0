import { cleanPhone, LAST_DIGITS, parsePhone, stripTrunkPrefix } from '../../platform/phone.ts';
import { foldText, MAX_TERM_LENGTH, splitName, WORD_END } from '../../platform/search-terms.ts';

/** Shorter words have too many neighbors, longer ones too many variants. */
const MIN_TYPO_LETTERS = 4;
const MAX_TYPO_LETTERS = 16;
/** Letters that a variant of a word may have instead of its own, by the script of the word. */
const ALPHABETS: [RegExp, string][] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^[а-яё]+$/, 'абвгдежзийклмнопрстуфхцчшщъыьэюяё'],
  [/^[α-ω]+$/, 'αβγδεζηθικλμνξοπρστυφχψω'],
];
const PHONE = /^\+?[\d\s().\-/]+$/;
const INTERNATIONAL_PREFIX = /^00/;

/** A search in the form in which terms are stored. */
export interface MemberSearch {
  /** A term that begins with one of these is a match. */
  prefixes: string[];
  /** A term that begins with one of these belongs to a member whose name may have all words. */
  candidates: string[];
  /** Words that each must be the beginning of a different word of the name. */
  words: string[];
  /** Digits that can be the end of a phone number, more than the last four, which are a candidate then. */
  ending?: string;
}

/**
 * Parses what a person typed: the beginning of names, a phone number, an email address or a member ID.
 * @param country of the shop, in whose notation a phone number may be
 */
export function parseSearch(q: string, country: string | null): MemberSearch {
  const text = foldText(q).slice(0, MAX_TERM_LENGTH);
  const words = splitName(q);
  const prefixes = new Set([text, ...listDigits(q, country)]);
  if (words.length === 1) prefixes.add(words[0] as string);
  const candidates = words.length > 1 ? listPairs(words) : [];
  const digits = readDigits(q);
  const search = { prefixes: [...prefixes].filter(prefix => prefix !== ''), words };
  if (digits.length <= LAST_DIGITS) return { ...search, candidates };
  return { ...search, candidates: [...candidates, digits.slice(-LAST_DIGITS)], ending: digits };
}

/** Returns the digits of what can be a part of a phone number; nothing of other texts. */
function readDigits(q: string): string {
  const text = cleanPhone(q);
  return PHONE.test(text) ? text.replace(/\D/g, '') : '';
}

/** Lists the digits of a phone number as typed, in international form, and without what precedes the national number. */
function listDigits(q: string, country: string | null): string[] {
  const digits = readDigits(q);
  if (digits === '') return [];
  // National prefixes such as 8 in Russia or 06 in Hungary are no part of the international form.
  const whole = parsePhone(cleanPhone(q), country)?.slice(1) ?? digits;
  return [digits, whole, digits.replace(INTERNATIONAL_PREFIX, ''), stripTrunkPrefix(digits)];
}

/** Lists the two longest words in both orders, for few and exact candidates, and the longest alone. */
function listPairs(words: string[]): string[] {
  const [first, second] = pickLongest(words);
  return [first + WORD_END + second, second + WORD_END + first, first];
}

/** Returns the two longest words, which are the most specific. */
export function pickLongest(words: string[]): [string, string] {
  return words.toSorted((a, b) => b.length - a.length).slice(0, 2) as [string, string];
}

/**
 * Lists the beginnings of terms that match when the word has a typing error.
 * @param other a word that must match, too; one of both is then a whole word
 */
export function listTypoPrefixes(word: string, other?: string): string[] {
  const variants = listVariants(word);
  if (other === undefined) return variants;
  return variants.flatMap(variant => [
    (variant.endsWith(WORD_END) ? variant : variant + WORD_END) + other,
    other + WORD_END + variant,
  ]);
}

/**
 * Lists the beginnings of words that one typing error turns into the word: a missing, extra or wrong letter, or two in
 * the wrong order. With an error in the last letter the rest of the word is too short a beginning, so only whole words
 * match, which end with WORD_END.
 */
function listVariants(word: string): string[] {
  const letters = [...word];
  if (letters.length < MIN_TYPO_LETTERS || letters.length > MAX_TYPO_LETTERS) return [];
  const alphabet = [...(ALPHABETS.find(([script]) => script.test(word))?.[1] ?? '')];
  const variants = new Set<string>();
  for (let at = 0; at < letters.length; at++) {
    const before = letters.slice(0, at).join('');
    const letter = letters[at] as string;
    const next = letters[at + 1];
    const after = letters.slice(at + 1).join('');
    const end = next === undefined ? WORD_END : '';
    variants.add(before + after + end);
    if (next !== undefined) variants.add(before + next + letter + letters.slice(at + 2).join(''));
    for (const other of alphabet) {
      variants.add(before + other + after + end);
      variants.add(before + other + letter + after);
    }
  }
  variants.delete(word);
  return [...variants];
}

/** Returns whether each word is the beginning of a different word of the name, except for typing errors in one. */
export function matchesName(words: string[], name: string | null, typos: 0 | 1 = 0): boolean {
  return matchesWords(words, splitName(name ?? ''), typos);
}

function matchesWords(words: string[], names: string[], typos: 0 | 1): boolean {
  const begins = words.map(word => names.map(name => name.startsWith(word)));
  if (hasAssignment(begins)) return true;
  if (typos === 0) return false;
  return words.some((word, at) => {
    const nearly = names.map((name, index) => begins[at]?.[index] || hasOneTypo(word, name));
    return hasAssignment(begins.with(at, nearly));
  });
}

/**
 * Returns whether each row can have a column of its own in which it is true, by augmenting paths (Kuhn 1955). Takes up to
 * rows × rows × columns steps; trying all orders would take the factorial of the rows.
 */
export function hasAssignment(rows: readonly (readonly boolean[])[]): boolean {
  const rowOf = new Map<number, number>();
  const assign = (row: number, tried: Set<number>): boolean =>
    (rows[row] ?? []).some((isFree, column) => {
      if (!isFree || tried.has(column)) return false;
      tried.add(column);
      const owner = rowOf.get(column);
      if (owner !== undefined && !assign(owner, tried)) return false;
      rowOf.set(column, row);
      return true;
    });
  return rows.every((_, row) => assign(row, new Set()));
}

/** Returns whether one typing error in the beginning of `name` results in `word`; see listVariants. */
function hasOneTypo(typed: string, name: string): boolean {
  const word = [...typed];
  if (word.length < MIN_TYPO_LETTERS || word.length > MAX_TYPO_LETTERS) return false;
  const letters = [...name];
  const at = word.findIndex((letter, index) => letter !== letters[index]);
  if (at < 0) return false;
  const matchesRest = (from: number, to: number) =>
    word.slice(from).every((letter, index) => letter === letters[to + index]);
  const isMissing = matchesRest(at, at + 1);
  const isSwapped =
    word[at] === letters[at + 1] && word[at + 1] === letters[at] && matchesRest(at + 2, at + 2);
  if (at === word.length - 1) {
    const isDoubled = word[at] === word[at - 1];
    return isMissing || isDoubled || letters.length === at || letters.length === word.length;
  }
  return isMissing || isSwapped || matchesRest(at + 1, at + 1) || matchesRest(at + 1, at);
}
