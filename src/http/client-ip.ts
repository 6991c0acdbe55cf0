import ipaddr from 'ipaddr.js';

/** IPv6 clients are grouped by /64, the smallest network that a subscriber gets. */
const IPV6_PREFIX_GROUPS = 4;
/** More hops than any real proxy chain has; the rest of the header is ignored. */
const MAX_HOPS = 32;
/** Bounds the cache that saves parsing the same socket address for every request. */
const MAX_CACHED = 10_000;

/** The length of ::ffff:0:0/96, the prefix of IPv4-mapped IPv6 addresses. */
const MAPPED_BITS = 96;

/** The group of ::1. */
const LOOPBACK_BUCKET = '0:0:0:0::/64';
const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'];

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Creates the function that returns the client IP for rate limiting: the socket's address or, when that is a trusted
 * proxy, the right-most address of X-Forwarded-For that is not one. The header is ignored from untrusted peers.
 */
export function createClientIpResolver(trustedProxies: readonly string[]) {
  const networks = trustedProxies.map(parseNetwork);
  const isTrusted = (address: Address): boolean =>
    networks.some(
      ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
    );

  const cache = new Map<string, string>();
  const cacheBucket = (remoteAddress: string, socket: Address): string => {
    if (cache.size >= MAX_CACHED) cache.clear();
    const bucket = toBucket(socket);
    cache.set(remoteAddress, bucket);
    return bucket;
  };

  return (remoteAddress: string, forwardedFor: string | null): string => {
    const isDirect = networks.length === 0 || !forwardedFor;
    const cached = isDirect ? cache.get(remoteAddress) : undefined;
    if (cached !== undefined) return cached;
    const socket = parse(remoteAddress);
    if (!socket) return remoteAddress;
    if (isDirect) return cacheBucket(remoteAddress, socket);
    if (!isTrusted(socket)) return toBucket(socket);
    let client = socket;
    for (const hop of forwardedFor.split(',').slice(-MAX_HOPS).reverse()) {
      const address = parse(withoutPort(hop.trim()));
      if (!address) break;
      client = address;
      if (!isTrusted(address)) break;
    }
    return toBucket(client);
  };
}

/**
 * Returns whether a request comes from this computer: its client has a loopback address, and no header shows that a proxy
 * forwarded it.
 */
export function isFromThisComputer({ headers }: Request, clientIp: string): boolean {
  const isLoopback = clientIp === LOOPBACK_BUCKET || clientIp.startsWith('127.');
  return isLoopback && !FORWARDING_HEADERS.some(name => headers.has(name));
}

/** Removes the port that some proxies append: `203.0.113.9:51234`, `[2001:db8::6]:443`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function parse(text: string): Address | undefined {
  // process() converts ::ffff:127.0.0.1, which dual-stack sockets report, to 127.0.0.1.
  return ipaddr.isValid(text) ? ipaddr.process(text) : undefined;
}

function parseNetwork(text: string): [Address, number] {
  if (text.includes('/')) {
    const [range, bits] = ipaddr.parseCIDR(text);
    const isMapped =
      range.kind() === 'ipv6' && (range as ipaddr.IPv6).isIPv4MappedAddress() && bits >= MAPPED_BITS;
    return isMapped ? [(range as ipaddr.IPv6).toIPv4Address(), bits - MAPPED_BITS] : [range, bits];
  }
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function toBucket(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const groups = (address as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${groups.map(group => group.toString(16)).join(':')}::/64`;
}
