import { cutText, shortenText } from './cut-text.ts';

/** Longer words of a business are cut: a mail is no place for a message of its own. */
const MAX_CHARS = 300;
/** Addresses of pages, hosts and mailboxes, which mail programs turn into links. */
const LINKS =
  /(?:https?:\/\/|www\.)\S+|[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,255}|(?:[\p{L}\d-]{1,63}\.){1,10}\p{L}{2,63}(?:[/:?#]\S*)?/giu;
/** Returns the words of a business as mails show them: on one line, without links, and not too long. */
export function toMailedWords(text: string): string {
  // Cut first, so that the search takes a bounded time.
  const line = cutText(text, 2 * MAX_CHARS)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(LINKS, '…')
    .trim();
  return shortenText(line, MAX_CHARS);
}

/** Returns a name, such as that of a shop: still readable if it is an address, but none that becomes a link. */
export function toMailedName(name: string): string {
  return cutText(name, MAX_CHARS).replaceAll(LINKS, link => link.replaceAll(/[.:/@]+/g, ' '));
}

/** Returns a text on one line, cut to a length. */
export function toMailedLine(text: string, maxChars: number): string {
  return shortenText(text.replaceAll(/\s+/g, ' ').trim(), maxChars);
}

/** Returns a value in which all texts are as mails show them. */
export function withMailedWords<T>(value: T): T {
  if (typeof value === 'string') return toMailedWords(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withMailedWords) as T;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withMailedWords(item)])) as T;
}
