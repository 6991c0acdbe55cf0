import { mailOperators } from '../../auth/service/operators.ts';
import type { Ctx } from '../../context.ts';
import { getCertificateStatus } from '../../installation/certificate.ts';
import type { CertificateStatus } from '../../installation/model.ts';
import { readCertificateState, writeCertificateState } from '../../platform/certificates/store.ts';
import { HOUR_MS, nowIso } from '../../platform/clock.ts';
import { wasNotified } from '../../platform/failures.ts';

/** A certificate authority that is down for some minutes is no news. */
const NOTICE_AFTER_MS = HOUR_MS;
/** The part of the lifetime in which a missing renewal is news: the last 22 of 90 days. */
const NOTICE_SHARE = 1 / 4;

/** Returns whether failures to renew must be known to the operators: weeks before the certificate ends. */
export function isNoticeDue(
  { startsAt, endsAt, failure }: Pick<CertificateStatus, 'startsAt' | 'endsAt' | 'failure'>,
  nowMs: number,
): boolean {
  if (!failure || nowMs < Date.parse(failure.since) + NOTICE_AFTER_MS) return false;
  if (startsAt === null || endsAt === null) return true;
  const endsAtMs = Date.parse(endsAt);
  return endsAtMs - nowMs < (endsAtMs - Date.parse(startsAt)) * NOTICE_SHARE;
}

/**
 * Mails the operators that the certificate cannot be obtained or renewed, and again every week.
 * @returns how many people were notified
 */
export async function notifyOfCertificate(ctx: Ctx): Promise<number> {
  const { config, clock } = ctx;
  const status = getCertificateStatus(config);
  const state = readCertificateState(config.dataDir);
  if (!status || !state.failure || !isNoticeDue(status, clock.now())) return 0;
  if (wasNotified(state.failure, clock)) return 0;
  writeCertificateState(config.dataDir, {
    ...state,
    failure: { ...state.failure, notifiedAt: nowIso(clock) },
  });
  const { reason } = state.failure;
  const domain = status.names.join(', ');
  return status.endsAt === null
    ? mailOperators(ctx, 'noCertificate', { domain, reason })
    : mailOperators(ctx, 'certificate', { domain, reason, time: status.endsAt });
}
