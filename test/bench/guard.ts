import { createCampaign } from '../../src/campaigns/service/create.ts';
import {
  addBusinesses,
  addCampaigns,
  CAMPAIGN,
  createFixture,
  type Fixture,
  readWarnings,
} from './fixture.ts';
import {
  type Child,
  cpuMicrosOf,
  http,
  measureCpu,
  median,
  print,
  startServer,
  type Variant,
} from './harness.ts';
import { spawnServer } from './installation.ts';
import { LIST_BUSINESSES, LIST_CAMPAIGNS_EACH, LIST_PATH } from './list.ts';
import { isSmoke, sized } from './smoke.ts';
import { BINARY } from './start.ts';
import { fillOrders, submitRequests } from './writes.ts';

const BASELINE_FILE = `${import.meta.dir}/baseline.json`;
/** A ratio may fall to this part of the baseline: busy machines move it by less. */
const LOWEST_PART = 2 / 3;
const ROUNDS = { reads: 20_000, writes: 5_000, rounds: 5 };
/** A ratio has fallen if it has in each of these measurements: what disturbs the machine only makes ratios worse. */
const ATTEMPTS = 3;
/** The work of the short form, and its rounds: together with the setup, ten seconds on an idle machine. */
const SHORT = ['list', 'create', 'start'];
const SHORT_ROUNDS = { reads: 3_000, writes: 500, rounds: 2 };
const START_RUNS = sized(5, 1);
const REFERENCE_PATH = '/api/v1/benchmarks';

/** The same work for a raw program and for ours. */
interface Work {
  name: string;
  /** The specification of the raw program. */
  raw: object;
  ours: Child;
  requests: string[];
  status?: number;
}

interface Result {
  name: string;
  ratio: number;
  /** Undefined for work that the baseline doesn't have yet. */
  baseline: number | undefined;
}

/**
 * Compares the processor time per request, and of a start, with that of raw programs, and their ratio with the stored
 * baseline. Ratios of processor times depend less on the machine, and on what else it does, than times.
 * @returns whether no ratio fell by more than a third in three measurements
 */
export async function guard({
  isJson,
  isShort,
  isUpdate,
}: Record<'isJson' | 'isShort' | 'isUpdate', boolean>): Promise<boolean> {
  const baseline = (await Bun.file(BASELINE_FILE).json()) as Record<string, number>;
  const results: Result[] = [];
  const compare = async (name: string, measureOnce: () => Promise<number>): Promise<void> =>
    void results.push(await compareWithBaseline(name, baseline[name], measureOnce));
  const judge = async (work: Work): Promise<void> => {
    if (!isShort || SHORT.includes(work.name)) await compareWork(work, compare, isShort);
  };
  await judgeBusiness(judge);
  if (!isShort) await judgeOrders(judge);
  const binary = BINARY;
  if (binary) await compare('start', () => measureStart(binary));
  if (isUpdate) await Bun.write(BASELINE_FILE, `${JSON.stringify(toRatios(results), null, 2)}\n`);
  report(results, isJson);
  return isUpdate || !results.some(hasFallen);
}

type Compare = (name: string, measureOnce: () => Promise<number>) => Promise<void>;

/** Measures again while the ratio has fallen, and says so. */
async function compareWithBaseline(
  name: string,
  baseline: number | undefined,
  measureOnce: () => Promise<number>,
): Promise<Result> {
  const result = { name, baseline, ratio: 0 };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    result.ratio = Math.max(result.ratio, await measureOnce());
    if (isSmoke || !hasFallen(result)) break;
    process.stderr.write(`SLOWER: ${name}, ${result.ratio.toFixed(2)} of ${baseline}, attempt ${attempt}\n`);
  }
  return result;
}

async function compareWork(work: Work, compare: Compare, isShort: boolean): Promise<void> {
  const { name, raw: spec, ours, ...request } = work;
  const raw = await startServer('raw.ts', spec);
  const variants: Variant[] = [
    { name: 'raw', server: raw, ...request },
    { name: 'ours', server: ours, ...request },
  ];
  await compare(name, () => measure(variants, isShort));
  await raw.stop();
}

/** @returns the processor time until the first response of a raw program, by that of the binary */
async function measureStart(binary: string): Promise<number> {
  const fixture = await createFixture('guard-start', () => {});
  const times = { raw: [] as number[], ours: [] as number[] };
  for (let run = 0; run < START_RUNS; run++) {
    const raw = await startServer('raw.ts', { kind: 'hello' });
    times.raw.push(await cpuMicrosOf(raw.pid));
    await raw.stop();
    const ours = await spawnServer([binary], fixture.env);
    times.ours.push(await cpuMicrosOf(ours.pid));
    await ours.stop();
  }
  fixture.remove();
  return median(times.raw) / median(times.ours);
}

