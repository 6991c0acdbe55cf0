/*
 * Removes secrets and personal data from free text by pattern; false positives are preferred to leaks. The text may be
 * hostile, so each step runs in linear time: patterns match greedily and a function checks the match, because a pattern
 * that fails at the end of a long run would be retried from each of its characters.
 */

type Step = (text: string) => string;

/** Characters, in any script, that an email address can contain. */
const WORD = /[^\s<>()[\],;:"/]+/gu;
const ADDRESS = /[^@]@[^@]/u;
const maskEmails =
  (label: string): Step =>
  text =>
    text.includes('@') ? text.replace(WORD, word => (ADDRESS.test(word) ? label : word)) : text;

const DIGIT_RUN = /[\d\s().\-/+]+/gu;
const ALPHANUMERIC = /[\p{L}\p{N}]/u;
const MIN_DIGITS = 7;

/** Masks runs of at least seven digits, including phone number separators. */
function maskNumbers(label: string): Step {
  return text =>
    text.replace(DIGIT_RUN, (run, start: number) => {
      const before = text[start - 1] ?? '';
      const after = text[start + run.length] ?? '';
      // Digits that touch a letter belong to a word, such as a model or an id.
      const head = /^\d*/.exec(ALPHANUMERIC.test(before) ? run : '')?.[0].length ?? 0;
      const tail = ALPHANUMERIC.test(after) ? countTrailingDigits(run) : 0;
      const rest = run.slice(head, Math.max(head, run.length - tail));
      const first = rest.search(/[\d(+]/);
      const last = findLastDigit(rest);
      if (first < 0 || last < first || countDigits(rest) < MIN_DIGITS) return run;
      return run.slice(0, head + first) + label + run.slice(head + last + 1);
    });
}

function countDigits(text: string): number {
  return text.match(/\d/g)?.length ?? 0;
}

function findLastDigit(text: string): number {
  let at = text.length - 1;
  while (at >= 0 && !/\d/.test(text[at] as string)) at--;
  return at;
}

function countTrailingDigits(text: string): number {
  let at = text.length;
  while (at > 0 && /\d/.test(text[at - 1] as string)) at--;
  return text.length - at;
}

const PERSONAL_DATA: Step[] = [
  text => text.replace(/\bhttps?:\/\/\S+/giu, '[link]'),
  maskEmails('[email]'),
  text => text.replace(/\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/giu, '[account]'),
  text => text.replace(/(?<![\p{L}\p{N}_])@[\p{L}\p{N}_.]{2,}/gu, '[handle]'),
  maskNumbers('[number]'),
];

/** Replaces links, email addresses, account and phone numbers and handles with placeholders. */
export function redact(text: string): string {
  return PERSONAL_DATA.reduce((rest, step) => step(rest), text);
}

const REDACTED = '[redacted]';
/** Longer text is truncated, because the beginning is the most useful part. */
const MAX_MASKED_CHARS = 16_384;

const SECRETS: Step[] = [
  text => text.replace(/\b(?:pmk|whsec)_[\w+/=-]{8,}/g, REDACTED),
  // JSON Web Tokens start with an encoded `{"`.
  text => text.replace(/\beyJ[\w.-]{10,}/g, REDACTED),
  text => text.replace(/\bBearer\s+\S+/gi, `Bearer ${REDACTED}`),
  // The username and password of a URL: everything up to the last @ before the path.
  text => text.replace(/:\/\/[^\s/?#]+/g, authority => withoutCredentials(authority)),
  // A password among the parameters of a database URL.
  text => text.replace(/\b((?:ssl)?password)=[^\s&]+/gi, `$1=${REDACTED}`),
  maskEmails(REDACTED),
];

function withoutCredentials(authority: string): string {
  const at = authority.lastIndexOf('@');
  return at < 0 ? authority : `://${REDACTED}${authority.slice(at)}`;
}

/** Masks credentials and email addresses for a log, and truncates the text to about 16,000 characters. */
export function maskSecrets(text: string): string {
  return SECRETS.reduce((rest, step) => step(rest), truncate(text));
}

/** Truncates at a word boundary, because half a secret would not match the patterns. */
function truncate(text: string): string {
  if (text.length <= MAX_MASKED_CHARS) return text;
  let end = MAX_MASKED_CHARS;
  while (end > 0 && !/\s/.test(text[end - 1] as string)) end--;
  return `${text.slice(0, end)}… ${text.length - end} more characters`;
}
