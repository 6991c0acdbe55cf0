/**
 * `bun run check:csv` imports a CSV file of 50 MB over HTTP into a server process, downloads the members as CSV, and undoes
 * the import, which must restore the same balances. It prints the times and how much the memory of the process grows, and
 * fails above the limit. With LibreOffice, it also opens the download: all numbers must be the same, and no text may become
 * a formula.
 */
import { Database } from 'bun:sqlite';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Papa from 'papaparse';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { BALANCES } from '../programs/imports/fixture.ts';
import { STAMP_CARD } from '../programs/terms.ts';
import { post } from './calls.ts';
import { ServerProcess } from './server-process.ts';

const ROWS = 20_000;
const FILE_BYTES = 50_000_000;
const MAX_IMPORT_MS = 10_000;
/** Far less than the file: what is read at once, and what the engine's collector leaves. */
const MAX_GROWTH_MB = 100;
const SAMPLE_MS = 20;
const POLL_MS = 50;
const CENTS = 100;
/** Every third member has an open reward. */
const REWARDED = 3;
const MB = 1_000_000;
const KB = 1_024;
/** The field after the name and state of a process, of which the next one is the time in the kernel. */
const UTIME_FIELD = 11;
const TICK_MS = 10;
/** Spreadsheets would execute it. */
const FORMULA = '=HYPERLINK("https://attacker.example","Open")';

const folder = mkdtempSync(join(tmpdir(), 'perkmint-csv-'));
const server = new ServerProcess({ DATA_DIR: join(folder, 'data') });
let failures = 0;

function report(text: string, isOk = true): void {
  if (!isOk) failures += 1;
  console.log(`${isOk ? 'ok  ' : 'FAIL'}  ${text}`);
}

/** Returns the resident memory of the server process in MB, without the parts of the database file that are mapped. */
function readMemory(pid: number): number {
  const [, kb] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kb) * KB) / MB;
}

/** Returns the CPU time of the server process in ms. */
function readCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[UTIME_FIELD]) + Number(fields[UTIME_FIELD + 1])) * TICK_MS;
}

/** Runs the work. @returns its result, duration, CPU time, and the memory before and at its highest */
async function measure<T>(work: () => Promise<T>) {
  const pid = server.pid;
  const [before, cpuBefore] = [readMemory(pid), readCpuMs(pid)];
  let highest = before;
  const timer = setInterval(() => {
    highest = Math.max(highest, readMemory(pid));
  }, SAMPLE_MS);
  const startedAt = performance.now();
  const result = await work();
  const ms = performance.now() - startedAt;
  clearInterval(timer);
  return {
    result,
    ms,
    memory: `CPU ${readCpuMs(pid) - cpuBefore} ms, own memory ${before.toFixed(0)} → ${highest.toFixed(0)} MB`,
    grownMb: highest - before,
  };
}

/** Creates a file with a long column that no field needs. @returns it with the sum of the cashback in cents */
function createFile(): { file: File; cents: number } {
  let cents = 0;
  const filler = 'x'.repeat(FILE_BYTES / ROWS - 60);
  const lines = ['name,email,memberId,points,visits,cashback,spend,rewards,remarks\n'];
  for (let n = 0; n < ROWS; n += 1) {
    const balance = (n * 37) % 5_000;
    cents += balance;
    const name = n === 0 ? `"${FORMULA.replaceAll('"', '""')}"` : `Person ${n}`;
    const amount = (balance / CENTS).toFixed(2);
    lines.push(
      `${name},p${n}@people.example,m${n},${n % 500},${n % 25},${amount},${n},${n % REWARDED === 0 ? 1 : 0},${filler}\n`,
    );
  }
  return { file: new File(lines, 'members.csv', { type: 'text/csv' }), cents };
}

