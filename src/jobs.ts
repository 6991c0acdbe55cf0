import { cron } from '@elysiajs/cron';
import { Elysia } from 'elysia';
import { type App, JOBS } from './app.ts';
import * as authStore from './auth/store.ts';
import { expireDue as expireCampaigns } from './campaigns/service/expire.ts';
import { atomically, type Ctx } from './context.ts';
import { deleteExpired } from './http/idempotency-store.ts';
import { nowIso } from './platform/clock.ts';
import { expireDue as expireRewards } from './rewards/service.ts';
import { noteOverdue } from './submissions/service/overdue.ts';

/** A job: when (cron, UTC), and what. It answers how many records it touched. */
export interface Job {
  name: string;
  pattern: string;
  run(ctx: Ctx): Promise<number>;
}

export const JOB_LIST: Job[] = [
  { name: 'expireCampaigns', pattern: '0 * * * * *', run: expireCampaigns },
  { name: 'expireRewards', pattern: '10 * * * * *', run: expireRewards },
  { name: 'noteOverdueReviews', pattern: '20 * * * * *', run: noteOverdue },
  { name: 'cleanUp', pattern: '0 17 * * * *', run: cleanUp },
];

/** Forgets what has had its time: sessions, links, stored answers. */
async function cleanUp(ctx: Ctx): Promise<number> {
  return atomically(ctx, async tx => {
    const now = nowIso(tx.clock);
    return deleteExpired(tx.db, now) + authStore.sweepExpired(tx.db, now);
  });
}

/** Runs one job; a failure goes to the log, never up: a job that throws would end the process. */
export async function runJob(app: App, job: Job): Promise<number> {
  const { log } = app.services;
  try {
    const count = await job.run(app.as(JOBS));
    if (count > 0) log.info('job', { job: job.name, count });
    return count;
  } catch (cause) {
    log.error('A job failed', { job: job.name, cause });
    return 0;
  }
}

/** Starts the clockwork; called by `serve` only. @returns the way to stop it. */
export function startJobs(app: App): () => void {
  const clockwork = JOB_LIST.reduce(
    (elysia, job) =>
      elysia.use(
        cron({
          name: job.name,
          pattern: job.pattern,
          timezone: 'UTC',
          catch: true,
          protect: true,
          unref: true,
          run: () => runJob(app, job),
        }),
      ) as unknown as Elysia,
    new Elysia(),
  );
  const jobs = Object.values((clockwork.store as { cron?: Record<string, { stop(): void }> }).cron ?? {});
  return () => {
    for (const job of jobs) job.stop();
  };
}
