/*
 * Personal data out of free text, before it goes to somebody else's program. Rather too much than too little: what
 * looks like an address, a number or an account is gone, whatever it was.
 */

const PATTERNS: [RegExp, string][] = [
  [/\bhttps?:\/\/\S+/giu, '[link]'],
  [/[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@.<>()[\],;:"]+/gu, '[email]'],
  [/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/gu, '[account]'],
  [/(?<![\p{L}\p{N}_])@[\p{L}\p{N}_.]{2,}/gu, '[handle]'],
  [/(?<![\p{L}\p{N}])\+?\(?\d(?:[\s().\-/]*\d){6,}(?![\p{L}\p{N}])/gu, '[number]'],
];

/** The text with links, email addresses, account and phone numbers and handles replaced by what they were. */
export function redact(text: string): string {
  return PATTERNS.reduce((rest, [pattern, word]) => rest.replace(pattern, word), text);
}
