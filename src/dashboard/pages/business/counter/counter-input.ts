import { foldDigits } from '../../../../platform/digits.ts';
import type { Member } from '../../../../programs/members/model.ts';

/** Text typed or scanned at the counter, interpreted. */
export type CounterInput =
  | { kind: 'empty' }
  /** The text of a member card. */
  | { kind: 'card'; card: string }
  /** A reward code, or a name of ten letters. */
  | { kind: 'code'; code: string; q: string }
  /** The beginning of a name, phone number, email address or member ID. */
  | { kind: 'search'; q: string };

const CODE_LENGTH = 10;
/** Cards are capital letters and digits; see programs/members/card-rules.ts. */
const CARD = /^PM[SR][0-9A-Z]{30,80}$/i;

/** Returns whether the text has as many letters and digits as a reward code. Dashes and spaces group them. */
function isCode(text: string): boolean {
  return /^[a-z0-9 -]+$/i.test(text) && text.replaceAll(/[ -]/g, '').length === CODE_LENGTH;
}

/** Interprets a scan or typing: the QR codes of rewards are links to this page, which have `code` in their query. */
export function readInput(text: string): CounterInput {
  const trimmed = foldDigits(text)
    .replaceAll(/\p{Pd}/gu, '-')
    .trim();
  const url = /^https?:/i.test(trimmed) ? URL.parse(trimmed) : null;
  const linked = url?.searchParams.get('code') ?? url?.searchParams.get('card') ?? trimmed;
  if (linked === '') return { kind: 'empty' };
  if (CARD.test(linked)) return { kind: 'card', card: linked };
  if (isCode(linked)) return { kind: 'code', code: linked, q: linked };
  return { kind: 'search', q: linked };
}

type Names = Pick<Member, 'name' | 'phone' | 'email' | 'memberId'>;

/** Digits by which a phone number is known, as on cards of other shops. */
const MIN_DIGITS = 4;

/**
 * Returns the member whom a text names beyond doubt: the only one found, or the only one with exactly this name, address or
 * ID, or a phone number that ends so. Someone else could be stamped by mistake otherwise.
 */
export function findCertain<T extends Names>(found: readonly T[], text: string): T | undefined {
  const exact = found.length === 1 ? found : found.filter(member => isExact(member, text));
  return exact.length === 1 ? exact[0] : undefined;
}

function isExact({ name, phone, email, memberId }: Names, text: string): boolean {
  const typed = fold(foldDigits(text));
  if ([name, email, memberId].some(each => each !== null && fold(each) === typed)) return true;
  const digits = typed.replaceAll(/\D/g, '');
  return digits.length >= MIN_DIGITS && !/\p{L}/u.test(typed) && (phone?.endsWith(digits) ?? false);
}

function fold(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}
