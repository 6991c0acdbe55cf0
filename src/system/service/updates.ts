import { findFact, saveFact } from '../../../db/facts.ts';
import { requireRecentProof } from '../../auth/service/recent-proof.ts';
import { isSharedDatabase } from '../../config/database.ts';
import { atomically, type Ctx } from '../../context.ts';
import { AppError, forbidden, invalid } from '../../errors.ts';
import { isOperator } from '../../installation/service.ts';
import { DAY_MS, HOUR_MS, nowIso } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import type { UpdateObstacle, UpdatesControl } from '../../platform/updates-control.ts';
import { VERSION } from '../../platform/version.ts';
import { UpdateError } from '../../updates/errors.ts';
import { readUpdate } from '../../updates/record.ts';
import type { UpdateCheck, Updates } from '../model.ts';
import { recordAction } from './audit-log.ts';

const DAILY = 'daily';
/** A day, less what an hourly job can be late. */
const CHECK_EVERY_MS = DAY_MS - HOUR_MS / 2;
/** With these, a newer version is news: this server or its administrator can install it. */
const CHECKING: (UpdateObstacle | null)[] = [null, 'notWritable'];

/** Returns the version and its updates; the version alone for others than admins and the person who set the installation up. */
export async function getUpdates(ctx: Ctx): Promise<Updates> {
  return (await isOperator(ctx))
    ? describeUpdates(ctx)
    : {
        isOperator: false,
        version: VERSION,
        obstacle: null,
        newer: [],
        checkedAt: null,
        checksDaily: false,
        isInstalling: false,
        failure: null,
        last: null,
      };
}

/** @throws FORBIDDEN for others than admins and the person who set the installation up */
export async function setUpdateCheck(ctx: Ctx, { checksDaily }: UpdateCheck): Promise<Updates> {
  await requireOperator(ctx);
  return await atomically(ctx, async tx => {
    await saveFact(tx.db, 'updateCheck', checksDaily ? DAILY : 'off');
    return await describeUpdates({ config: ctx.config, updates: ctx.updates, db: tx.db });
  });
}

/** Requests the list of releases once per day, if that is switched on; after a failure again in an hour. */
export async function checkDaily(ctx: Ctx): Promise<void> {
  const { updates, clock, log, db } = ctx;
  if (!updates || !CHECKING.includes(updates.obstacle)) return;
  if ((await findFact(db, 'updateCheck')) !== DAILY) return;
  const { checkedAt } = updates.known ?? {};
  if (checkedAt && Math.abs(clock.now() - Date.parse(checkedAt)) < CHECK_EVERY_MS) return;
  try {
    await updates.check(nowIso(clock));
  } catch (cause) {
    log.warn('cannot request the list of releases', { cause });
  }
}

/**
 * Requests the list of releases.
 * @throws FORBIDDEN, CONFLICT if this server can't replace its program, UPSTREAM_FAILED without a signed list
 */
export async function checkForUpdates(ctx: Ctx): Promise<Updates> {
  const updates = await requireUpdates(ctx);
  try {
    await updates.check(nowIso(ctx.clock));
  } catch (error) {
    if (error instanceof UpdateError || error instanceof OutboundError)
      throw new AppError('UPSTREAM_FAILED', error.message);
    throw error;
  }
  return describeUpdates(ctx);
}

/**
 * Installs a release that the last check has found, in the background.
 * @throws FORBIDDEN, RECENT_PROOF_REQUIRED, CONFLICT if this server can't replace its program, VALIDATION_ERROR for another version
 */
export async function installUpdate(ctx: Ctx, version: string): Promise<Updates> {
  const updates = await requireUpdates(ctx);
  if (!updates.known?.newer.some(release => release.version === version))
    throw invalid('version', 'must be one of the newer releases that the last check found', 'conflict');
  await requireRecentProof(ctx);
  await recordAction(ctx);
  updates.install(version);
  return describeUpdates(ctx);
}

/** @throws FORBIDDEN, CONFLICT */
async function requireUpdates(ctx: Ctx): Promise<UpdatesControl> {
  await requireOperator(ctx);
  if (ctx.updates && ctx.updates.obstacle === null) return ctx.updates;
  throw new AppError('CONFLICT', 'This server cannot replace its program; see obstacle in GET /updates');
}

/** @throws FORBIDDEN */
async function requireOperator(ctx: Ctx): Promise<void> {
  if (await isOperator(ctx)) return;
  const words = 'Only an admin, or the person who set the installation up, can update it';
  throw forbidden('role', words, ['admin']);
}

async function describeUpdates({
  config,
  updates,
  db,
}: Pick<Ctx, 'config' | 'updates' | 'db'>): Promise<Updates> {
  const record = readUpdate(config.dataDir);
  return {
    isOperator: true,
    version: VERSION,
    obstacle: updates ? updates.obstacle : isSharedDatabase(config) ? 'sharedDatabase' : 'sources',
    newer: updates?.known?.newer ?? [],
    checkedAt: updates?.known?.checkedAt ?? null,
    checksDaily: (await findFact(db, 'updateCheck')) === DAILY,
    isInstalling: updates?.getState().isInstalling ?? false,
    failure: updates?.getState().failure ?? null,
    last: record && {
      state: record.state,
      from: record.from.version,
      to: record.to.version,
      reason: record.reason,
      startedAt: record.startedAt,
      endedAt: record.endedAt,
    },
  };
}
