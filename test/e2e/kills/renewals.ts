import { createPrivateKey, X509Certificate } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PROGRAM } from '../../support/program.ts';
import { countObtained, followLog, Pebble, type Running, stop, until } from '../pebble.ts';
import { type Killed, killAt, listKillPoints, type Traced } from './kill-points.ts';

const FOLDER = 'certificates';
/** Renewals are due after two thirds of it, so that each start renews what an earlier run has obtained. */
const LIFETIME_SECONDS = 15;

/** Kills a server while it obtains its first certificate, and while it replaces one that is due. */
export async function killRenewals(every: number): Promise<Record<string, Killed>> {
  const pebble = new Pebble(PROGRAM);
  try {
    await pebble.startNames();
    await pebble.startAuthority(LIFETIME_SECONDS);
    const due = join(pebble.folder, 'due');
    const server = pebble.startServer(due);
    await until('The first certificate', () => countObtained(server) > 0);
    await stop(server.child);
    await until('The time of the renewal', () => isDue(due));
    return {
      'the first certificate': await killEach(pebble, null, every),
      'a renewal': await killEach(pebble, due, every),
    };
  } finally {
    pebble.close();
  }
}

/** @param from the data folder before; null for one without a certificate */
async function killEach(pebble: Pebble, from: string | null, every: number): Promise<Killed> {
  const dataDir = join(pebble.folder, 'target');
  const reset = () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (from) cpSync(from, dataDir, { recursive: true });
    else mkdirSync(dataDir);
  };
  const { command, env } = pebble.describeServer(dataDir);
  const traced: Traced = {
    command,
    env: { PATH: process.env.PATH ?? '', HOME: pebble.folder, TMPDIR: pebble.folder, ...env },
    isDone: child => {
      const lines = followLog(child.stdout);
      return until('The certificate', () => countObtained({ lines }) > 0 || child.exitCode !== null);
    },
  };
  reset();
  const authority = `:${pebble.ports.directory}]`;
  const isMeant = (target: string) => target.startsWith(join(dataDir, FOLDER)) || target.endsWith(authority);
  const points = (await listKillPoints(traced, isMeant)).filter((_, n) => n % every === 0);
  const result: Killed = { missed: 0, before: 0, after: 0, problems: [] };
  const former = from && readPem(from);
  for (const point of points) {
    reset();
    if (!(await killAt(traced, point))) {
      result.missed += 1;
      continue;
    }
    const problems = findProblems(dataDir, from);
    const stored = readPem(dataDir);
    result[stored === former ? 'before' : 'after'] += 1;
    const server = pebble.startServer(dataDir);
    try {
      await expectService(pebble, server, { dataDir, stored });
    } catch (error) {
      problems.push(`${(error as Error).message}: ${JSON.stringify(server.lines.at(-1))}`);
    }
    await stop(server.child);
    const { call, nth, target } = point;
    result.problems.push(...problems.map(problem => `${call} ${nth} (${target}): ${problem}`));
  }
  return result;
}

/** After a kill, each file must be whole, and the account the former one. */
function findProblems(dataDir: string, from: string | null): string[] {
  const problems: string[] = [];
  const read = (folder: string, name: string) => {
    try {
      return readFileSync(join(folder, FOLDER, name), 'utf8');
    } catch {
      return null;
    }
  };
  const pem = read(dataDir, 'server.pem');
  try {
    if (
      pem !== null &&
      !new X509Certificate(pem.slice(pem.indexOf('-----BEGIN CERT'))).checkPrivateKey(createPrivateKey(pem))
    )
      problems.push('the key is not that of the certificate');
    JSON.parse(read(dataDir, 'state.json') ?? '{}');
  } catch (error) {
    problems.push(`a file is not whole: ${error}`);
  }
  if (from && read(dataDir, 'account.pem') !== read(from, 'account.pem'))
    problems.push('the account is another one');
  return problems;
}

/** The server must serve what is stored at once, and then the next certificate. @throws Error within a minute */
async function expectService(
  pebble: Pebble,
  server: Running,
  { dataDir, stored }: { dataDir: string; stored: string | null },
): Promise<void> {
  if (stored !== null) {
    const { serialNumber } = new X509Certificate(stored);
    await until('The stored certificate', async () => {
      const served = await pebble.readServed();
      // A renewal may be faster than this check.
      return served === serialNumber || (served !== undefined && countObtained(server) > 0);
    });
  }
  await until('The next certificate', () => !isDue(dataDir));
  await until('The next certificate at the port', async () => {
    const pem = readPem(dataDir);
    return pem !== null && (await pebble.readServed()) === new X509Certificate(pem).serialNumber;
  });
}

function isDue(dataDir: string): boolean {
  const pem = readPem(dataDir);
  if (pem === null) return true;
  const { validFrom, validTo } = new X509Certificate(pem);
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  return Date.now() > from + ((to - from) * 2) / 3;
}

/** Returns the first certificate; null without one. */
function readPem(dataDir: string): string | null {
  try {
    const text = readFileSync(join(dataDir, FOLDER, 'server.pem'), 'utf8');
    return text.slice(text.indexOf('-----BEGIN CERTIFICATE'));
  } catch {
    return null;
  }
}
