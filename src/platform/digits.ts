/**
 * Returns a text with the digits of every script as ASCII digits, with letters and marks in their plain width, and without
 * marks of direction and other characters that are not seen.
 */
export function foldDigits(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?![0-9])\p{Nd}/gu, toAsciiDigit);
}

/** The digits of a script follow each other from zero on. */
function toAsciiDigit(digit: string): string {
  let value = 0;
  for (let code = digit.codePointAt(0)! - 1; /\p{Nd}/u.test(String.fromCodePoint(code)); code--) value++;
  return String(value % 10);
}

/** Returns a code as it was issued, without the spaces and dashes that people and pages put between its groups. */
export function foldCode(text: string): string {
  return foldDigits(text).replaceAll(/[\s\p{Pd}]/gu, '');
}
