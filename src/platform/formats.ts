/*
 * Defines each string format once. Input is normalized before it is validated and stored, so every stored value matches
 * the format in the API description: RFC 3986 for `uri`, RFC 5321 for `email`, RFC 1123 for `hostname`.
 */

import { COUNTRIES } from './countries.ts';

/** C0 and C1 control characters and DEL; multi-line text may contain tabs and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters on purpose
const CONTROL_EXCEPT_LAYOUT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/**
 * Characters that are not seen but change how text is read or compared: direction marks, overrides and isolates, spaces
 * without width, soft hyphens. Joiners stay, which Persian, Indic scripts and emoji need.
 */
/** Line breaks that only some programs know: U+2028 and U+2029. */
const SEPARATORS = /[\u2028\u2029]/g;
/** U+2010, and U+2011, which does not break. */
const HYPHENS = /[\u2010\u2011]/g;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/** A hostname label in lowercase (RFC 1123): letters, digits and inner hyphens. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** URLs may also contain IP addresses, and hosts with underscores, which resolvers accept. */
const URL_LABEL = /^[a-z0-9_-]+$/;
const MAX_LABEL = 63;
const MAX_HOSTNAME = 253;
/** Characters that a URL parser treats as the end of a hostname, or decodes in one. */
const NOT_IN_HOSTNAME = /[/\\?#@:%[\]\s]/;

/** RFC 5321 without quoted strings, which no mailbox provider issues. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const MAX_LOCAL_PART = 64;
/** The longest path in SMTP, without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

export const MAX_URL_LENGTH = 2_048;
const WEB_PROTOCOLS = ['http:', 'https:'];
/** Some programs treat a backslash as a slash, others as part of the username before the host. */
const BACKSLASH_BEFORE_QUERY = /^[^?#]*\\/;
/** Characters after the host that the URL standard keeps although RFC 3986 does not allow them. */
const STRAY = /%(?![0-9a-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;
/** The same for the authority, where brackets enclose an IPv6 address. */
const STRAY_IN_AUTHORITY = /%(?![0-9a-f]{2})|[^\w\-.~:/@!$&'()*+,;=%[\]]/gi;

/**
 * Returns a text in the form NFC, so that equal accents are equal characters, without invisible characters and without space
 * at its ends. The separators of lines and paragraphs become line breaks.
 */
export function trimText(text: string): string {
  return text.replace(INVISIBLE, '').replace(SEPARATORS, '\n').normalize('NFC').trim();
}

/** Returns an ID that its caller chose as `trimText` does, with the hyphens of word processors as those of keyboards. */
export function normalizeId(text: string): string {
  return trimText(text).replace(HYPHENS, '-');
}

/**
 * Returns whether any database can store the text and return it unchanged. `isVerbatim` allows control characters
 * except NUL.
 */
export function isStorableText(text: string, isVerbatim = false): boolean {
  return text.isWellFormed() && !(isVerbatim ? text.includes('\0') : CONTROL_EXCEPT_LAYOUT.test(text));
}

/** Decodes UTF-8. @returns undefined for any other bytes, of which a part would become U+FFFD */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Returns whether a text can be the ID of a record that its caller named: on a single line, and a segment of a path that
 * URL parsers keep.
 */
export function isFreeId(text: string): boolean {
  return !CONTROL.test(text) && text !== '.' && text !== '..';
}

/**
 * Normalizes an absolute http or https URL: parses and serializes it by the URL standard (host in lowercase ASCII, dot
 * segments resolved, other characters percent-encoded), then limits it to the characters of RFC 3986.
 * @returns undefined for any other text, or if it is too long before or after normalization
 */
export function normalizeUrl(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH || CONTROL.test(text) || !text.isWellFormed()) return undefined;
  if (BACKSLASH_BEFORE_QUERY.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || !WEB_PROTOCOLS.includes(url.protocol) || !isUrlHost(url.hostname)) return undefined;
  const normal = formatUrl(url);
  return normal.length <= MAX_URL_LENGTH ? normal : undefined;
}

/** Serializes an http or https URL, percent-encoding characters that RFC 3986 does not allow. */
export function formatUrl({ href, protocol }: URL): string {
  const pathStart = href.indexOf('/', protocol.length + '//'.length);
  const fragmentStart = href.indexOf('#', pathStart);
  const end = fragmentStart < 0 ? href.length : fragmentStart;
  const authority = href.slice(0, pathStart).replace(STRAY_IN_AUTHORITY, encodeURIComponent);
  const path = href.slice(pathStart, end).replace(STRAY, encodeURIComponent);
  if (fragmentStart < 0) return authority + path;
  return `${authority}${path}#${href.slice(end + 1).replace(STRAY, encodeURIComponent)}`;
}

function isUrlHost(hostname: string): boolean {
  if (hostname.startsWith('[')) return true;
  return hasLabels(hostname.replace(/\.$/, ''), URL_LABEL);
}

function hasLabels(hostname: string, label: RegExp): boolean {
  return (
    hostname.length <= MAX_HOSTNAME &&
    hostname.split('.').every(part => part.length <= MAX_LABEL && label.test(part))
  );
}

/**
 * Normalizes a hostname to lowercase ASCII; names in other scripts become their `xn--` form.
 * @returns undefined for any other text, including IP addresses
 */
export function normalizeHostname(text: string): string | undefined {
  if (CONTROL.test(text) || NOT_IN_HOSTNAME.test(text)) return undefined;
  const hostname = URL.parse(`http://${text}`)?.hostname;
  if (!hostname || !hasLabels(hostname, LABEL)) return undefined;
  // A numeric last label means an IPv4 address.
  return /(?:^|\.)\d+$/.test(hostname) ? undefined : hostname;
}

/**
 * Normalizes an email address to lowercase with an ASCII domain. The part before the `@` must be ASCII, because mail
 * servers without SMTPUTF8 deliver nothing else, and the domain must contain a dot.
 * @returns undefined for any other text
 */
export function normalizeEmail(text: string): string | undefined {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  if (local.length > MAX_LOCAL_PART || !LOCAL_PART.test(local)) return undefined;
  const domain = normalizeHostname(text.slice(at + 1));
  if (!domain?.includes('.')) return undefined;
  const email = `${local.toLowerCase()}@${domain}`;
  return email.length <= MAX_EMAIL_LENGTH ? email : undefined;
}

/** Addresses that version 0.1 accepted. */
const LEGACY_EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@.<>()[\],;:"]+$/;

/**
 * Normalizes the email address of an account. Accounts of version 0.1 may have an undeliverable address and must still
 * be able to log in.
 * @returns undefined for text that neither version accepts
 */
export function normalizeAccountEmail(text: string): string | undefined {
  const isLegacy = text.length <= MAX_EMAIL_LENGTH && LEGACY_EMAIL.test(text);
  return normalizeEmail(text) ?? (isLegacy ? text.toLowerCase() : undefined);
}

/** @returns the canonical form of a BCP 47 language tag; undefined for any other text */
export function normalizeLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** The names of IANA time zones; `Intl` also accepts offsets such as +02:00, which know no daylight saving time. */
const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** @returns the name of an IANA time zone, with its usual capitals; undefined for any other text */
export function normalizeTimeZone(text: string): string | undefined {
  if (!ZONE_NAME.test(text)) return undefined;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text).timeZoneId;
  } catch {
    return undefined;
  }
}

/** Returns a country code in upper case; undefined for any other text. */
export function normalizeCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  return COUNTRIES.includes(code) ? code : undefined;
}
