import type { Registration } from '../../db/enums.ts';
import { parseDomains } from '../config/env-parsers.ts';
import { isPublicUrlSet } from '../config/local-url.ts';
import { type AnyCtx, atomically, type Ctx, type TxCtx } from '../context.ts';
import { AppError, forbidden, invalid } from '../errors.ts';
import { getReach } from '../platform/url-reach.ts';
import { getCertificateStatus } from './certificate.ts';
import type { PublicAddress, PublicAddressChange } from './model.ts';
import * as store from './store.ts';

/** Returns the address for links that leave this server: PUBLIC_URL, that of DOMAINS, the setting of the installation, or the default. */
export async function getPublicUrl({ config, db }: Pick<AnyCtx, 'config' | 'db'>): Promise<string> {
  if (isPublicUrlSet(config)) return removeSlash(config.publicUrl);
  return (await store.findPublicUrl(db)) ?? config.publicUrl;
}

export async function getPublicAddress(ctx: AnyCtx): Promise<PublicAddress> {
  const url = await getPublicUrl(ctx);
  const isStored = !isPublicUrlSet(ctx.config) && (await store.findPublicUrl(ctx.db)) !== undefined;
  const source = isPublicUrlSet(ctx.config) ? 'environment' : isStored ? 'setting' : 'default';
  const mayManage = await isOperator(ctx);
  return {
    url,
    source,
    reach: getReach(url),
    canChange: source !== 'environment' && mayManage,
    canObtainCertificate: source !== 'environment' && mayManage && 'https' in ctx && ctx.https !== undefined,
    certificate: (mayManage && getCertificateStatus(ctx.config)) || null,
  };
}

/**
 * Sets the public address of the installation.
 * @throws FORBIDDEN for others than admins and the person who set the installation up, CONFLICT if PUBLIC_URL or DOMAINS is set,
 * or a certificate cannot be obtained, VALIDATION_ERROR for an address with a path or one without a certificate
 */
export async function setPublicAddress(
  ctx: Ctx,
  { url, obtainCertificate }: PublicAddressChange,
): Promise<PublicAddress> {
  const origin = url === null ? null : toOrigin(url);
  const [served] = getCertificateStatus(ctx.config)?.names ?? [];
  const isServed = served !== undefined && origin === `https://${served}`;
  const domain = (obtainCertificate ?? isServed) ? toDomain(origin) : null;
  if (isPublicUrlSet(ctx.config))
    throw new AppError('CONFLICT', 'PUBLIC_URL or DOMAINS sets the public address; change it there');
  if (!(await isOperator(ctx))) {
    const words = 'Only an admin, or the person who set the installation up, can change its public address';
    throw forbidden('role', words, ['admin']);
  }
  if (obtainCertificate === true && !ctx.https)
    throw new AppError('CONFLICT', 'Only a server with SQLite that is running can obtain a certificate');
  // The ports first: an address that they cannot serve is not stored.
  await ctx.https?.choose(domain);
  return await atomically(ctx, async tx => {
    if (origin === null) await store.deletePublicUrl(tx.db);
    else await store.savePublicUrl(tx.db, origin);
    return await getPublicAddress(tx);
  });
}

/** @throws VALIDATION_ERROR for an address that no certificate can be obtained for */
function toDomain(origin: string | null): string {
  const { protocol, host = '' } = URL.parse(origin ?? '') ?? {};
  try {
    const [domain] = parseDomains(host);
    if (protocol === 'https:' && domain !== undefined) return domain;
  } catch {
    // An IP address, a port or a name without a dot.
  }
  throw invalid('url', 'must be https with a domain, such as https://perks.bluecup.example', 'format');
}

/** @throws VALIDATION_ERROR */
function toOrigin(url: string): string {
  const { origin, pathname, search, username, password } = new URL(url);
  if (pathname === '/' && search === '' && username === '' && password === '') return origin;
  throw invalid('url', 'must be an address without a path, such as https://perks.bluecup.example', 'format');
}

/**
 * Records who set the installation up through the link that only its operator sees. The public address belongs to that
 * person: links in mails to everyone lead there.
 */
export function recordFounder(tx: TxCtx, userId: string): Promise<void> {
  return store.saveFounder(tx.db, userId);
}

/** Returns the ID of the person who set the installation up, if anyone did with the link. */
export function findFounder({ db }: Pick<AnyCtx, 'db'>): Promise<string | undefined> {
  return store.findFounder(db);
}

/** Returns who can register: the value of REGISTRATION, or else the choice at set-up. */
export async function getRegistration({ config, db }: Pick<AnyCtx, 'config' | 'db'>): Promise<Registration> {
  if (config.isRegistrationSet) return config.registration;
  return (await store.findRegistration(db)) ?? config.registration;
}

export function chooseRegistration(tx: TxCtx, value: Registration): Promise<void> {
  return store.saveRegistration(tx.db, value);
}

/** Returns whether the caller runs this installation: an admin, or the person who set it up. */
export async function isOperator({ actor, db }: AnyCtx): Promise<boolean> {
  return actor.role === 'admin' || (actor.kind === 'user' && actor.id === (await store.findFounder(db)));
}

function removeSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
