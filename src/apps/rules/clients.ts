import { areSecretsEqual, hmacSha256 } from '../../platform/crypto.ts';
import { MAX_CLIENT_ID } from '../model.ts';

/** A program that asks for access: its name, and the addresses that the browser may return to. */
export interface Client {
  id: string;
  name: string;
  redirectUris: readonly string[];
}

/** Begins the IDs that this installation issued; the others are URLs. */
const ISSUED = 'pmc_';
/** Addresses that run code in the browser, show content of the sender, or open a file. */
const FORBIDDEN_SCHEMES = ['javascript:', 'data:', 'vbscript:', 'blob:', 'file:', 'filesystem:', 'about:'];
const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];
/** Control, format, private and unassigned characters, and separators of lines, with which a name could pose as other text. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Creates the ID of a registered client. It contains the registration with a signature, so that strangers who register
 * store nothing here.
 */
export function createClientId(key: string, { name, redirectUris }: Omit<Client, 'id'>): string {
  const payload = Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url');
  return `${ISSUED}${payload}.${hmacSha256(key, payload)}`;
}

/** Returns the client of an ID that this installation issued; undefined for any other. */
export function readClientId(key: string, id: string): Client | undefined {
  if (!id.startsWith(ISSUED) || id.length > MAX_CLIENT_ID) return undefined;
  const [payload = '', signature = ''] = id.slice(ISSUED.length).split('.', 2);
  if (!areSecretsEqual(signature, hmacSha256(key, payload))) return undefined;
  const [name, redirectUris] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [string, string[]];
  return { id, name, redirectUris };
}

/** Returns the URL of a client ID metadata document, which has a path and nothing that could hide the host. */
export function toMetadataUrl(id: string): URL | undefined {
  const url = id.length <= MAX_CLIENT_ID ? URL.parse(id) : null;
  if (url?.protocol !== 'https:' || url.pathname === '/' || url.href !== id) return undefined;
  return url.hash || url.username || url.password ? undefined : url;
}

/** Returns a name as the page shows it; without one, the host. */
export function toClientName(name: string | undefined, fallback: string): string {
  return name?.normalize('NFC').replace(UNSAFE, '').trim() || fallback;
}

/**
 * Returns whether codes may be sent to an address: https, http of the browser's own computer, or the scheme of an
 * installed program (RFC 8252).
 */
export function isAllowedRedirect(text: string): boolean {
  const url = URL.parse(text);
  if (!url || text.includes('#') || url.username || url.password) return false;
  return url.protocol === 'http:' ? isLoopback(url) : !FORBIDDEN_SCHEMES.includes(url.protocol);
}

/** Returns whether a client registered an address. Programs choose the port of their own computer (RFC 8252, 7.3). */
export function isRegistered(uri: string, { redirectUris }: Client): boolean {
  return redirectUris.some(registered => registered === uri || differsByPort(registered, uri));
}

function differsByPort(registered: string, uri: string): boolean {
  const [known, asked] = [URL.parse(registered), URL.parse(uri)];
  if (!known || !asked || !isLoopback(known)) return false;
  known.port = asked.port;
  return known.href === asked.href;
}

/** Returns whether an address is on the browser's own computer, without TLS. */
export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.includes(hostname);
}

/** Returns what people recognize an app by: its host, or the scheme of a program. */
export function toAppAddress({ protocol, host, hostname }: URL): string {
  if (protocol === 'https:') return host;
  return protocol === 'http:' ? hostname : protocol;
}
