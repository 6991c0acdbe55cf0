import { cron } from '@elysiajs/cron';
import { Elysia } from 'elysia';
import type { Database } from '../../db/client.ts';
import { isChanged } from '../../db/offsite/send.ts';
import { readReport } from '../../db/offsite/state.ts';
import type { App } from '../app.ts';
import * as apps from '../apps/service/tokens.ts';
import * as sessions from '../auth/service/sessions.ts';
import { processDueBilling as sweepBilling } from '../billing/service/due.ts';
import { expireDue as expireCampaigns } from '../campaigns/service/expire.ts';
import { recheckPolicies } from '../campaigns/service/policy-change.ts';
import { purgeExpiredClaims } from '../claims/service/codes.ts';
import { purgeLapsed, refreshDue } from '../connections/service/refresh.ts';
import { type Ctx, createCtx, SCHEDULER } from '../context.ts';
import * as events from '../events/service.ts';
import { processDueExchange as sweepExchange } from '../exchange/orders/service/due.ts';
import { deleteExpiredResponses } from '../http/idempotency.ts';
import { remindOfExpiring } from '../mailings/service/expiring.ts';
import * as mails from '../mailings/service/outbox.ts';
import { writeWeekly } from '../mailings/service/weekly.ts';
import { expireProposals } from '../mandates/service/proposals.ts';
import { remindOnPasses } from '../passes/service/expiring.ts';
import { updatePasses } from '../passes/service/update.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../platform/clock.ts';
import { getPublicUrl } from '../platform/destinations/destination.ts';
import { eraseInactiveMembers, purgeOldProof } from '../privacy/service/retention.ts';
import {
  expireDue as expireCashback,
  releaseDue as releaseCashback,
} from '../programs/cashback/service/due.ts';
import { forgetOldBuyers } from '../programs/integrations/service/orders.ts';
import { settleOpenOrders } from '../programs/integrations/service/settle.ts';
import { refreshReference } from '../reference/service/bundles.ts';
import { expireDue as expireRewards } from '../rewards/service.ts';
import { markOverdue } from '../submissions/service/overdue.ts';
import { purgeUnused } from '../suggestions/service.ts';
import * as actions from '../system/service/audit-log.ts';
import { findBackupTimes } from '../system/service/checks.ts';
import { noteClock } from '../system/service/clock-history.ts';
import { mailFindings } from '../system/service/health-mail.ts';
import { checkDaily } from '../system/service/updates.ts';
import * as uploads from '../uploads/cleanup.ts';
import { removeStoredMetadata } from '../uploads/stored-metadata.ts';
import { forgetOldRefusals } from '../urgent-mails/service.ts';
import * as deliveries from '../webhooks/service/deliveries.ts';

/** The functions that jobs need from their host process. */
export interface JobHost {
  /**
   * Runs a command of this program in a separate process, so that reading the whole database does not block requests.
   * @returns its exit code and its stderr output
   */
  runSelf(args: string[]): Promise<{ exitCode: number; words: string }>;
  /** Called when the database is found to be damaged. */
  onDamage(problems: string): void;
}

/**
 * A scheduled job with its cron pattern (UTC). `run` returns the number of records it changed. It finds its work inside
 * the transactions that do it, or repeats safely: a job that outlives its node's lease may run on the next leader too.
 */
export interface Job {
  name: string;
  pattern: string;
  /** Whether the job is about the database file in the data folder, which not every database has. */
  needsDataFolder?: true;
  /** Whether each node runs it, because it changes what the node keeps in memory. */
  runsOnEveryNode?: true;
  /** Whether it deletes what is past its retention, for which the clock must be right. */
  deletesOldData?: true;
  run(ctx: Ctx, host: JobHost): Promise<number>;
}

