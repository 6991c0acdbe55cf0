import * as businesses from '../businesses/service.ts';
import type { Ctx } from '../context.ts';
import { invalid } from '../errors.ts';
import text from './common-passwords.txt' with { type: 'text' };

/** Passwords with fewer different characters are too repetitive at any length. */
const MIN_DIFFERENT_CHARACTERS = 4;

/** Shorter words are part of too many others. */
const MIN_WORD_LENGTH = 4;
/** Letters and digits that a password must have besides words that an attacker would try first. */
const MIN_OTHER_CHARACTERS = 4;
const PRODUCT = 'perkmint';
const CONTEXT_PROBLEM = 'must not consist of your name, your address, your business or Perkmint';
const NO_LETTER = /[^\p{L}\p{N}]+/gu;

/** The password's owner, whose email, name and business an attacker would try first. */
interface PasswordOwner {
  email?: string;
  name?: string;
  businessName?: string | undefined;
  businessId?: string | null;
}

let common: Set<string> | undefined;

/** Loaded when the first password is set; the file's first line names its source. */
function commonPasswords(): Set<string> {
  common ??= new Set(text.trim().split('\n').slice(1));
  return common;
}

/** Returns why a password is easy to guess, as a field issue; undefined for a good one. Case-insensitive. */
export function findPasswordProblem(
  password: string,
  { email, name, businessName }: PasswordOwner = {},
): string | undefined {
  const given = normalize(password);
  if (commonPasswords().has(given)) return 'must not be a common password';
  if (isMonotonous(given)) return 'must not be a simple sequence or repeated characters';
  const own = [email, email?.split('@')[0], name].map(each => each && normalize(each));
  if (own.includes(given)) return 'must not be your name or email address';
  const words = [PRODUCT, email, name, businessName].flatMap(each => {
    const parts = normalize(each ?? '').split(NO_LETTER);
    return [parts.join(''), ...parts];
  });
  const letters = given.replaceAll(NO_LETTER, '');
  const others = words
    .filter(word => word.length >= MIN_WORD_LENGTH)
    .reduce((rest, word) => rest.replaceAll(word, ''), letters);
  return others.length < MIN_OTHER_CHARACTERS && others !== letters ? CONTEXT_PROBLEM : undefined;
}

function normalize(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase();
}

/** Returns whether a password is repetitive or sequential: aaaaaaaaaa, 1212121212, 0123456789. */
function isMonotonous(value: string): boolean {
  const codes = [...value].map(character => character.codePointAt(0) as number);
  if (new Set(codes).size < MIN_DIFFERENT_CHARACTERS) return true;
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] as number)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/**
 * Validates and hashes a new password; every password is set through this.
 * @param field the name of the input field
 * @throws VALIDATION_ERROR if it is easy to guess, UNAVAILABLE if too many hashes are queued
 */
export async function hashNewPassword(
  ctx: Ctx,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<string> {
  const business = owner.businessId ? await businesses.find(ctx, owner.businessId) : undefined;
  const problem = findPasswordProblem(password, { businessName: business?.name, ...owner });
  if (problem) throw invalid(field, problem, 'conflict');
  return ctx.passwords.hash(password);
}
