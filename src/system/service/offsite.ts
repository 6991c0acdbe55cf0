import { isChanged } from '../../../db/offsite/send.ts';
import { type OffsiteReport, readReport, writeReport } from '../../../db/offsite/state.ts';
import { listBackups } from '../../../db/sqlite/backups.ts';
import type { Config } from '../../config/index.ts';
import type { AnyCtx, Ctx } from '../../context.ts';
import { AppError, forbidden } from '../../errors.ts';
import { isOperator } from '../../installation/service.ts';
import { type Clock, iso, SECOND_MS } from '../../platform/clock.ts';
import { getPublicUrl } from '../../platform/destinations/destination.ts';
import { reportFailures } from '../../platform/failures.ts';
import type { Backups } from '../model.ts';
import { recordAction } from './audit-log.ts';

interface OffsiteStatus extends OffsiteReport {
  /** Seconds since the newest moment at the destination, 0 while nothing has changed since; null before the first backup. */
  behindSeconds: number | null;
}

const UNKNOWN: Backups = {
  isOperator: false,
  destination: null,
  restorableUntil: null,
  behindSeconds: null,
  fullBackupAt: null,
  storedBytes: null,
  failure: null,
  drilledAt: null,
  isRequested: false,
  here: { count: 0, newestAt: null },
};

/** Returns how the backups at BACKUP_URL are; undefined without one. */
export function getOffsiteStatus(
  { dataDir, backupUrl }: Pick<Config, 'backupUrl' | 'dataDir'>,
  clock: Clock,
): OffsiteStatus | undefined {
  if (backupUrl === '') return undefined;
  const url = getPublicUrl(backupUrl);
  const report = readReport(dataDir, url);
  const sinceMs = report.sentAt === null ? null : clock.now() - Date.parse(report.sentAt);
  const isCurrent = !isChanged({ dataDir, clock }, url);
  const behindSeconds =
    sinceMs === null ? null : isCurrent ? 0 : Math.max(0, Math.round(sinceMs / SECOND_MS));
  return { ...report, behindSeconds };
}

/** Returns the state of the backups; nothing about them for others than admins and the person who set the installation up. */
export async function getBackups(ctx: AnyCtx): Promise<Backups> {
  return (await isOperator(ctx)) ? describeBackups(ctx) : UNKNOWN;
}

/**
 * Requests a full backup, which the server sends within half a minute.
 * @throws FORBIDDEN for others than admins and the person who set the installation up, CONFLICT without BACKUP_URL
 */
export async function requestBackup(ctx: Ctx): Promise<Backups> {
  if (!(await isOperator(ctx))) {
    const words = 'Only an admin, or the person who set the installation up, can request a backup';
    throw forbidden('role', words, ['admin']);
  }
  const { config, clock } = ctx;
  const status = getOffsiteStatus(config, clock);
  if (!status)
    throw new AppError('CONFLICT', 'BACKUP_URL names no destination; set it and restart the server');
  await recordAction(ctx);
  const { behindSeconds: _, ...report } = status;
  writeReport(config.dataDir, { ...report, isRequested: true });
  return describeBackups(ctx);
}

function describeBackups({ config, clock, database }: AnyCtx): Backups {
  const here = database.usesDataFolder ? listBackups(config.dataDir) : [];
  const status = getOffsiteStatus(config, clock);
  return {
    isOperator: true,
    destination: status?.url ?? null,
    restorableUntil: status?.sentAt ?? null,
    behindSeconds: status?.behindSeconds ?? null,
    fullBackupAt: status?.backupAt ?? null,
    storedBytes: status?.storedBytes ?? null,
    failure: reportFailures(status?.failure ?? null),
    drilledAt: status?.drilledAt ?? null,
    isRequested: status?.isRequested ?? false,
    here: { count: here.length, newestAt: here[0] ? iso(here[0].modifiedMs) : null },
  };
}
