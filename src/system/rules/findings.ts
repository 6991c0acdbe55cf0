import type { OffsiteReport } from '../../../db/offsite/state.ts';
import type { CertificateStatus } from '../../installation/model.ts';
import { DAY_MS, HOUR_MS, iso, MINUTE_MS, SECOND_MS } from '../../platform/clock.ts';
import type { Failures } from '../../platform/failures.ts';
import { getReach } from '../../platform/url-reach.ts';
import type { UpdateRecord } from '../../updates/record.ts';
import type { HealthCheck } from '../checks-model.ts';
import { type ClockHistory, followClock } from './clock-history.ts';

/** The possible findings, each with its check and state. Those that are `wrong` are mailed every day. */
export const FINDINGS = {
  linksOpen: ['customerLinks', 'ok'],
  linksOnlyHere: ['customerLinks', 'warning'],
  linksOnlyNetwork: ['customerLinks', 'warning'],
  certificateValid: ['certificate', 'ok'],
  certificateNotRenewed: ['certificate', 'warning'],
  certificateEndsSoon: ['certificate', 'wrong'],
  certificateEnded: ['certificate', 'wrong'],
  certificateAwaited: ['certificate', 'warning'],
  certificateMissing: ['certificate', 'wrong'],
  mailAccepted: ['mail', 'ok'],
  mailOff: ['mail', 'warning'],
  mailRefused: ['mail', 'wrong'],
  mailWaits: ['mail', 'wrong'],
  backupNotDue: ['backups', 'ok'],
  backupMade: ['backups', 'ok'],
  backupOld: ['backups', 'wrong'],
  backupMissing: ['backups', 'wrong'],
  backupSent: ['backupsElsewhere', 'ok'],
  backupStaysHere: ['backupsElsewhere', 'warning'],
  backupNeverSent: ['backupsElsewhere', 'warning'],
  backupBehind: ['backupsElsewhere', 'warning'],
  backupFails: ['backupsElsewhere', 'warning'],
  backupFailsLong: ['backupsElsewhere', 'wrong'],
  diskFree: ['disk', 'ok'],
  diskLow: ['disk', 'warning'],
  diskSlow: ['disk', 'warning'],
  diskRefusesUploads: ['disk', 'wrong'],
  clockRight: ['clock', 'ok'],
  clockBehind: ['clock', 'wrong'],
  clockDiffers: ['clock', 'wrong'],
  clockLeapt: ['clock', 'warning'],
  versionCurrent: ['update', 'ok'],
  updateAvailable: ['update', 'warning'],
  updateReturned: ['update', 'warning'],
  updateUnfinished: ['update', 'warning'],
  webhooksDelivered: ['webhooks', 'ok'],
  webhooksFail: ['webhooks', 'warning'],
  webhooksDisabled: ['webhooks', 'wrong'],
  rulesCurrent: ['rules', 'ok'],
  rulesOld: ['rules', 'warning'],
} as const satisfies Record<string, readonly [HealthCheck['check'], HealthCheck['state']]>;

export type FindingName = keyof typeof FINDINGS;

/** The result of one check. */
export interface Finding {
  name: FindingName;
  /** The values of its sentence. Those of `time` are ISO times, `free` and `limit` are bytes. */
  values: Readonly<Record<string, string | number>>;
  /** The words of another program or server about it. */
  reason?: string;
}

/** Backups are made daily; after two days without one, they are failing. */
const OLDEST_BACKUP_MS = 2 * DAY_MS;
/** A line that is down for some hours is no news. */
const SENDING_FAILS_MS = 6 * HOUR_MS;
/** A running server sends changes three times per minute. */
const MAX_BEHIND_MS = 15 * MINUTE_MS;
/** A certificate authority that is down for some minutes is no news. */
const RENEWAL_FAILS_MS = HOUR_MS;
/** The part of the lifetime in which a missing renewal is news: the last 22 of 90 days. */
const RENEWAL_SHARE = 1 / 4;
const MIN_FREE_BYTES = 512 * 1024 * 1024;
/** A solid-state disk stores a change in less than 10 ms, a hard disk or a sound memory card in less than 100 ms. */
const SLOW_COMMIT_MS = 250;
/** Smaller differences are normal after a correction, and while a request is on its way. */
const MAX_SKEW_MS = MINUTE_MS;

/** Checks that phones of customers can open the address of QR codes and links. */
export function checkCustomerLinks(url: string): Finding {
  const names = { public: 'linksOpen', network: 'linksOnlyNetwork', computer: 'linksOnlyHere' } as const;
  return { name: names[getReach(url)], values: { url } };
}

/** Checks the certificate that the server obtains: weeks before it ends, failures are `wrong`. */
export function checkCertificate(
  { names, startsAt, endsAt, failure }: Omit<CertificateStatus, 'renewsAt'>,
  nowMs: number,
): Finding {
  const domain = names.join(', ');
  const reason = failure?.reason ?? '';
  const isLasting = failure !== null && nowMs >= Date.parse(failure.since) + RENEWAL_FAILS_MS;
  if (endsAt === null || startsAt === null)
    return { name: isLasting ? 'certificateMissing' : 'certificateAwaited', values: { domain }, reason };
  const endsAtMs = Date.parse(endsAt);
  const found = { values: { domain, time: endsAt }, reason };
  if (endsAtMs <= nowMs) return { name: 'certificateEnded', ...found };
  if (!failure) return { name: 'certificateValid', values: found.values };
  const isLate = endsAtMs - nowMs < (endsAtMs - Date.parse(startsAt)) * RENEWAL_SHARE;
  return { name: isLate && isLasting ? 'certificateEndsSoon' : 'certificateNotRenewed', ...found };
}

