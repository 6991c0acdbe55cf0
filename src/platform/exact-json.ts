/**
 * Parses JSON; integers that a number can't hold stay exact as text, such as the IDs of some shop systems.
 * @throws SyntaxError
 */
export function parseExactly(text: string): unknown {
  const reviver = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' &&
    Number.isInteger(value) &&
    !Number.isSafeInteger(value) &&
    source !== undefined
      ? source
      : value;
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}
