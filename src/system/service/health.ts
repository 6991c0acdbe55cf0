import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { iso, nowIso } from '../../platform/clock.ts';
import { VERSION } from '../../platform/version.ts';
import * as webhooks from '../../webhooks/service/deliveries.ts';
import type { Health, NodeStatus } from '../model.ts';
import { getInstallationId } from './address.ts';

const RETRY_AFTER_SECONDS = 5;

/** Process information that the context does not contain. */
export interface ProcessInfo {
  startedAtMs: number;
  migration: string;
  lifecycle: Readonly<Lifecycle>;
}

/** Changes when the server begins to shut down. */
interface Lifecycle {
  isShuttingDown: boolean;
}

/** Returns the health of the service. @throws UNAVAILABLE if the database does not respond */
export async function getHealth(ctx: Ctx, { startedAtMs, migration }: ProcessInfo): Promise<Health> {
  const { clock, config, database } = ctx;
  try {
    const latencyMs = await database.ping();
    const { engine, sizeBytes, journalMode } = await database.describe();
    return {
      status: 'ok',
      version: VERSION,
      uptime: Math.max(0, Math.round((clock.now() - startedAtMs) / 1000)),
      startedAt: iso(startedAtMs),
      installation: getInstallationId(ctx),
      database: {
        connected: true,
        latencyMs: Math.round(latencyMs * 1000) / 1000,
        sizeBytes,
        engine,
        journalMode,
        migration,
      },
      webhooks: await webhooks.getBacklog(ctx),
      rateLimit: config.rateLimit,
      ...(database.usesDataFolder ? {} : { node: getNodeStatus(database) }),
      time: nowIso(clock),
    };
  } catch (cause) {
    throw new AppError('UNAVAILABLE', 'The database is not responding', {
      cause,
      retryAfterSeconds: RETRY_AFTER_SECONDS,
    });
  }
}

/** Returns the role of this process among the servers that share the database. */
function getNodeStatus({ cluster }: Ctx['database']): NodeStatus {
  return { id: cluster.nodeId, role: cluster.isLeader ? 'leader' : 'follower' };
}
