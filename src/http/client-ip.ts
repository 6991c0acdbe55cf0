import ipaddr from 'ipaddr.js';

/** IPv6 clients are counted by /64: one subscriber line holds at least that many addresses. */
const IPV6_PREFIX_GROUPS = 4;
/** More hops than any real chain of proxies; what is beyond it is not read. */
const MAX_HOPS = 32;
/** Sockets' addresses whose client is remembered, so that each is parsed once and not with every request. */
const MAX_REMEMBERED = 10_000;

/** The prefix ::ffff:0:0/96, under which IPv6 spells IPv4 addresses. */
const MAPPED_BITS = 96;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/**
 * Tells which client a request counts against: the socket's address, unless that is a trusted proxy; then the
 * right-most address of X-Forwarded-For that is not one. Whatever an untrusted peer writes there is ignored.
 */
export function createClientIp(trustedProxies: readonly string[]) {
  const networks = trustedProxies.map(parseNetwork);
  const isTrusted = (address: Address): boolean =>
    networks.some(
      ([range, bits]) => range.kind() === address.kind() && address.match([range, bits] as never),
    );

  const remembered = new Map<string, string>();
  const direct = (peer: string, socket: Address): string => {
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    const bucket = bucketOf(socket);
    remembered.set(peer, bucket);
    return bucket;
  };

  return (peer: string, forwardedFor: string | null): string => {
    const isDirect = networks.length === 0 || !forwardedFor;
    const known = isDirect ? remembered.get(peer) : undefined;
    if (known !== undefined) return known;
    const socket = parse(peer);
    if (!socket) return peer;
    if (isDirect) return direct(peer, socket);
    if (!isTrusted(socket)) return bucketOf(socket);
    let client = socket;
    for (const hop of forwardedFor.split(',').slice(-MAX_HOPS).reverse()) {
      const address = parse(withoutPort(hop.trim()));
      if (!address) break;
      client = address;
      if (!isTrusted(address)) break;
    }
    return bucketOf(client);
  };
}

/** Some proxies write the port too: `203.0.113.9:51234`, `[2001:db8::6]:443`. */
function withoutPort(hop: string): string {
  return /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^([\d.]+):\d+$/.exec(hop)?.[1] ?? hop;
}

function parse(text: string): Address | undefined {
  // process() folds ::ffff:127.0.0.1, as a dual-stack socket gives it, into 127.0.0.1.
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

function bucketOf(address: Address): string {
  if (address.kind() === 'ipv4') return address.toString();
  const groups = (address as ipaddr.IPv6).parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${groups.map(group => group.toString(16)).join(':')}::/64`;
}
