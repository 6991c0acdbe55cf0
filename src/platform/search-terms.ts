import { listPhoneDigits } from './phone.ts';

/** The fields by which a person is found. */
export interface SearchablePerson {
  /** The business's own reference. */
  memberId: string;
  /** The reference before the person claimed the membership. */
  enrolledAs?: string | null;
  name: string | null;
  email: string | null;
  /** In E.164 format. */
  phone: string | null;
  unconfirmedPhone?: string | null;
}

/** Words of a name that a search considers. */
const MAX_NAME_WORDS = 8;
/** Words of which each pair is a term, so that a search for two words reads few rows. */
const MAX_PAIRED_WORDS = 4;
/** A letter can expand to several when it is folded; longer terms lose their end. */
export const MAX_TERM_LENGTH = 254;
/** Marks the end of a word in a term. It sorts before all letters, so whole words come first. */
export const WORD_END = ' ';

/** Letters without a decomposition into a basic letter and a mark. */
const PLAIN_LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};
const SPECIAL_LETTERS = new RegExp(`[${Object.keys(PLAIN_LETTERS).join('')}]`, 'g');
const MARKS = /[\u0300-\u036f]/g;
const APOSTROPHES = /['’ʼ`´]/g;

/** Returns the text in lower case and without accents, with single spaces. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(MARKS, '')
    .toLowerCase()
    .replace(MARKS, '')
    .replace(SPECIAL_LETTERS, letter => PLAIN_LETTERS[letter] as string)
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits a name into folded words of letters and digits: O'Brien-Smith has the words obrien and smith. */
export function splitName(name: string): string[] {
  const words = foldText(name)
    .replace(APOSTROPHES, '')
    .split(/[^\p{L}\p{N}\p{M}]+/u);
  return words.filter(word => word !== '').slice(0, MAX_NAME_WORDS);
}

/** Lists the stored texts by whose beginning a person is found. */
export function listSearchTerms(person: SearchablePerson): string[] {
  const { memberId, enrolledAs, name, email } = person;
  const terms = [foldText(memberId), ...listNameTerms(splitName(name ?? ''))];
  if (enrolledAs) terms.push(foldText(enrolledAs));
  if (email !== null) terms.push(foldText(email));
  const phone = person.phone ?? person.unconfirmedPhone;
  if (phone) terms.push(...listPhoneDigits(phone));
  return [...new Set(terms.map(term => term.slice(0, MAX_TERM_LENGTH)))].filter(term => term !== '');
}

/** Lists each word followed by each of the others, or alone if there is no other. */
function listNameTerms(words: string[]): string[] {
  const paired = words.slice(0, MAX_PAIRED_WORDS);
  const isPaired = paired.length > 1;
  const pairs = paired.flatMap((first, at) =>
    paired.filter((_, other) => other !== at).map(second => first + WORD_END + second + WORD_END),
  );
  const alone = isPaired ? words.slice(MAX_PAIRED_WORDS) : words;
  return [...pairs, ...alone.map(word => word + WORD_END)];
}
