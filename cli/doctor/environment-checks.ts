import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { acquireLock, LockedError } from '../../db/sqlite/lock.ts';
import type { Config } from '../../src/config/index.ts';
import { ERRORS } from '../../src/errors.ts';
import { getCertificateStatus } from '../../src/installation/certificate.ts';
import { MINUTE_MS, nowIso } from '../../src/platform/clock.ts';
import { type HealthAnswer, localUrl, probe } from '../api/probe.ts';
import type { CommandContext } from '../command-context.ts';
import { type Finding, failed, passed, warning } from './finding.ts';

const MAX_SKEW_MS = MINUTE_MS;
const RATE_LIMITED = ERRORS.RATE_LIMITED.status;

/** Checks the installation's environment: its lock, port, URLs and mail server. */
export async function checkEnvironment(context: CommandContext, config: Config): Promise<Finding[]> {
  const holder = findLockHolder(context, config);
  const local = await tryProbe(localUrl(config));
  const findings = [
    checkLock(holder),
    checkServer(config, holder, local),
    ...checkServerClock(context, local),
  ];
  const certificate = getCertificateStatus(config);
  const isGiven = context.loadConfig().origins.publicUrl !== 'default';
  const address = isGiven || !certificate ? config.publicUrl : `https://${certificate.names[0]}`;
  if (isGiven || certificate) findings.push(await checkPublicUrl(address, local));
  return findings;
}

/** Returns the process that holds the lock of the data folder, if any. */
function findLockHolder({ clock }: CommandContext, { dataDir }: Config): LockedError | undefined {
  // Acquiring the lock would create the file.
  if (!existsSync(join(dataDir, 'lock'))) return undefined;
  try {
    acquireLock(dataDir, 'perkmint doctor', nowIso(clock)).release();
    return undefined;
  } catch (error) {
    if (error instanceof LockedError) return error;
    throw error;
  }
}

function checkLock(holder: LockedError | undefined): Finding {
  if (!holder) return passed('lock', 'free; no server is using the data folder');
  return passed('lock', holder.message);
}

async function tryProbe(url: string): Promise<HealthAnswer | undefined> {
  try {
    return await probe(url);
  } catch {
    return undefined;
  }
}

/** Checks that a server is healthy, or that its address is free. */
function checkServer(
  config: Config,
  holder: LockedError | undefined,
  local: HealthAnswer | undefined,
): Finding {
  const url = localUrl(config);
  if (local?.status === RATE_LIMITED) return rateLimited('server', url);
  if (local) {
    if (local.status === 200 && local.body.data?.status === 'ok')
      return passed('server', `is running at ${url}`);
    if (local.body.data === undefined && local.status !== 503)
      return portTaken(config, `${url} is not a Perkmint server`);
    return failed('server', `${url} responds with ${local.status}`, 'check the server log');
  }
  if (holder) {
    const found = `the server process is running, but doesn't respond at ${url}`;
    return warning('server', found, 'run doctor with the same PORT and HOST as the server');
  }
  const problem = tryBind(config);
  if (problem === undefined)
    return passed('server', `no server is running; ${config.host}:${config.port} is free`);
  return portTaken(config, `${config.host}:${config.port} is not available: ${problem}`);
}

/** Reports that the rate limit of GET /health is reached, so the server can't be identified. */
function rateLimited(check: string, url: string): Finding {
  return warning(
    check,
    `${url} currently responds with ${RATE_LIMITED}`,
    'run perkmint doctor again in one minute',
  );
}

function portTaken({ port }: Config, found: string): Finding {
  return failed(
    'server',
    found,
    `ss -ltnp 'sport = :${port}' shows the process that uses it; or set another PORT`,
  );
}

function tryBind({ host, port }: Config): string | undefined {
  try {
    Bun.listen({ hostname: host, port, socket: { data() {} } }).stop(true);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function checkServerClock({ clock }: CommandContext, local: HealthAnswer | undefined): Finding[] {
  const time = local?.body.data?.time;
  if (!time) return [];
  const aheadMs = Math.abs(Date.parse(time) - clock.now());
  if (aheadMs <= MAX_SKEW_MS) return [];
  const found = `the server's clock and this one are ${Math.round(aheadMs / 1000)} s apart`;
  return [failed('server clock', found, 'timedatectl set-ntp true')];
}

/** Checks that PUBLIC_URL, or the domain of the certificate, leads to this server. */
async function checkPublicUrl(publicUrl: string, local: HealthAnswer | undefined): Promise<Finding> {
  const check = 'PUBLIC_URL';
  const fix = `curl -v ${publicUrl}/api/v1/health shows where the request fails: DNS, firewall or proxy`;
  const answer = await tryProbe(publicUrl);
  if (local?.status === RATE_LIMITED || answer?.status === RATE_LIMITED) return rateLimited(check, publicUrl);
  if (!local)
    return answer
      ? passed(check, `${publicUrl} responds`)
      : warning(check, 'no response; no server is running', fix);
  if (!answer) return failed(check, `${publicUrl} cannot be reached from here`, fix);
  const { installation } = local.body.data ?? {};
  if (answer.body.data?.installation === installation)
    return passed(check, `${publicUrl} reaches this server`);
  const found = `${publicUrl} responds with ${answer.status}, but is not this server`;
  return failed(check, found, 'set PUBLIC_URL to the address of the proxy in front of this server');
}
