import type { Config } from '../config/index.ts';
import { getRenewalTime } from '../platform/certificates/keeper.ts';
import { readCertificate, readCertificateState } from '../platform/certificates/store.ts';
import { iso } from '../platform/clock.ts';
import type { CertificateStatus } from './model.ts';

/** Returns how the certificate of the domains is; undefined without DOMAINS. */
export function getCertificateStatus({
  dataDir,
  domains,
}: Pick<Config, 'dataDir' | 'domains'>): CertificateStatus | undefined {
  if (domains.length === 0) return undefined;
  const found = readCertificate(dataDir);
  const certificate = domains.every(name => found?.names.includes(name)) ? found : undefined;
  const { failure } = readCertificateState(dataDir);
  return {
    names: domains,
    startsAt: certificate ? iso(certificate.startsAtMs) : null,
    endsAt: certificate ? iso(certificate.endsAtMs) : null,
    renewsAt: certificate ? iso(getRenewalTime(certificate)) : null,
    failure: failure && {
      since: failure.since,
      at: failure.at,
      count: failure.count,
      reason: failure.reason,
    },
  };
}
