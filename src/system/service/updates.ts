import { requireRecentProof } from '../../auth/service/recent-proof.ts';
import { isSharedDatabase } from '../../config/database.ts';
import type { Ctx } from '../../context.ts';
import { AppError, forbidden, invalid } from '../../errors.ts';
import { isOperator } from '../../installation/service.ts';
import { nowIso } from '../../platform/clock.ts';
import { OutboundError } from '../../platform/outbound/errors.ts';
import type { UpdatesControl } from '../../platform/updates-control.ts';
import { VERSION } from '../../platform/version.ts';
import { UpdateError } from '../../updates/errors.ts';
import { readUpdate } from '../../updates/record.ts';
import type { Updates } from '../model.ts';
import { recordAction } from './audit-log.ts';

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
        isInstalling: false,
        failure: null,
        last: null,
      };
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
  if (!(await isOperator(ctx))) {
    const words = 'Only an admin, or the person who set the installation up, can update it';
    throw forbidden('role', words, ['admin']);
  }
  if (ctx.updates && ctx.updates.obstacle === null) return ctx.updates;
  throw new AppError('CONFLICT', 'This server cannot replace its program; see obstacle in GET /updates');
}

function describeUpdates({ config, updates }: Pick<Ctx, 'config' | 'updates'>): Updates {
  const record = readUpdate(config.dataDir);
  return {
    isOperator: true,
    version: VERSION,
    obstacle: updates ? updates.obstacle : isSharedDatabase(config) ? 'sharedDatabase' : 'sources',
    newer: updates?.known?.newer ?? [],
    checkedAt: updates?.known?.checkedAt ?? null,
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