async function call(method: string, path: string, token: string, body?: FormData) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(server.url + path, { method, headers, ...(body ? { body } : {}) });
  const { data, error } = (await response.json()) as { data: Import; error?: object };
  if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(error)}`);
  return data;
}

interface Import {
  id: string;
  status: string;
  created: number;
  updated: number;
  totals: { cashback: number };
  undone: boolean;
}

/** Returns all members, balances and records of the database as text. */
function dumpBalances(): string {
  using db = new Database(join(folder, 'data', 'perkmint.sqlite'), { readonly: true });
  return JSON.stringify(BALANCES.map(query => db.query(query).all()));
}

async function waitForEnd(id: string, token: string): Promise<Import> {
  for (;;) {
    const data = await call('GET', `/imports/${id}`, token);
    if (!['running', 'undoing'].includes(data.status)) return data;
    await Bun.sleep(POLL_MS);
  }
}

async function importFile(programId: string, token: string, file: File): Promise<Import> {
  const form = new FormData();
  form.set('kind', 'members');
  form.set('programId', programId);
  form.set('mapping', JSON.stringify({ remarks: 'ignore' }));
  form.set('file', file);
  const { id } = await call('POST', '/imports', token, form);
  return waitForEnd(id, token);
}

/** Writes the members as CSV while they arrive. @returns the path */
async function download(programId: string, token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `${server.url}/programs/${programId}/members?format=csv&bom=true`;
  const path = join(folder, 'members.csv');
  await Bun.write(path, await fetch(url, { headers }));
  return path;
}

const readRows = (path: string) =>
  Papa.parse<Record<string, string>>(readFileSync(path, 'utf8'), { header: true, skipEmptyLines: true }).data;

/** Opens a file with LibreOffice and saves it again as it shows it. */
function openWithLibreOffice(path: string): void {
  if (!Bun.which('soffice')) {
    console.log('skip  LibreOffice is not installed');
    return;
  }
  const out = join(folder, 'opened');
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
  const command = ['soffice', profile, '--headless', '--convert-to', 'ods', '--outdir', out, path];
  Bun.spawnSync(command, { timeout: 5 * MINUTE_MS });
  const ods = join(out, 'members.ods');
  const content = Bun.spawnSync(['unzip', '-p', ods, 'content.xml']).stdout.toString();
  report('LibreOffice has no formula', content.includes('Person 1') && !content.includes('table:formula'));
  Bun.spawnSync(['soffice', profile, '--headless', '--convert-to', 'csv', '--outdir', out, ods], {
    timeout: 5 * MINUTE_MS,
  });
  const [sent, shown] = [readRows(path), readRows(join(out, 'members.csv'))];
  const columns = Object.keys(sent[0] ?? {}).filter(name =>
    sent.every(row => /^-?\d*\.?\d*$/.test(row[name] ?? '')),
  );
  const isSame = sent.every((row, at) =>
    columns.every(name => Number(row[name]) === Number(shown[at]?.[name])),
  );
  report(`LibreOffice shows the same numbers in ${sent.length} rows and ${columns.length} columns`, isSame);
}

async function main(): Promise<void> {
  await server.start();
  const { accessToken: token } = await post(server.url, '/auth', {
    action: 'register',
    email: 'owner@people.example',
    password: 'correct horse battery',
    name: 'Owner',
    role: 'business',
    businessName: 'Blue Cup',
  });
  const rewards = {
    points: { perDollar: 1 },
    goals: [STAMP_CARD],
    cashback: { type: 'percentage', value: 10 },
  };
  const { id } = await post(server.url, '/programs', { name: 'Regulars', rewards }, token);
  const known = { memberId: 'm1', name: 'Known', email: 'p1@people.example' };
  await post(server.url, `/programs/${id}/members`, known, token);
  await post(server.url, `/programs/${id}/visits`, { memberId: 'm1', quantity: 3, orderValue: 12.5 }, token);
  const before = dumpBalances();
  const { file, cents } = createFile();
  const taken = await measure(() => importFile(id, token, file));
  const { created, updated, totals } = taken.result;
  report(
    `${created + updated} rows in ${(file.size / MB).toFixed(1)} MB imported in ${taken.ms.toFixed(0)} ms, ${taken.memory}`,
    created === ROWS - 1 && updated === 1 && taken.ms < MAX_IMPORT_MS && taken.grownMb < MAX_GROWTH_MB,
  );
  report(`cashback ${totals.cashback} is equal to the cent`, Math.round(totals.cashback * CENTS) === cents);
  const sent = await measure(() => download(id, token));
  const rows = readRows(sent.result);
  report(
    `${rows.length} members downloaded in ${sent.ms.toFixed(0)} ms, ${sent.memory}`,
    rows.length === ROWS && sent.grownMb < MAX_GROWTH_MB,
  );
  openWithLibreOffice(sent.result);
  const undone = await measure(async () => {
    await call('POST', `/imports/${taken.result.id}/undo`, token);
    return waitForEnd(taken.result.id, token);
  });
  report(`undone in ${undone.ms.toFixed(0)} ms, ${undone.memory}`, undone.result.undone);
  report(`${before.length} bytes of members and balances are the same as before`, dumpBalances() === before);
}

try {
  await main();
} finally {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures > 0 ? 1 : 0);
