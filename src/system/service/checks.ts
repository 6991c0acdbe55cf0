import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackups } from '../../../db/sqlite/backups.ts';
import { DATABASE_FILE } from '../../../db/sqlite/file.ts';
import * as businesses from '../../businesses/service.ts';
import { isSharedDatabase } from '../../config/database.ts';
import type { Config } from '../../config/index.ts';
import type { Ctx } from '../../context.ts';
import { getCertificateStatus } from '../../installation/certificate.ts';
import { getPublicUrl, isOperator } from '../../installation/service.ts';
import { listStaleRules } from '../../library/outdated.ts';
import * as mails from '../../mailings/service/outbox.ts';
import { type Clock, MINUTE_MS, nowIso, SECOND_MS } from '../../platform/clock.ts';
import type { Locale } from '../../platform/locales.ts';
import { verifyMail } from '../../platform/mail.ts';
import type { GetFreeBytes } from '../../platform/runtime/files.ts';
import { VERSION } from '../../platform/version.ts';
import { readUpdate } from '../../updates/record.ts';
import * as webhooks from '../../webhooks/service/endpoints.ts';
import { HEALTH_CHECKS, HEALTH_STATES, type HealthCheck, type HealthChecks } from '../checks-model.ts';
import * as rules from '../rules/findings.ts';
import { createWording } from '../rules/wording.ts';
import * as store from '../store.ts';
import { readClockHistory } from './clock-history.ts';
import { getOffsiteStatus } from './offsite.ts';

/** How long the result of a login to the mail server counts. */
const MAIL_RESULT_MS = 10 * MINUTE_MS;
/** The same after a refusal, for a person who has just corrected its cause. */
const MAIL_REFUSAL_MS = 10 * SECOND_MS;

type Finding = rules.Finding;

interface Asker extends Pick<InstallationOptions, 'callerTime'> {
  /** Only for admins; the webhooks of all businesses without one. */
  businessId?: string | undefined;
  locale: Locale;
}

/**
 * Checks what can need a person: for operators the installation, and for each business its webhooks.
 * @throws NOT_FOUND for an unknown business
 */
export async function getHealthChecks(
  ctx: Ctx,
  { businessId: named, locale, callerTime }: Asker,
): Promise<HealthChecks> {
  const { actor, clock } = ctx;
  const isOfAll = actor.role === 'admin' && named === undefined;
  const businessId = isOfAll ? undefined : await businesses.resolveBusinessId(ctx, named);
  const business = businessId === undefined ? null : await businesses.requireById(ctx, businessId);
  const mayRead = await isOperator(ctx);
  const findings = mayRead ? await checkInstallation(ctx, { callerTime }) : [];
  findings.push(await checkWebhooks(ctx, businessId));
  const checks = findings.map(createWording(locale, business?.timeZone ?? null)).toSorted(inOrder);
  return {
    isOperator: mayRead,
    state: HEALTH_STATES.findLast(state => checks.some(check => check.state === state)) ?? 'ok',
    checks,
    time: nowIso(clock),
  };
}

function inOrder(one: HealthCheck, other: HealthCheck): number {
  return HEALTH_CHECKS.indexOf(one.check) - HEALTH_CHECKS.indexOf(other.check);
}

interface InstallationOptions {
  /** The caller's clock, as an ISO time. */
  callerTime?: string | undefined;
  /** Whether the last known result of a login to the mail server is enough, because the caller cannot wait for one. */
  isQuick?: boolean;
}

/** Checks everything but webhooks, which belong to businesses. */
export async function checkInstallation(
  ctx: Ctx,
  { callerTime, isQuick }: InstallationOptions = {},
): Promise<Finding[]> {
  const { clock, config, freeSpace } = ctx;
  return [
    rules.checkCustomerLinks(await getPublicUrl(ctx)),
    rules.checkClock(
      clock.now(),
      await store.findNewestTime(ctx.db),
      callerTime,
      await readClockHistory(ctx.db),
    ),
    ...checkFiles({ config, clock, freeSpace, commitMs: ctx.database.commitMs }),
    ...(await checkService(ctx, isQuick)),
  ];
}

