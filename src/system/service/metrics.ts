import { readdirSync } from 'node:fs';
import type { Config } from '../../config/index.ts';
import type { Ctx } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { getCertificateStatus } from '../../installation/certificate.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { areSecretsEqual } from '../../platform/crypto.ts';
import { createEventLoopMonitor, type EventLoopMonitor } from '../../platform/runtime/event-loop.ts';
import { BUILD, VERSION } from '../../platform/version.ts';
import * as webhooks from '../../webhooks/service/deliveries.ts';
import { HEALTH_STATES } from '../checks-model.ts';
import { formatMetrics, type Metric, type Sample } from '../exposition.ts';
import type { ResponseMismatches } from '../response-mismatches.ts';
import { FINDINGS } from '../rules/findings.ts';
import { Traffic } from '../traffic.ts';
import { checkInstallation, checkWebhooks } from './checks.ts';
import type { ProcessInfo } from './health.ts';
import { getOffsiteStatus } from './offsite.ts';

const BEARER = /^Bearer +(.+?) *$/i;
const MICROS_PER_SECOND = 1e6;

/** The sources of the metrics; present only if METRICS_TOKEN is set. */
export interface MetricSources {
  traffic: Traffic;
  loop: EventLoopMonitor;
  process: ProcessInfo;
  responseMismatches: ResponseMismatches;
}

/** Creates the sources of metrics, or none without METRICS_TOKEN, because the metrics route requires it. */
export function createMetricSources(
  { metricsToken }: Config,
  process: ProcessInfo,
  responseMismatches: ResponseMismatches,
): MetricSources | undefined {
  if (!metricsToken) return undefined;
  return { traffic: new Traffic(), loop: createEventLoopMonitor(), process, responseMismatches };
}

/** Renders the metrics for Prometheus. @throws UNAUTHENTICATED for any token other than METRICS_TOKEN */
export async function renderMetrics(
  ctx: Ctx,
  meter: MetricSources,
  authorization: string | null,
): Promise<string> {
  const given = BEARER.exec(authorization ?? '')?.[1];
  if (given === undefined || !areSecretsEqual(given, ctx.config.metricsToken))
    throw new AppError('UNAUTHENTICATED', 'Metrics require Authorization: Bearer <METRICS_TOKEN>');
  return formatMetrics([
    ...meter.traffic.metrics(),
    meter.responseMismatches.metric(),
    ...(await collectInstallationMetrics(ctx)),
    ...collectProcessMetrics(meter),
  ]);
}

async function collectInstallationMetrics(ctx: Ctx): Promise<Metric[]> {
  const { database } = ctx;
  const { pending, oldestSeconds } = await webhooks.getBacklog(ctx);
  const { commits, transactions } = database.stats;
  const { sizeBytes, walBytes } = await database.describe();
  const build = { version: VERSION, commit: BUILD?.commit ?? 'source' };
  return [
    gauge('perkmint_build_info', 'Version and commit; always 1.', [{ labels: build, value: 1 }]),
    gauge('perkmint_cluster_nodes', 'Live servers that share the database.', database.cluster.nodeCount),
    gauge(
      'perkmint_cluster_is_leader',
      'Whether this server runs the scheduled jobs: 1 or 0.',
      Number(database.cluster.isLeader),
    ),
    gauge('perkmint_write_queue_transactions', 'Transactions waiting for the writer.', database.queueLength),
    counter('perkmint_write_transactions_total', 'Transactions committed.', transactions),
    counter('perkmint_write_commits_total', 'Commits; transactions / commits is the batch size.', commits),
    gauge('perkmint_database_size_bytes', 'Size of the database.', sizeBytes),
    gauge(
      'perkmint_database_wal_size_bytes',
      "Size of SQLite's write-ahead log.",
      walBytes === null ? [] : [{ value: walBytes }],
    ),
    gauge('perkmint_disk_free_bytes', 'Free space for the data folder.', ctx.freeSpace(ctx.config.dataDir)),
    await collectCheckMetric(ctx),
    ...collectBackupMetrics(ctx),
    ...collectCertificateMetrics(ctx),
    gauge('perkmint_webhook_deliveries_pending', 'Pending webhook deliveries.', pending),
    gauge(
      'perkmint_webhook_oldest_pending_age_seconds',
      'Age of the oldest pending delivery.',
      oldestSeconds,
    ),
  ];
}

