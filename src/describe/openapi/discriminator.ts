import { pascalCase } from '../../platform/names.ts';
import type { Schema } from './document.ts';

type RawSchema = Record<string, unknown>;
/** Adds a branch, as a component of the given name unless it has its own, and returns its reference. */
type AddBranch = (name: string | undefined, branch: RawSchema) => Schema;

/** The field that selects a branch of a request with several actions. */
const ACTION = 'action';
const REQUEST = /Request$/;
/** Its actions are known by their own names: `LoginRequest`. */
const UNPREFIXED = 'AuthRequest';

/**
 * Returns a request with several actions as a union of named branches with a discriminator; undefined if its branches
 * don't differ by `action`.
 * @param union the name of the request
 */
export function toDiscriminator(
  union: string,
  branches: readonly RawSchema[],
  add: AddBranch,
): Pick<Schema, 'anyOf' | 'discriminator'> | undefined {
  const words = branches.map(getAction);
  if (words.length < 2 || words.includes(undefined) || new Set(words).size < words.length) return undefined;
  const anyOf = branches.map((branch, index) =>
    add(typeof branch.$id === 'string' ? undefined : nameBranch(union, words[index] as string), branch),
  );
  const mapping = Object.fromEntries(anyOf.map(({ $ref }, index) => [words[index], $ref as string]));
  return { anyOf, discriminator: { propertyName: ACTION, mapping } };
}

function getAction({ properties }: RawSchema): string | undefined {
  const { const: word, enum: words = [] } = ((properties ?? {}) as Record<string, Schema>)[ACTION] ?? {};
  const [only = word, ...others] = words;
  return typeof only === 'string' && others.length === 0 ? only : undefined;
}

/** Returns `BillingSubscribeRequest` for the action `subscribe` of `BillingRequest`. */
function nameBranch(union: string, action: string): string {
  const stem = union === UNPREFIXED ? '' : union.replace(REQUEST, '');
  return `${stem}${pascalCase(action)}Request`;
}
