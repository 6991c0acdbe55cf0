/*
 * The one definition of each string format. Input is brought into a normal form here before it is checked and stored,
 * so every value that is stored satisfies the format that the API description names for it: RFC 3986 for `uri`,
 * RFC 5321 for `email`, RFC 1123 for `hostname`.
 */

/** C0 and C1 controls and DEL; tabs and line breaks belong to text of several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for
const CONTROL_EXCEPT_LAYOUT = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** RFC 1123, in lower case: labels of letters, digits and inner hyphens. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
/** URLs also name hosts with underscores, which resolvers accept, and addresses. */
const URL_LABEL = /^[a-z0-9_-]+$/;
const MAX_LABEL = 63;
const MAX_HOSTNAME = 253;
/** What a URL parser takes for the end of a host name, or decodes inside one. */
const NOT_IN_HOSTNAME = /[/\\?#@:%[\]\s]/;

/** RFC 5321 without quoted strings, which no provider of mailboxes issues. */
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const MAX_LOCAL_PART = 64;
/** The longest path that SMTP carries, without its angle brackets. */
export const MAX_EMAIL_LENGTH = 254;

export const MAX_URL_LENGTH = 2_048;
const WEB_PROTOCOLS = ['http:', 'https:'];
/** Some programs read a backslash as a slash and others as a part of the user name before the host. */
const BACKSLASH_BEFORE_QUERY = /^[^?#]*\\/;
/** What the URL standard leaves as it is although RFC 3986 does not allow it behind the host. */
const STRAY = /%(?![0-9a-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/gi;
/** The same before the path, where brackets surround an address. */
const STRAY_IN_AUTHORITY = /%(?![0-9a-f]{2})|[^\w\-.~:/@!$&'()*+,;=%[\]]/gi;

/** Can the text be stored and read back unchanged, in any database? `isVerbatim` allows control characters but NUL. */
export function isStorableText(text: string, isVerbatim = false): boolean {
  return text.isWellFormed() && !(isVerbatim ? text.includes('\0') : CONTROL_EXCEPT_LAYOUT.test(text));
}

/**
 * An absolute http or https URL in normal form: parsed and written by the URL standard (host in ASCII and lower case,
 * dot segments resolved, other characters percent-encoded), then limited to the characters of RFC 3986.
 * @returns undefined for text that is no such URL, or too long in either form
 */
export function normalizeUrl(text: string): string | undefined {
  if (text.length > MAX_URL_LENGTH || CONTROL.test(text) || !text.isWellFormed()) return undefined;
  if (BACKSLASH_BEFORE_QUERY.test(text)) return undefined;
  const url = URL.parse(text);
  if (!url || !WEB_PROTOCOLS.includes(url.protocol) || !isUrlHost(url.hostname)) return undefined;
  const normal = formatUrl(url);
  return normal.length <= MAX_URL_LENGTH ? normal : undefined;
}

/** An http or https URL as text, with what RFC 3986 does not allow percent-encoded. */
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
 * A host name in ASCII and lower case; names in other scripts become their `xn--` form.
 * @returns undefined for text that is no host name, IP addresses included
 */
export function normalizeHostname(text: string): string | undefined {
  if (CONTROL.test(text) || NOT_IN_HOSTNAME.test(text)) return undefined;
  const hostname = URL.parse(`http://${text}`)?.hostname;
  if (!hostname || !hasLabels(hostname, LABEL)) return undefined;
  // The last label of an IPv4 address is a number, that of a name never is.
  return /(?:^|\.)\d+$/.test(hostname) ? undefined : hostname;
}

/**
 * An email address in lower case, with its domain in ASCII. The part before the `@` must be ASCII, because mail servers
 * without SMTPUTF8 deliver nothing else, and the domain must have a dot.
 * @returns undefined for text that is no such address
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

/** What version 0.1 took for an address. */
const FORMER_EMAIL = /^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@.<>()[\],;:"]+$/;

/**
 * The address of an account as it is stored. Accounts of version 0.1 may have one that nothing can be delivered to, and
 * must still be able to log in.
 * @returns undefined for text that never was an address
 */
export function normalizeAccountEmail(text: string): string | undefined {
  const isFormer = text.length <= MAX_EMAIL_LENGTH && FORMER_EMAIL.test(text);
  return normalizeEmail(text) ?? (isFormer ? text.toLowerCase() : undefined);
}