export const JOB_LIST: Job[] = [
  { name: 'expireCampaigns', pattern: '0 * * * * *', run: expireCampaigns },
  { name: 'refreshReference', pattern: '5 * * * * *', runsOnEveryNode: true, run: refreshReference },
  { name: 'recheckPolicies', pattern: '8 * * * * *', run: recheckPolicies },
  { name: 'expireRewards', pattern: '10 * * * * *', run: expireRewards },
  { name: 'markOverdueReviews', pattern: '20 * * * * *', run: markOverdue },
  { name: 'releaseCashback', pattern: '30 * * * * *', run: releaseCashback },
  { name: 'settleOpenOrders', pattern: '38 */10 * * * *', run: settleOpenOrders },
  { name: 'expireCashback', pattern: '40 * * * * *', run: expireCashback },
  { name: 'expireExchange', pattern: '30 * * * * *', run: sweepExchange },
  { name: 'processBilling', pattern: '50 * * * * *', run: sweepBilling },
  { name: 'refreshConnections', pattern: '50 * * * * *', run: refreshDue },
  { name: 'updatePasses', pattern: '*/10 * * * * *', run: updatePasses },
  { name: 'remindOfRewards', pattern: '35 2 * * * *', run: remindOfExpiring },
  { name: 'remindOnPasses', pattern: '40 2 * * * *', run: remindOnPasses },
  { name: 'writeWeeklyLetters', pattern: '45 4 * * * *', run: writeWeekly },
  { name: 'removeDeletedFiles', pattern: '15 * * * * *', run: uploads.removeDeletedFiles },
  { name: 'deleteUnusedUploads', pattern: '0 27 * * * *', run: uploads.deleteUnused },
  { name: 'removeStoredMetadata', pattern: '45 * * * * *', run: removeStoredMetadata },
  { name: 'removeLostFiles', pattern: '0 7 3 * * *', run: uploads.removeOrphans },
  { name: 'checkHealth', pattern: '30 9 * * * *', run: checkHealth },
  { name: 'cleanUp', pattern: '0 17 * * * *', run: cleanUp },
  { name: 'purgeOldEvents', pattern: '0 37 2 * * *', deletesOldData: true, run: events.purgeOld },
  { name: 'purgeOldDeliveries', pattern: '0 47 2 * * *', deletesOldData: true, run: deliveries.purgeOld },
  { name: 'purgeOldMails', pattern: '0 52 2 * * *', deletesOldData: true, run: mails.purgeOld },
  { name: 'purgeOldActions', pattern: '0 57 2 * * *', deletesOldData: true, run: actions.purgeOld },
  { name: 'purgeOldProof', pattern: '0 2 3 * * *', deletesOldData: true, run: purgeOldProof },
  { name: 'eraseInactiveMembers', pattern: '0 12 3 * * *', deletesOldData: true, run: eraseInactiveMembers },
  { name: 'backUp', pattern: '0 23 * * * *', needsDataFolder: true, run: backUp },
  { name: 'sendBackup', pattern: '*/20 * * * * *', needsDataFolder: true, run: sendBackup },
  { name: 'drillBackup', pattern: '0 13 4 1 * *', needsDataFolder: true, run: drillBackup },
  { name: 'checkDatabase', pattern: '0 53 3 * * 0', needsDataFolder: true, run: checkDatabase },
];

/** The hour of the daily backup in UTC. */
const BACKUP_HOUR = 3;
/** A day and the hour of the job, so that a computer that runs at night makes one backup per day. */
const MISSED_BACKUP_MS = DAY_MS + HOUR_MS;
/** The exit code of a command that another process keeps from running. */
const EXIT_LOCKED = 5;
/** Waits after failures to send a backup. */
const RETRY_MS = 30 * SECOND_MS;
const MAX_RETRY_MS = 15 * MINUTE_MS;
/** The exit code of `db check` for a damaged database. */
const EXIT_CHECK_FAILED = 7;

/** Deletes expired sessions, links, codes, stored responses, OAuth attempts, buyers' contact data, refused addresses and unused suggestions. */
async function cleanUp(ctx: Ctx): Promise<number> {
  const cleanups = [
    ...[
      sessions.purgeExpired,
      apps.purgeExpired,
      deleteExpiredResponses,
      expireProposals,
      purgeLapsed,
      purgeUnused,
    ],
    ...[forgetOldBuyers, purgeExpiredClaims, forgetOldRefusals],
  ];
  let count = 0;
  for (const cleanup of cleanups) count += await cleanup(ctx);
  return count;
}

/** Mails the operators what needs them, after the daily check for updates. */
async function checkHealth(ctx: Ctx): Promise<number> {
  await noteClock(ctx);
  await checkDaily(ctx);
  return await mailFindings(ctx);
}

/** Makes the daily backup at night, or later if the computer was off then, as that of a shop that closes. */
async function backUp({ config, clock }: Ctx, { runSelf }: JobHost): Promise<number> {
  const { newestMs, createdMs } = findBackupTimes(config);
  const isMissed = clock.now() > (newestMs ?? createdMs ?? clock.now()) + MISSED_BACKUP_MS;
  if (new Date(clock.now()).getUTCHours() !== BACKUP_HOUR && !isMissed) return 0;
  const args = ['db', 'backup', '--prune', '--data-dir', config.dataDir];
  const { exitCode, words } = await runSelf(args);
  if (exitCode !== 0) throw new Error(`The daily backup failed with exit code ${exitCode}: ${words}`);
  return 1;
}

/**
 * Sends what has changed to BACKUP_URL. After a failure it waits longer each time, so that a destination that is down for a
 * night is not asked thousands of times.
 */
async function sendBackup(ctx: Ctx, { runSelf }: JobHost): Promise<number> {
  const { config, clock } = ctx;
  const { dataDir, backupUrl } = config;
  if (backupUrl === '') return 0;
  const url = getPublicUrl(backupUrl);
  const { failure, isRequested } = readReport(dataDir, url);
  const waitMs = failure ? Math.min(RETRY_MS * 2 ** (failure.count - 1), MAX_RETRY_MS) : 0;
  // A person who requests a backup has probably fixed the cause.
  if (failure && !isRequested && clock.now() < Date.parse(failure.at) + waitMs) return 0;
  if (!isRequested && !isChanged({ dataDir, clock }, url)) return 0;
  const kind = isRequested ? [] : ['--changes'];
  const { exitCode, words } = await runSelf(['db', 'backup', '--to', ...kind, '--data-dir', dataDir]);
  if (exitCode === 0) return 1;
  // Another command is sending.
  if (exitCode === EXIT_LOCKED) return 0;
  throw new Error(`The backup to ${url} failed with exit code ${exitCode}: ${words}`);
}

