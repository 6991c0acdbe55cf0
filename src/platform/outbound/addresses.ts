import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The global unicast range of IPv6 (RFC 4291 and the IANA registry); the rest is reserved. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known NAT64 prefix, by which IPv6-only networks address IPv4 hosts. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Looks public, but is the metadata and host endpoint inside every Azure VM. */
const AZURE_HOST = '168.63.129.16';
/** The fifth and sixth group of an ISATAP address, whose last 32 bits are an IPv4 address. */
const ISATAP_GROUPS = [0x0000, 0x0200];
const ISATAP_IDENTIFIER = 0x5efe;
const IPV4_BYTES = 4;

/**
 * Returns whether an address is public unicast, the only kind outbound requests may reach by default. IPv6 addresses
 * that route to an embedded IPv4 address (mapped, NAT64, ISATAP) are as public as that address; deprecated forms (6to4,
 * Teredo, IPv4-compatible, translated, local NAT64 prefixes) never are. Any unusual notation (octal, shortened, with a
 * zone) is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : parsed !== undefined && isPublicV4(parsed);
}

/** Parses an address in standard notation, as the operating system would. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  // Convert to hex first: ipaddr.js misreads the compatible `::8.8.8.8` as the mapped `::ffff:8.8.8.8`.
  return family === 4
    ? ipaddr.IPv4.parse(text)
    : ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/** Converts an IPv4-mapped address to IPv4. */
function unwrapMapped(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  return address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST;
}

function isPublicV6(address: ipaddr.IPv6): boolean {
  if (address.isIPv4MappedAddress() || address.match(NAT64)) return isPublicV4(embeddedV4(address));
  if (address.range() !== 'unicast' || !address.match(GLOBAL_UNICAST_V6)) return false;
  const isIsatap = ISATAP_GROUPS.includes(address.parts[4]!) && address.parts[5] === ISATAP_IDENTIFIER;
  return !isIsatap || isPublicV4(embeddedV4(address));
}

/** Returns the IPv4 address in the last 32 bits. */
function embeddedV4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-IPV4_BYTES));
}

/** An allowed host or network (an address is a network of one), on one port or all. */
type AllowEntry =
  | { kind: 'host'; host: string; port: number | undefined }
  | { kind: 'network'; network: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number | undefined };

const MAX_PORT = 65_535;

/**
 * Parses one entry of WEBHOOK_ALLOW: `hooks.internal`, `hooks.internal:8080`, `10.1.2.3`, `[::1]:8080`,
 * `10.0.0.0/8`.
 * @throws Error with a message that continues "WEBHOOK_ALLOW …"
 */
export function parseAllowEntry(text: string): AllowEntry {
  const invalidEntry = new Error(
    `must be a comma-separated list of hosts, IP addresses and CIDR ranges; "${text}" is invalid`,
  );
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) throw invalidEntry;
    return { kind: 'network', network: ipaddr.parseCIDR(text), port: undefined };
  }
  const address = parseAddress(text);
  if (address) return { kind: 'network', network: toSingleAddressNetwork(address), port: undefined };
  const [, name, digits] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = name && parseHostname(name);
  const port = digits === undefined ? undefined : Number(digits);
  if (!host || (port !== undefined && (port < 1 || port > MAX_PORT))) throw invalidEntry;
  const hostAddress = parseAddress(host);
  if (hostAddress) return { kind: 'network', network: toSingleAddressNetwork(hostAddress), port };
  if (!/^[a-z0-9._-]+$/.test(host)) throw invalidEntry;
  return { kind: 'host', host, port };
}

function parseHostname(name: string): string | undefined {
  if (/[@?#\\\s]/.test(name) || !URL.canParse(`http://${name}`)) return undefined;
  return getBareHost(new URL(`http://${name}`));
}

function toSingleAddressNetwork(address: ipaddr.IPv4 | ipaddr.IPv6): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const base = unwrapMapped(address);
  return [base, base.toByteArray().length * 8];
}

/** Returns the host of a URL without IPv6 brackets and the trailing dot, so that equal hosts compare equal. */
export function getBareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export interface AllowList {
  /** Returns whether the host itself is listed; its addresses are then not checked. */
  hasHost(host: string, port: number): boolean;
  /** Returns whether the address is in a listed network. */
  hasAddress(address: string, port: number): boolean;
}

/** @throws Error for an entry that is not a host, IP address or CIDR range */
export function createAllowList(texts: readonly string[]): AllowList {
  const entries = texts.map(parseAllowEntry);
  const opensPort = (entry: AllowEntry, port: number) => entry.port === undefined || entry.port === port;
  return {
    hasHost: (host, port) =>
      entries.some(entry => entry.kind === 'host' && entry.host === host && opensPort(entry, port)),
    hasAddress: (address, port) => {
      const parsed = parseAddress(address);
      return entries.some(
        entry =>
          entry.kind === 'network' &&
          opensPort(entry, port) &&
          parsed !== undefined &&
          isWithin(unwrapMapped(parsed), entry.network),
      );
    },
  };
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [base, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean {
  return address.kind() === base.kind() && address.match(base, bits);
}