/** The state of each check, with the webhooks of all businesses. */
async function collectCheckMetric(ctx: Ctx): Promise<Metric> {
  const findings = [...(await checkInstallation(ctx, { isQuick: true })), await checkWebhooks(ctx)];
  const samples = findings.map(({ name }) => {
    const [check, state] = FINDINGS[name];
    return { labels: { check }, value: HEALTH_STATES.indexOf(state) };
  });
  return gauge('perkmint_check_state', 'State of a check: 0 ok, 1 warning, 2 wrong.', samples);
}

/** Metrics of the backups at BACKUP_URL; none without it. */
function collectBackupMetrics({ config, clock }: Ctx): Metric[] {
  const status = getOffsiteStatus(config, clock);
  if (!status) return [];
  const { behindSeconds, failure, storedBytes } = status;
  // Samples without a value would end the series.
  const known = (value: number | null) => value ?? Number.NaN;
  return [
    gauge(
      'perkmint_backup_behind_seconds',
      'Age of the newest moment at BACKUP_URL; 0 while nothing has changed since.',
      known(behindSeconds),
    ),
    gauge(
      'perkmint_backup_failures',
      'Failures to send a backup since the last success.',
      failure?.count ?? 0,
    ),
    gauge('perkmint_backup_stored_bytes', 'Size of everything at BACKUP_URL.', known(storedBytes)),
  ];
}

/** Metrics of the certificate for DOMAINS; none without it. */
function collectCertificateMetrics({ config, clock }: Ctx): Metric[] {
  const status = getCertificateStatus(config);
  if (!status) return [];
  const { endsAt, failure } = status;
  const leftMs = endsAt === null ? Number.NaN : Date.parse(endsAt) - clock.now();
  return [
    gauge(
      'perkmint_certificate_ends_seconds',
      'Time until the certificate for DOMAINS ends; negative afterwards.',
      leftMs / SECOND_MS,
    ),
    gauge(
      'perkmint_certificate_failures',
      'Failures to obtain a certificate since the last success.',
      failure?.count ?? 0,
    ),
  ];
}

function collectProcessMetrics({ loop, process: { startedAtMs } }: MetricSources): Metric[] {
  const { p99Seconds, maxSeconds } = loop.readAndReset();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const openFiles = countOpenFiles();
  return [
    gauge(
      'perkmint_event_loop_lag_p99_seconds',
      '99th percentile of event loop lag since the last scrape.',
      p99Seconds,
    ),
    gauge('perkmint_event_loop_lag_max_seconds', 'Longest event loop lag since the last scrape.', maxSeconds),
    counter('process_cpu_seconds_total', 'CPU time used.', (user + system) / MICROS_PER_SECOND),
    gauge('process_resident_memory_bytes', 'Resident memory.', rss),
    gauge('process_heap_bytes', 'Heap in use.', heapUsed),
    gauge('process_start_time_seconds', 'Start time in Unix seconds.', startedAtMs / SECOND_MS),
    gauge(
      'process_open_fds',
      'Open files and sockets.',
      openFiles === undefined ? [] : [{ value: openFiles }],
    ),
  ];
}

function gauge(name: string, help: string, value: number | Sample[]): Metric {
  return { name, type: 'gauge', help, samples: typeof value === 'number' ? [{ value }] : value };
}

function counter(name: string, help: string, value: number): Metric {
  return { name, type: 'counter', help, samples: [{ value }] };
}

/** Counts open file descriptors; undefined on systems without /proc. */
function countOpenFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}