/** Checks what only an open installation knows. */
async function checkService(ctx: Ctx, isQuick?: boolean): Promise<Finding[]> {
  const { clock, library, config, updates } = ctx;
  return [
    await checkMail(ctx, isQuick),
    rules.checkUpdate(VERSION, readUpdate(config.dataDir), updates?.known?.newer[0]?.version),
    rules.checkRules(listStaleRules(library, clock).length),
  ];
}

/** Checks what only an open installation knows, with the webhooks of all businesses. */
export async function checkRecords(ctx: Ctx): Promise<Finding[]> {
  return [...(await checkService(ctx)), await checkWebhooks(ctx)];
}

/** Checks the endpoints of a business; those of all businesses without one. */
export async function checkWebhooks(ctx: Ctx, businessId?: string): Promise<Finding> {
  return rules.checkWebhooks(await webhooks.listFailing(ctx, businessId));
}

interface Machine {
  config: Config;
  clock: Clock;
  freeSpace: GetFreeBytes;
  /** How long the disk takes to store a change; undefined if it is not known. */
  commitMs: number | undefined;
}

/** Checks what is in the data folder, or about it, without its database. */
export function checkFiles({ config, clock, freeSpace, commitMs }: Machine): Finding[] {
  const nowMs = clock.now();
  const certificate = getCertificateStatus(config);
  const disk = rules.checkDisk(freeSpace(config.dataDir), config.uploadMinFreeSpace, commitMs);
  const findings = certificate ? [disk, rules.checkCertificate(certificate, nowMs)] : [disk];
  // PostgreSQL has its own backups, which perkmint doctor checks.
  if (isSharedDatabase(config)) return findings;
  const { newestMs, createdMs } = findBackupTimes(config);
  return [
    ...findings,
    rules.checkBackups(newestMs, createdMs, nowMs),
    rules.checkBackupsElsewhere(getOffsiteStatus(config, clock), nowMs),
  ];
}

/** Returns when the newest backup in the data folder was made, and when the database was created; undefined if there is none. */
export function findBackupTimes({ dataDir }: Pick<Config, 'dataDir'>): {
  newestMs: number | undefined;
  createdMs: number | undefined;
} {
  const created = statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false });
  return {
    newestMs: listBackups(dataDir)[0]?.modifiedMs,
    // Some file systems do not keep when a file was created.
    createdMs: created && (created.birthtimeMs || created.ctimeMs),
  };
}

interface MailResult {
  atMs: number;
  /** Why the server does not accept a login; null if it does. */
  refusal: Promise<string | null>;
  /** The last one that is known. */
  known: string | null;
}

/** The last login of each installation, because a page that is open would make hundreds of them. */
const mailResults = new WeakMap<Config, MailResult>();

async function checkMail({ config, mail, clock, db }: Ctx, isQuick = false): Promise<Finding> {
  const nowMs = clock.now();
  let result = mailResults.get(config);
  const lastsMs = result?.known != null && !isQuick ? MAIL_REFUSAL_MS : MAIL_RESULT_MS;
  if (!result || Math.abs(nowMs - result.atMs) >= lastsMs) {
    result = { atMs: nowMs, refusal: logIn(config), known: result?.known ?? null };
    mailResults.set(config, result);
  }
  const refusal = isQuick ? result.known : await result.refusal;
  return rules.checkMail(mail.isConfigured, refusal, await mails.findFailing({ db }));
}

/** Logs in to the mail server, if there is one, and keeps the result. */
async function logIn(config: Config): Promise<string | null> {
  const refusal = config.smtpUrl === '' ? null : await findRefusal(config.smtpUrl);
  const latest = mailResults.get(config);
  if (latest) latest.known = refusal;
  return refusal;
}

/** Returns why the mail server does not accept a login; null if it does. */
async function findRefusal(smtpUrl: string): Promise<string | null> {
  try {
    await verifyMail(smtpUrl);
    return null;
  } catch (error) {
    return `${new URL(smtpUrl).host}: ${(error as Error).message}`;
  }
}