/**
 * Checks that mail leaves.
 * @param refusal what the mail server says to a login; null if it accepts it
 * @param waiting since when mails wait after several attempts, null if there are none, and the last error
 */
export function checkMail(
  isConfigured: boolean,
  refusal: string | null,
  waiting: { since: string | null; error: string | null },
): Finding {
  if (!isConfigured) return { name: 'mailOff', values: {} };
  if (refusal !== null) return { name: 'mailRefused', values: {}, reason: refusal };
  if (waiting.since === null) return { name: 'mailAccepted', values: {} };
  return { name: 'mailWaits', values: { time: waiting.since }, reason: waiting.error ?? '' };
}

/**
 * Checks the daily backups in the data folder.
 * @param newestMs when the newest was made; undefined without any
 * @param createdMs when the database was created; undefined before
 */
export function checkBackups(
  newestMs: number | undefined,
  createdMs: number | undefined,
  nowMs: number,
): Finding {
  const firstMs = nowMs - OLDEST_BACKUP_MS;
  if (newestMs !== undefined)
    return { name: newestMs > firstMs ? 'backupMade' : 'backupOld', values: { time: iso(newestMs) } };
  const isNew = createdMs === undefined || createdMs > firstMs;
  return { name: isNew ? 'backupNotDue' : 'backupMissing', values: {} };
}

/** Checks the backups outside this machine, which alone survive its loss. */
export function checkBackupsElsewhere(
  status: (Pick<OffsiteReport, 'url' | 'sentAt' | 'failure'> & { behindSeconds: number | null }) | undefined,
  nowMs: number,
): Finding {
  if (!status) return { name: 'backupStaysHere', values: {} };
  const { url, sentAt, behindSeconds, failure } = status;
  if (failure) return describeSendFailure(url, failure, sentAt, nowMs);
  if (sentAt === null) return { name: 'backupNeverSent', values: { url } };
  const isBehind = (behindSeconds ?? 0) * SECOND_MS > MAX_BEHIND_MS;
  return { name: isBehind ? 'backupBehind' : 'backupSent', values: { url, time: sentAt } };
}

function describeSendFailure(
  url: string,
  { since, reason }: Failures,
  sentAt: string | null,
  nowMs: number,
): Finding {
  const isLasting = nowMs >= Date.parse(since) + SENDING_FAILS_MS;
  const values = { url, time: sentAt ?? since };
  return { name: isLasting ? 'backupFailsLong' : 'backupFails', values, reason };
}

/**
 * Checks the free space in bytes of the data folder, and how long its disk takes to store a change.
 * @param commitMs undefined if it is not known
 */
export function checkDisk(free: number, uploadMinFreeSpace: number, commitMs?: number): Finding {
  if (free < uploadMinFreeSpace)
    return { name: 'diskRefusesUploads', values: { free, limit: uploadMinFreeSpace } };
  if (free >= MIN_FREE_BYTES && commitMs !== undefined && commitMs >= SLOW_COMMIT_MS)
    return { name: 'diskSlow', values: { ms: Math.round(commitMs) } };
  return { name: free < MIN_FREE_BYTES ? 'diskLow' : 'diskFree', values: { free } };
}

/**
 * Compares the clock with the newest record, which can't be in the future, and with the clock of the caller.
 * @param newest ISO time; undefined without records
 * @param callerTime ISO time; undefined if the caller named none
 * @param history what it showed before; undefined if nothing is known
 */
export function checkClock(
  nowMs: number,
  newest: string | undefined,
  callerTime: string | undefined,
  history?: ClockHistory,
): Finding {
  const time = iso(nowMs);
  if (newest !== undefined && Date.parse(newest) - nowMs > MAX_SKEW_MS)
    return { name: 'clockBehind', values: { time, newestTime: newest } };
  const differenceMs = callerTime === undefined ? 0 : Math.abs(Date.parse(callerTime) - nowMs);
  if (differenceMs > MAX_SKEW_MS)
    return { name: 'clockDiffers', values: { time, minutes: Math.round(differenceMs / MINUTE_MS) } };
  const leap = history && followClock(history, nowMs).leap;
  return leap
    ? { name: 'clockLeapt', values: { days: leap.days } }
    : { name: 'clockRight', values: { time } };
}

/** Checks the last update, and whether the list of releases has a newer version. */
export function checkUpdate(
  version: string,
  last: Pick<UpdateRecord, 'state' | 'to' | 'reason'> | null,
  newest: string | undefined,
): Finding {
  const to = last?.to.version ?? '';
  if (last?.state === 'installed' || last?.state === 'returning')
    return { name: 'updateUnfinished', values: { version: to } };
  if (newest !== undefined && newest !== to) return { name: 'updateAvailable', values: { version: newest } };
  if (last?.state === 'returned')
    return { name: 'updateReturned', values: { version: to }, reason: last.reason ?? '' };
  return { name: 'versionCurrent', values: { version } };
}

/** Checks the endpoints of webhooks that fail or were disabled because they did. */
export function checkWebhooks(troubled: readonly { status: string }[]): Finding {
  const disabled = troubled.filter(({ status }) => status === 'disabled').length;
  if (disabled > 0) return { name: 'webhooksDisabled', values: { count: disabled } };
  if (troubled.length > 0) return { name: 'webhooksFail', values: { count: troubled.length } };
  return { name: 'webhooksDelivered', values: {} };
}

/** @param old how many of the platforms' documents should have been read again */
export function checkRules(old: number): Finding {
  return old > 0 ? { name: 'rulesOld', values: { count: old } } : { name: 'rulesCurrent', values: {} };
}
