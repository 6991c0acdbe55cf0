import { isPublicAddress } from './outbound/addresses.ts';

/** The devices that can open an address. */
export const REACHES = ['public', 'network', 'computer'] as const;
type Reach = (typeof REACHES)[number];

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\]|0\.0\.0\.0|\[::\])$/;
/** Names that only devices of one network resolve. */
const NETWORK_NAME = /\.(local|lan|home|internal|intranet|home\.arpa)$/;
const IP_ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;

/** Returns who can open a URL, judged by its host name alone. */
export function getReach(url: string): Reach {
  const host = new URL(url).hostname.replace(/\.$/, '');
  if (LOOPBACK.test(host)) return 'computer';
  if (IP_ADDRESS.test(host)) return isPublicAddress(host.replace(/^\[|\]$/g, '')) ? 'public' : 'network';
  return NETWORK_NAME.test(host) || !host.includes('.') ? 'network' : 'public';
}
