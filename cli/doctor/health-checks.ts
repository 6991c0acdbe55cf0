import type { HealthCheck } from '../../src/system/checks-model.ts';
import type { FINDINGS, FindingName, Finding as Found } from '../../src/system/rules/findings.ts';
import { createWording } from '../../src/system/rules/wording.ts';
import type { Finding } from './finding.ts';

type Good = { [N in FindingName]: (typeof FINDINGS)[N][1] extends 'ok' ? N : never }[FindingName];

const SET_ADDRESS =
  'set PUBLIC_URL, or the public address on the settings page, to the address that customers open';
const RENEW =
  'correct the cause, then restart the server or save the public address again, which tries at once';
const BACK_UP = 'run perkmint db backup, and check the log for why the daily backup fails';
const SEND = 'perkmint db backup --to';
const SET_CLOCK = 'timedatectl set-ntp true';

/** How to fix each finding, as a command if possible. */
const FIXES: Record<Exclude<FindingName, Good>, string> = {
  linksOnlyHere: SET_ADDRESS,
  linksOnlyNetwork: SET_ADDRESS,
  certificateNotRenewed: RENEW,
  certificateEndsSoon: RENEW,
  certificateEnded: RENEW,
  certificateAwaited: 'start the server, and wait a minute',
  certificateMissing: RENEW,
  mailOff: 'set SMTP_URL and MAIL_FROM; see the guide Mail',
  mailRefused: 'check SMTP_URL: smtps:// is port 465, smtp:// port 587 or 25; user and password URL-encoded',
  mailWaits: 'check MAIL_FROM, which the mail server must accept as a sender',
  backupOld: BACK_UP,
  backupMissing: BACK_UP,
  backupStaysHere:
    'set BACKUP_URL to a bucket, an SFTP server or a mounted disk; see the guide Upgrades and backups',
  backupNeverSent: SEND,
  backupBehind: `start the server, or run ${SEND}`,
  backupFails: SEND,
  backupFailsLong: SEND,
  diskLow: 'free up space, or lower BACKUP_KEEP: on a full disk every write fails with 503',
  diskSlow: 'check the disk (smartctl -a, dmesg), and send a backup elsewhere: perkmint db backup --to',
  diskRefusesUploads: 'free up space, or lower BACKUP_KEEP or UPLOAD_MIN_FREE_SPACE',
  clockBehind: SET_CLOCK,
  clockDiffers: SET_CLOCK,
  clockLeapt: SET_CLOCK,
  updateAvailable: 'perkmint update',
  updateReturned: 'update to a later version, or report it',
  updateUnfinished: 'start the server, which finishes the update or goes back',
  webhooksFail: 'perkmint webhooks list',
  webhooksDisabled:
    'correct the receivers, then activate the endpoints again; perkmint webhooks list shows them',
  rulesOld: 'perkmint update',
};

/** Created when it is used: formats of time take 10 ms, which every command would wait for. */
let write: ReturnType<typeof createWording> | undefined;

/** Returns a finding of the page Health as one of `perkmint doctor`, with a command instead of a button. */
export function toFinding(found: Found): Finding {
  write ??= createWording('en', null);
  const { check, state, text, reason } = write(found);
  const fix = (FIXES as Partial<Record<FindingName, string>>)[found.name];
  return {
    check: toWords(check),
    state,
    found: reason === null ? text : `${text} ${reason}`,
    ...(fix !== undefined && { fix }),
  };
}

/** Returns the name of a check as words: `backups elsewhere`. */
function toWords(check: HealthCheck['check']): string {
  return check.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`);
}
