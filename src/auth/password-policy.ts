import type { Ctx } from '../context.ts';
import { invalid } from '../errors.ts';
import text from './common-passwords.txt' with { type: 'text' };

/** Below it a password is a handful of repeated keys, however long it is. */
const MIN_DIFFERENT_CHARACTERS = 4;

/** Whose password it is to be: what somebody who knows the person would try first. */
export interface PasswordOwner {
  email?: string;
  name?: string;
}

let common: Set<string> | undefined;

/** Read with the first password that is set; its first line says where it comes from. */
function commonPasswords(): Set<string> {
  common ??= new Set(text.trim().split('\n').slice(1));
  return common;
}

/** Why a password would be guessed early, as the issue of its field; undefined for a good one. Case does not count. */
export function passwordProblem(password: string, { email, name }: PasswordOwner = {}): string | undefined {
  const given = fold(password);
  if (commonPasswords().has(given)) return 'must not be a common password';
  if (isMonotonous(given)) return 'must not be a simple sequence or repeated characters';
  const own = [email, email?.split('@')[0], name].map(each => each && fold(each));
  if (own.includes(given)) return 'must not be your name or email address';
  return undefined;
}

function fold(value: string): string {
  return value.normalize('NFKC').trim().toLowerCase();
}

/** Few different characters, or each the neighbor of the one before: aaaaaaaaaa, 1212121212, 0123456789. */
function isMonotonous(value: string): boolean {
  const codes = [...value].map(character => character.codePointAt(0) as number);
  if (new Set(codes).size < MIN_DIFFERENT_CHARACTERS) return true;
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] as number)));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/**
 * The hash of a password that somebody chose: the only way by which one is set.
 * @param field what the input calls it
 * @throws VALIDATION_ERROR when it would be guessed early, UNAVAILABLE when too many others wait
 */
export async function hashNewPassword(
  { passwords }: Pick<Ctx, 'passwords'>,
  password: string,
  owner: PasswordOwner,
  field = 'password',
): Promise<string> {
  const problem = passwordProblem(password, owner);
  if (problem) throw invalid(field, problem);
  return passwords.hash(password);
}
