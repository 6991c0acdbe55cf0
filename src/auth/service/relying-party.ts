import type { AnyCtx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getPublicUrl } from '../../installation/service.ts';

/** The site that passkeys belong to. */
interface RelyingParty {
  id: string;
  origin: string;
}

const LOOPBACK_IP = /^(127(\.\d+){3}|\[::1\])$/;
const IP_ADDRESS = /^(\d+(\.\d+){3}|\[.*\])$/;

/**
 * Returns the site of the public address. Browsers allow passkeys only for names, and only over https except for
 * localhost, which replaces the loopback addresses of a new installation.
 */
export function toRelyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (LOOPBACK_IP.test(hostname)) {
    const host = port === '' ? 'localhost' : `localhost:${port}`;
    return { id: 'localhost', origin: `${protocol}//${host}` };
  }
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (IP_ADDRESS.test(hostname) || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id: hostname, origin };
}

/** Returns the site that passkeys belong to; undefined if the public address allows none. */
export async function findRelyingParty(ctx: AnyCtx): Promise<RelyingParty | undefined> {
  return toRelyingParty(await getPublicUrl(ctx));
}

/** @throws NOT_CONFIGURED if the public address allows no passkeys */
export async function requireRelyingParty(ctx: AnyCtx): Promise<RelyingParty> {
  const site = await findRelyingParty(ctx);
  if (site) return site;
  throw new AppError('NOT_CONFIGURED', 'Passkeys require a public address with a name and https');
}
