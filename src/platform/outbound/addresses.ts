import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Unicast addresses that are assigned at all (RFC 4291 and the IANA registry): the rest of IPv6 is reserved.
 */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** The well-known NAT64 prefix: how a network without IPv4 names an IPv4 host. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** Looks public, yet is the metadata and host channel inside every Azure machine. */
const AZURE_HOST = '168.63.129.16';
/** The fifth and sixth group of an ISATAP address, whose last 32 bits are an IPv4 address. */
const ISATAP_GROUPS = [0x0000, 0x0200];
const ISATAP_IDENTIFIER = 0x5efe;
const IPV4_BYTES = 4;

/**
 * True for a public unicast address, the only kind an outbound request may go to unasked. IPv6 forms that
 * carry an IPv4 address and lead to it (mapped, NAT64, ISATAP) are as public as that one; the abandoned ones
 * (6to4, Teredo, IPv4-compatible, translated, local NAT64 prefixes) never are. Whatever is not an address in
 * plain notation (octal, short, with a zone) is not public.
 */
export function isPublicAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? isPublicV6(parsed) : parsed !== undefined && isPublicV4(parsed);
}

/** An address in plain notation, as whoever dials it would read it. */
function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const family = isIP(text);
  if (family === 0 || text.includes('%')) return undefined;
  // In hex first: ipaddr.js reads the compatible `::8.8.8.8` as the mapped `::ffff:8.8.8.8`, which it is not.
  return family === 4
    ? ipaddr.IPv4.parse(text)
    : ipaddr.IPv6.parse(new URL(`http://[${text}]`).hostname.slice(1, -1));
}

/** Mapped addresses as the IPv4 addresses that they are. */
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

/** The IPv4 address in the last 32 bits. */
function embeddedV4(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(-IPV4_BYTES));
}

/** What the operator opened: a name, or a network (an address is a network of one), on one port or on all. */
export type AllowEntry =
  | { kind: 'host'; host: string; port: number | undefined }
  | { kind: 'network'; network: [ipaddr.IPv4 | ipaddr.IPv6, number]; port: number | undefined };

const MAX_PORT = 65_535;

/**
 * Reads one entry of WEBHOOK_ALLOW: `hooks.internal`, `hooks.internal:8080`, `10.1.2.3`, `[::1]:8080`,
 * `10.0.0.0/8`.
 * @throws Error with a sentence that continues "WEBHOOK_ALLOW …"
 */
export function parseAllowEntry(text: string): AllowEntry {
  const wrong = new Error(
    `must be a comma-separated list of hosts, IP addresses and CIDR ranges; "${text}" is invalid`,
  );
  if (text.includes('/')) {
    if (!ipaddr.isValidCIDR(text)) throw wrong;
    return { kind: 'network', network: ipaddr.parseCIDR(text), port: undefined };
  }
  const address = parseAddress(text);
  if (address) return { kind: 'network', network: toSingleAddressNetwork(address), port: undefined };
  const [, name, digits] = /^(.+?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = name && parseHostname(name);
  const port = digits === undefined ? undefined : Number(digits);
  if (!host || (port !== undefined && (port < 1 || port > MAX_PORT))) throw wrong;
  const named = parseAddress(host);
  if (named) return { kind: 'network', network: toSingleAddressNetwork(named), port };
  if (!/^[a-z0-9._-]+$/.test(host)) throw wrong;
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

/**
 * The host of a URL without the brackets of IPv6 and the dot of the DNS root, both of which only hide
 * equality.
 */
export function getBareHost(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

export interface AllowList {
  /** The host was named: wherever it leads is fine. */
  hasHost(host: string, port: number): boolean;
  /** The address lies in a network that was named. */
  hasAddress(address: string, port: number): boolean;
}

/** @throws Error for an entry that is neither a host nor an address nor a CIDR */
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
