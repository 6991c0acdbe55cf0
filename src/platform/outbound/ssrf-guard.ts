import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { type AllowList, getBareHost, isPublicAddress } from './addresses.ts';
import { codeSuffix, OutboundError } from './errors.ts';

/** Answers every address of a name; rejects when there is none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

/** How the system resolves: hosts file, search domains, name servers; the order of the answer is kept. */
export const systemResolve: Resolve = async host => {
  const found = await lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
};

/** Where a URL leads, read once, so that what is checked cannot differ from what is dialled. */
export interface Target {
  url: URL;
  /** A name, or an address without brackets. */
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

/** True when the operator named the host itself, so that its addresses need no judging. */
export function isAllowedHost(target: Target, allow: AllowList): boolean {
  return allow.hasHost(target.host, target.port);
}

/**
 * The addresses of a target, each of them fit to be dialled. One bad address spoils the whole answer: a name
 * that leads both ways is either a mistake or an attack.
 * @throws OutboundError `dns` or `refused`
 */
export async function resolveAllowedAddresses(
  target: Target,
  allow: AllowList,
  resolve: Resolve,
): Promise<string[]> {
  const { host, port } = target;
  const addresses = isIP(host) === 0 ? await resolveHost(host, resolve) : [host];
  const isOpen = isAllowedHost(target, allow);
  const isFit = (address: string) =>
    // What is no address would be resolved again by whoever dials it.
    isIP(address) !== 0 && (isOpen || isPublicAddress(address) || allow.hasAddress(address, port));
  if (!addresses.every(isFit)) {
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