/** Restores the newest backup at BACKUP_URL into a temporary folder every month, if this machine has the private key. */
async function drillBackup({ config }: Ctx, { runSelf }: JobHost): Promise<number> {
  const { dataDir, backupUrl, backupKey } = config;
  if (backupUrl === '' || !backupKey?.identities.length) return 0;
  const { exitCode, words } = await runSelf(['db', 'drill', '--to', '--data-dir', dataDir]);
  if (exitCode !== 0) throw new Error(`The monthly drill failed with exit code ${exitCode}: ${words}`);
  return 1;
}

async function checkDatabase({ config }: Ctx, { runSelf, onDamage }: JobHost): Promise<number> {
  const { exitCode, words } = await runSelf(['db', 'check', '--quick', '--data-dir', config.dataDir]);
  if (exitCode === EXIT_CHECK_FAILED) onDamage(words);
  else if (exitCode !== 0) throw new Error(`The weekly check failed with exit code ${exitCode}: ${words}`);
  return 0;
}

/** Runs one job, also on the test data that is in use. */
export async function runJob(app: App, job: Job, host: JobHost): Promise<number> {
  const count = await runSafely(app.as(SCHEDULER), job, host);
  if (!job.needsDataFolder && !job.runsOnEveryNode)
    for (const services of app.services.testEnvironments.list())
      await runSafely(createCtx(services, SCHEDULER, null), job, host);
  return count;
}

/** Logs an error, because an uncaught error in a job would end the process. */
async function runSafely(ctx: Ctx, job: Job, host: JobHost): Promise<number> {
  const { log } = ctx;
  try {
    if (job.deletesOldData && (await noteClock(ctx)).leap) return 0;
    const count = await job.run(ctx, host);
    if (count > 0) log.info('job', { job: job.name, count });
    return count;
  } catch (cause) {
    log.error('A job failed', { job: job.name, cause });
    return 0;
  }
}

/** Longer than the other nodes take to notice that their leader has failed. */
const TAKEOVER_MS = 30 * SECOND_MS;

/**
 * Runs jobs on the leader. A new leader also runs those whose time has just come, because the previous one may have
 * failed then. Otherwise, a daily job would wait for the next day.
 */
export class ScheduledJobs {
  readonly #app: App;
  readonly #host: JobHost;
  /** When the time of jobs came that were left to another node. */
  readonly #left = new Map<Job, number>();

  constructor(app: App, host: JobHost) {
    this.#app = app;
    this.#host = host;
  }

  /** Runs a job whose time has come, unless another node does. @returns the number of records it changed */
  async run(job: Job): Promise<number> {
    const { clock, database } = this.#app.services;
    if (database.cluster.isLeader || job.runsOnEveryNode) return runJob(this.#app, job, this.#host);
    this.#left.set(job, clock.now());
    return 0;
  }

  /** Runs the jobs that the previous leader may have left undone; called when the leader may have changed. */
  async takeOver(): Promise<void> {
    const { clock, database } = this.#app.services;
    if (!database.cluster.isLeader) return;
    const left = [...this.#left];
    this.#left.clear();
    for (const [job, at] of left)
      if (clock.now() - at <= TAKEOVER_MS) await runJob(this.#app, job, this.#host);
  }
}

/** Lists the jobs that an installation with this database needs. */
export function listJobs({ usesDataFolder }: Pick<Database, 'usesDataFolder'>): Job[] {
  return JOB_LIST.filter(({ needsDataFolder }) => usesDataFolder || !needsDataFolder);
}

/** Starts the scheduler; called by `serve` only. @returns a function that stops it */
export function startJobs(app: App, host: JobHost): () => void {
  const { log, database } = app.services;
  const { cluster } = database;
  const scheduled = new ScheduledJobs(app, host);
  const stopListening = cluster.onChange(() => {
    log.info('cluster', { node: cluster.nodeId, isLeader: cluster.isLeader, nodes: cluster.nodeCount });
    void scheduled.takeOver();
  });
  const scheduler = listJobs(database).reduce(
    (elysia, job) =>
      elysia.use(
        cron({
          name: job.name,
          pattern: job.pattern,
          // The same as the time zone UTC, which costs a date format per pattern at each start.
          utcOffset: 0,
          catch: true,
          protect: true,
          unref: true,
          run: () => scheduled.run(job),
        }),
      ) as unknown as Elysia,
    new Elysia(),
  );
  const jobs = Object.values((scheduler.store as { cron?: Record<string, { stop(): void }> }).cron ?? {});
  return () => {
    stopListening();
    for (const job of jobs) job.stop();
  };
}
