import { X509Certificate } from 'node:crypto';
import type { PassIssuerRow } from '../../../db/schema/passes.ts';
import * as businesses from '../../businesses/service.ts';
import { type AnyCtx, atomically, type Ctx } from '../../context.ts';
import { invalid } from '../../errors.ts';
import * as events from '../../events/service.ts';
import { getPublicUrl } from '../../installation/service.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { readRsaKey } from '../../platform/security/rs256.ts';
import type { ApplePassSettings, GooglePassSettings, PassSettings } from '../model.ts';
import { type AppleIssuer, canPhonesUpdate } from '../rules/apple.ts';
import type { GoogleIssuer } from '../rules/google.ts';
import * as store from '../store.ts';

type PassPlatform = PassIssuerRow['platform'];

/** Returns the accounts with which the business issues passes. @throws NOT_FOUND */
export async function getPassSettings(ctx: Ctx, named?: string): Promise<PassSettings> {
  return readSettings(ctx, await businesses.resolveBusinessId(ctx, named));
}

async function readSettings(ctx: AnyCtx, businessId: string): Promise<PassSettings> {
  const issuers = await store.listIssuers(ctx.db, businessId);
  const google = issuers.find(({ platform }) => platform === 'google');
  const apple = issuers.find(({ platform }) => platform === 'apple');
  const { issuerId, clientEmail } = (google?.settings ?? {}) as unknown as GoogleIssuer;
  const { passTypeId, teamId, expiresAt } = (apple?.settings ?? {}) as unknown as AppleIssuer;
  const readUsage = async (issuer: PassIssuerRow) => ({
    passCount: await store.countPasses(ctx.db, issuer),
    lastError: issuer.lastError,
    updatedAt: issuer.updatedAt,
  });
  return {
    apple: apple
      ? {
          passTypeId,
          teamId,
          expiresAt,
          ...(await readUsage(apple)),
          phoneCount: await store.countPhones(ctx.db, { businessId }),
          canUpdate: canPhonesUpdate(await getPublicUrl(ctx)),
        }
      : null,
    google: google ? { issuerId, clientEmail, ...(await readUsage(google)) } : null,
  };
}

/** Sets up Google Wallet. @throws VALIDATION_ERROR for a key file that can't sign, NOT_FOUND */
export async function setGooglePasses(
  ctx: Ctx,
  { businessId, issuerId, serviceAccountKey }: GooglePassSettings,
): Promise<PassSettings> {
  const { clientEmail, privateKey } = readServiceAccount(serviceAccountKey);
  const settings = { issuerId, clientEmail };
  return saveIssuer(ctx, businessId, { platform: 'google', settings, secret: privateKey });
}

/** Reads the key file of a service account. @throws VALIDATION_ERROR */
function readServiceAccount(text: string): { clientEmail: string; privateKey: string } {
  const { client_email: clientEmail, private_key: privateKey } = parseJson(text);
  if (typeof clientEmail !== 'string' || typeof privateKey !== 'string' || !readRsaKey(privateKey))
    throw invalid(
      'serviceAccountKey',
      'must be the JSON key file of a Google service account, with client_email and an RSA private_key',
      'format',
    );
  return { clientEmail, privateKey };
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return (JSON.parse(text) as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}

/**
 * Sets up Apple Wallet. Pass type and team are those of the certificate.
 * @throws VALIDATION_ERROR for files that don't belong together or have expired, NOT_FOUND
 */
export async function setApplePasses(
  ctx: Ctx,
  { businessId, certificate, privateKey, passphrase, wwdrCertificate }: ApplePassSettings,
): Promise<PassSettings> {
  const own = readCertificate(certificate, 'certificate');
  const { UID: passTypeId, OU: teamId } = readSubject(own.subject);
  const expiresMs = Date.parse(own.validTo);
  if (!passTypeId?.startsWith('pass.') || !teamId)
    throw invalid('certificate', 'must be the certificate of a pass type', 'format');
  if (expiresMs <= ctx.clock.now()) throw invalid('certificate', 'has expired', 'conflict');
  const key = readRsaKey(privateKey, passphrase);
  if (!key || !own.checkPrivateKey(key))
    throw invalid('privateKey', 'must be the RSA key of the certificate, with its passphrase', 'conflict');
  const issuer = readCertificate(wwdrCertificate, 'wwdrCertificate');
  if (!own.checkIssued(issuer) || !own.verify(issuer.publicKey))
    throw invalid('wwdrCertificate', 'must be the certificate that issued yours', 'conflict');
  const settings = { passTypeId, teamId, certificate, wwdrCertificate, expiresAt: iso(expiresMs) };
  const secret = key.export({ type: 'pkcs8', format: 'pem' }) as string;
  return saveIssuer(ctx, businessId, { platform: 'apple', settings, secret });
}

/** @throws VALIDATION_ERROR */
function readCertificate(pem: string, field: string): X509Certificate {
  try {
    return new X509Certificate(pem);
  } catch {
    throw invalid(field, 'must be a certificate in PEM', 'format');
  }
}

/** Reads the parts of a subject, one per line. */
function readSubject(subject: string): Record<string, string> {
  return Object.fromEntries(subject.split('\n').map(line => line.split(/=(.*)/s).slice(0, 2)));
}

interface NewIssuer extends Pick<PassIssuerRow, 'platform' | 'settings'> {
  /** The private key, not yet encrypted. */
  secret: string;
}

function saveIssuer(
  ctx: Ctx,
  named: string | undefined,
  { platform, settings, secret }: NewIssuer,
): Promise<PassSettings> {
  return atomically(ctx, async tx => {
    const businessId = await businesses.resolveBusinessId(tx, named);
    await store.saveIssuer(tx.db, {
      businessId,
      platform,
      settings,
      secret: tx.vault.seal(secret, toIssuerOwner({ businessId, platform })),
      // Passes show the present data when they are issued; only later events change them.
      eventSequence: await events.getLastSequence(tx, businessId),
      lastError: null,
      updatedAt: nowIso(tx.clock),
    });
    return readSettings(tx, businessId);
  });
}

/** Returns the private key of an issuer. */
export function openSecret({ vault }: AnyCtx, issuer: PassIssuerRow): string {
  return vault.open(issuer.secret, toIssuerOwner(issuer));
}

/** Binds the encrypted key to its business and wallet. */
export function toIssuerOwner({ businessId, platform }: { businessId: string; platform: string }): string {
  return `passes ${platform} ${businessId}`;
}

/** Removes the account of a wallet. Passes on phones stay, without updates. @throws NOT_FOUND */
export function removePassIssuer(
  ctx: Ctx,
  { platform, businessId: named }: { platform: PassPlatform; businessId?: string },
): Promise<PassSettings> {
  return atomically(ctx, async tx => {
    const businessId = await businesses.resolveBusinessId(tx, named);
    await store.deleteIssuer(tx.db, { businessId, platform });
    return readSettings(tx, businessId);
  });
}
