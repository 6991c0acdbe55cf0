import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowList, getBareHost, isPublicAddress } from './addresses.ts';
import { codeSuffix, OutboundError } from './errors.ts';

/** Resolves a hostname to all of its addresses; rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** Uses the system's resolver (hosts file, search domains, name servers) and keeps the order of the addresses. */
export const systemResolve: Resolve = async host => {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/** The destination of a URL, parsed once, so that the checked and the connected host cannot differ. */
export interface Target {
  url: URL;
  /** A hostname, or an IP address without brackets. */
  host: string;
  port: number;
}

const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

/** @throws OutboundError `refused` */
export function parseTarget(text: string): Target {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const defaultPort = url && DEFAULT_PORTS[url.protocol];
  const host = url && getBareHost(url);
  if (!url || !host || !defaultPort) {
    throw new OutboundError('refused', 'it must be a URL starting with http:// or https://');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError('refused', 'it must not contain a username or password');
  }
  return { url, host, port: url.port === '' ? defaultPort : Number(url.port) };
}

/** Returns whether the operator allowed the host itself, so that its addresses are not checked. */
export function isAllowedHost(target: Target, allow: AllowList): boolean {
  return allow.hasHost(target.host, target.port);
}

/**
 * Resolves a target to its addresses and checks each one. A single disallowed address rejects the whole target, because
 * a name with both kinds is either a mistake or an attack.
 * @throws OutboundError `dns` or `refused`
 */
export async function resolveAllowedAddresses(
  target: Target,
  allow: AllowList,
  resolve: Resolve,
): Promise<string[]> {
  const { host, port } = target;
  const addresses = isIP(host) === 0 ? await resolveHost(host, resolve) : [host];
  const hostIsAllowed = isAllowedHost(target, allow);
  const isAllowed = (address: string) =>
    // Anything but an IP address would be resolved again when connecting.
    isIP(address) !== 0 && (hostIsAllowed || isPublicAddress(address) || allow.hasAddress(address, port));
  if (!addresses.every(isAllowed)) {
    throw new OutboundError(
      'refused',
      `${host} does not resolve to a public address; to allow private addresses, set WEBHOOK_ALLOW`,
    );
  }
  return addresses;
}

async function resolveHost(host: string, resolve: Resolve): Promise<string[]> {
  let cause: unknown;
  try {
    const addresses = await resolve(host);
    if (addresses.length > 0) return [...addresses];
  } catch (error) {
    cause = error;
  }
  throw new OutboundError(
    'dns',
    `${host} does not resolve${codeSuffix(cause)}; to allow this host, set WEBHOOK_ALLOW`,
    cause,
  );
}