async function measure(variants: Variant[], isShort: boolean): Promise<number> {
  const { reads, writes, rounds } = isShort ? SHORT_ROUNDS : ROUNDS;
  // Writes wait for the disk.
  const count = variants[0]?.status === 201 ? writes : reads;
  const [raw = Number.NaN, ours = Number.NaN] = await measureCpu(variants, count, rounds);
  return raw / ours;
}

function hasFallen({ ratio, baseline }: Result): boolean {
  return baseline !== undefined && ratio < baseline * LOWEST_PART;
}

function report(results: Result[], isJson: boolean): void {
  if (isJson) {
    const rows = results.map(result => ({ ...result, hasFallen: hasFallen(result) }));
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
    return;
  }
  const rows = results.map(result => [
    result.name,
    result.ratio.toFixed(2),
    result.baseline?.toFixed(2) ?? 'none',
    hasFallen(result) ? 'FALLEN' : 'ok',
  ]);
  print('Processor time of raw programs by ours', ['work', 'ratio', 'baseline', ''], rows);
  const fallen = results.filter(hasFallen);
  for (const { name, ratio, baseline } of fallen)
    process.stdout.write(`failed: speed of ${name}, ${ratio.toFixed(2)} of ${baseline}\n`);
  process.stdout.write(`${results.length - fallen.length} passed, ${fallen.length} failed\n`);
}

function toRatios(results: Result[]): Record<string, number> {
  return Object.fromEntries(results.map(({ name, ratio }) => [name, Number(ratio.toFixed(2))]));
}

/** Reads and writes of one business. Each program that writes has a file of its own. */
async function judgeBusiness(judge: (work: Work) => Promise<void>): Promise<void> {
  let campaignId = '';
  const fixture = await createFixture('guard', async (app, businessId) => {
    await addBusinesses(app, LIST_BUSINESSES);
    await addCampaigns(app, [businessId], LIST_CAMPAIGNS_EACH);
    const caller = app.as({ kind: 'apiKey', id: 'bench', role: 'business', businessId, scopes: ['write'] });
    ({ id: campaignId } = await createCampaign(caller, { ...CAMPAIGN, launch: true }));
  });
  const { businessId, token, file } = fixture;
  const own = fixture.copy('guard-raw');
  const ours = await startServer('ours.ts', { env: fixture.env });
  const headers = { Authorization: `Bearer ${token}` };
  const { body, etag } = await readReference(ours.port);
  const insert = { kind: 'insert', businessId, warnings: readWarnings(fixture), work: 'equal' };
  const works: Omit<Work, 'ours'>[] = [
    { name: 'list', raw: { kind: 'list', file, businessId }, requests: [http('GET', LIST_PATH, headers)] },
    { name: 'reference', raw: { kind: 'static', body, etag }, requests: [http('GET', REFERENCE_PATH)] },
    {
      name: 'reference 304',
      raw: { kind: 'static', body, etag },
      requests: [http('GET', REFERENCE_PATH, { 'If-None-Match': etag })],
      status: 304,
    },
    {
      name: 'create',
      raw: { ...insert, file: own.file, synchronous: 'FULL', grouping: true },
      requests: [http('POST', '/api/v1/campaigns', headers, JSON.stringify(CAMPAIGN))],
      status: 201,
    },
    {
      name: 'submit',
      raw: { kind: 'submit', file: own.file },
      requests: submitRequests(campaignId, token),
      status: 201,
    },
  ];
  for (const work of works) await judge({ ...work, ours });
  await ours.stop();
  own.remove();
  fixture.remove();
}

async function judgeOrders(judge: (work: Work) => Promise<void>): Promise<void> {
  const { fixture, requests } = await fillOrders();
  const own: Fixture = fixture.copy('guard-raw');
  const ours = await startServer('ours.ts', { env: fixture.env });
  await judge({ name: 'order', raw: { kind: 'order', file: own.file }, ours, requests, status: 201 });
  await ours.stop();
  own.remove();
  fixture.remove();
}

async function readReference(port: number): Promise<{ body: string; etag: string }> {
  const response = await fetch(`http://127.0.0.1:${port}${REFERENCE_PATH}`);
  return { body: await response.text(), etag: response.headers.get('etag') ?? '' };
}
