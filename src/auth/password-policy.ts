import type { Ctx } from '../context.ts';
import { invalid } from '../errors.ts';
import text from './common-passwords.txt' with { type: 'text' };

/** Passwords with fewer different characters are too repetitive at any length. */
const MIN_DIFFERENT_CHARACTERS = 4;

/** The password's owner, whose email and name an attacker would try first. */
export interface PasswordOwner {
  email?: string;
  name?: string;
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
  { email, name }: PasswordOwner = {},
): string | undefined {
  const given = normalize(password);
  if (commonPasswords().has(given)) return 'must not be a common password';
  if (isMonotonous(given)) return 'must not be a simple sequence or repeated characters';
  const own = [email, email?.split('@')[0], name].map(each => each && normalize(each));
  if (own.includes(given)) return 'must not be your name or email address';
  return undefined;
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
  { passwords }: Pick<Ctx, 'passwords'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<string> {
  const problem = findPasswordProblem(password, owner);
  if (problem) throw invalid(field, problem, 'conflict');
  return passwords.hash(password);
}
