import type { Config } from '../config/index.ts';
import { getRenewalTime } from '../platform/certificates/keeper.ts';
import { readCertificate, readCertificateState } from '../platform/certificates/store.ts';
import { iso } from '../platform/clock.ts';
import { reportFailures } from '../platform/failures.ts';
import type { CertificateStatus } from './model.ts';

/** Returns how the certificate for the domains of the setting, or the one of the pages, is; undefined without any. */
export function getCertificateStatus({
  dataDir,
  domains,
}: Pick<Config, 'dataDir' | 'domains'>): CertificateStatus | undefined {
  const { failure, chosen } = readCertificateState(dataDir);
  const names = domains.length > 0 || chosen === undefined ? domains : [chosen];
  if (names.length === 0) return undefined;
  const found = readCertificate(dataDir);
  const certificate = names.every(name => found?.names.includes(name)) ? found : undefined;
  return {
    names,
    startsAt: certificate ? iso(certificate.startsAtMs) : null,
    endsAt: certificate ? iso(certificate.endsAtMs) : null,
    renewsAt: certificate ? iso(getRenewalTime(certificate)) : null,
    failure: reportFailures(failure),
  };
}
