import ipaddr from 'ipaddr.js';
import { isPublicKey } from '../platform/ed25519.ts';
import { normalizeAccountEmail, normalizeEmail, normalizeUrl } from '../platform/formats.ts';
import { parseAllowEntry } from '../platform/outbound/addresses.ts';
import { isLongEnough, MIN_SECRET_BYTES, splitKeys } from '../platform/security/secrets.ts';

/*
 * Parsers of settings. Each returns the value, or throws an error whose message continues "NAME …".
 */

const MIN_PASSWORD_LENGTH = 10;
const MAX_PASSWORD_LENGTH = 200;
const MAX_PORT = 65_535;
/** Names of one certificate; Let's Encrypt allows 100. */
const MAX_DOMAINS = 20;
const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

export const parseText = (text: string): string => text;

export function parseInteger(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return value;
  };
}

/** @param min 0 if the system may choose one */
export const parsePort = (min: number) => parseInteger(min, MAX_PORT);

export function parseOneOf<const V extends string>(...values: V[]) {
  return (text: string): V => {
    const found = values.find(value => value === text);
    if (!found) throw new Error(`must be one of ${values.join(', ')}`);
    return found;
  };
}

export function parsePositive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new Error('must be a number greater than 0');
  return value;
}

export function parseMax(max: number) {
  return (text: string): number => {
    const value = Number(text);
    if (!(value > 0 && value <= max)) throw new Error(`must be a number greater than 0 and at most ${max}`);
    return value;
  };
}

export function parseUrl(...protocols: string[]) {
  return (text: string): string => {
    if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
      throw new Error(`must be a URL starting with ${protocols.map(p => `${p}//`).join(' or ')}`);
    }
    return text.replace(/\/+$/, '');
  };
}

/** Parses an address without a path, at which a server is reached: an http or https URL. @returns its origin */
export function parseOrigin(text: string): string {
  const url = new URL(parseUrl('http:', 'https:')(text));
  const rest = url.username + url.password + url.search + url.hash;
  if (url.pathname !== '/' || rest !== '')
    throw new Error(`must be an address without a path, such as ${url.origin}`);
  return url.origin;
}

function parseList(text: string): string[] {
  return text
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '');
}

const PRICE = /^(\w+\.(month|year))=([^=]+)$/;

/** Parses domains, also international ones. @returns them in ASCII and in lower case, without repetitions */
export function parseDomains(text: string): string[] {
  const domains = new Set(parseList(text).map(name => URL.parse(`http://${name}`)?.host ?? ''));
  if (domains.size > MAX_DOMAINS) throw new Error(`must be at most ${MAX_DOMAINS} domains`);
  if (![...domains].every(name => DOMAIN.test(name)))
    throw new Error('must be a comma-separated list of domains such as perks.bluecup.example');
  return [...domains];
}

/** Parses prices at a payment provider, each `plan.month=price` or `plan.year=price`. */
export function parsePrices(text: string): string[] {
  const prices = parseList(text);
  if (!prices.every(price => PRICE.test(price)))
    throw new Error('must be a comma-separated list such as starter.month=price_1,starter.year=price_2');
  return prices;
}

export function parseOrigins(text: string): string[] {
  const origins = parseList(text);
  const wrong = origins.find(
    origin => origin !== '*' && (!URL.canParse(origin) || new URL(origin).origin !== origin),
  );
  if (wrong)
    throw new Error('must be a comma-separated list of origins such as https://shop.example, without paths');
  return origins;
}

/** Parses and normalizes URLs, because they are compared with normalized request URLs. */
export function parseUrls(text: string): string[] {
  const urls = parseList(text).map(normalizeUrl);
  if (!urls.every(url => url !== undefined))
    throw new Error('must be a comma-separated list of http or https URLs');
  return urls;
}

export function parseNetworks(text: string): string[] {
  const networks = parseList(text);
  const wrong = networks.some(network => !ipaddr.isValid(network) && !ipaddr.isValidCIDR(network));
  if (wrong) throw new Error('must be a comma-separated list of IP addresses or CIDR ranges');
  return networks;
}

/** Parses an email address or https URL. @returns a URI */
export function parseContact(text: string): string {
  if (text.startsWith('https://') && URL.canParse(text)) return text;
  const email = normalizeEmail(text);
  if (email === undefined) throw new Error('must be an email address, or a URL starting with https://');
  return `mailto:${email}`;
}

/** Parses private hosts, IP addresses and CIDR ranges that webhooks may reach. */
export function parseAllowList(text: string): string[] {
  const entries = parseList(text);
  for (const entry of entries) parseAllowEntry(entry);
  return entries;
}

export function parsePublicKeys(text: string): string[] {
  const keys = parseList(text);
  if (!keys.every(isPublicKey))
    throw new Error('must be Ed25519 public keys: 43 characters of base64url each');
  return keys;
}

export function parseSecret(text: string): string {
  if (!isLongEnough(text)) throw new Error(`must be at least ${MIN_SECRET_BYTES} bytes long`);
  return text;
}

/** Checks each of the comma-separated values of a key. */
export function parseKeys(text: string): string {
  const keys = splitKeys(text);
  if (keys.every(isLongEnough)) return text;
  const which = keys.length > 1 ? ', each of its comma-separated values' : '';
  throw new Error(`must be at least ${MIN_SECRET_BYTES} bytes long${which}`);
}

export function parsePassword(text: string): string {
  if (text.length < MIN_PASSWORD_LENGTH || text.length > MAX_PASSWORD_LENGTH) {
    throw new Error(`must be ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters long`);
  }
  return text;
}

export function parseEmail(text: string): string {
  const email = normalizeAccountEmail(text);
  if (email === undefined) throw new Error('must be an email address');
  return email;
}
