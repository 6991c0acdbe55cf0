const LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';
/** 40 bits. */
const REFERENCE_LENGTH = 8;

/** Returns a reference for a person who has none, such as a card number. */
export function createReference(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(REFERENCE_LENGTH));
  return `card-${Array.from(bytes, byte => LETTERS[byte % LETTERS.length]).join('')}`;
}
